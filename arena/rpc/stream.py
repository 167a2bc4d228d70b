"""One HTTP/2 stream that carries a call's messages, both ways."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from grpc import StatusCode

from arena.rpc.flow import Inbound, Outbound
from arena.rpc.messages import PREFIX, Assembly, BadMessage, prefix

if TYPE_CHECKING:
    from arena.rpc.endpoint import Endpoint

AT_ONCE: Final = 32  # messages
Listener: TypeAlias = Callable[[bytes], float]


class Broken(Exception):
    """A stream ended before its call did: it was reset, or the connection is gone; the message says why.

    *code* is the status that a client takes it for.
    """

    def __init__(self, why: str, code: StatusCode = StatusCode.UNAVAILABLE) -> None:
        super().__init__(why)
        self.code = code


class Stream:
    """A stream of *endpoint*. One task at a time may read or hear, and one may write.

    What has come and is not read yet holds the sender back, once a window is full of it: flow control is by reading.

    Attributes:
        outbound: how many bytes may go.
        is_over: whether the other side has ended its half.
        is_cut: whether what went out last is the beginning of a message.
    """

    def __init__(self, endpoint: Endpoint, number: int, most: int, inbound: Inbound, outbound: Outbound) -> None:
        """*most*: bytes of a message that comes."""
        self.number = number
        self.outbound = outbound
        self.is_over = False
        self.is_cut = False
        self._endpoint = endpoint
        self._assembly = Assembly(most)
        self._inbound = inbound
        self._messages: deque[bytes] = deque()
        self._at_once = 0  # messages since others last had the loop
        self._held = 0  # bytes that came and were not given back to the sender's window
        self._broken: Broken | BadMessage | None = None  # why nothing comes
        self._shut: Broken | None = None  # why nothing goes
        self._listener: Listener | None = None
        self._coming: asyncio.Future[float] | None = None  # to the pause that a listener asked for
        self._going: asyncio.Future[None] | None = None

    async def read(self) -> bytes | None:
        """The next message; None after the last. Raises `Broken`, `BadMessage`, once all that came before is read."""
        await self._breathe()
        while not self._messages:
            if self._broken:
                raise self._broken
            if self.is_over:
                return None
            await self._more()
        return self._taken()

    async def hear(self, listener: Listener) -> None:
        """Call *listener* with each message, until the last: mostly in the callback that reads the socket.

        For as many seconds as it returns nothing more is read. Raises what it raises, and as `read`.
        """
        self._listener = listener
        try:
            while True:
                while self._messages:
                    await _pause(listener(self._taken()))
                    await self._breathe()
                if self._broken:
                    raise self._broken
                if self.is_over:
                    return
                await _pause(await self._more())
        finally:
            self._listener = None  # who reads on does so by himself

    def write_at_once(self, message: bytes) -> bool:
        """Send *message* if there is room for all of it. Returns whether it was sent; nobody may be writing."""
        return not self._shut and self._endpoint.send_at_once(self, message)

    async def write(self, message: bytes) -> None:
        """Send *message*: returns when the connection has taken it all. Raises `Broken`."""
        if self.write_at_once(message):
            await self._breathe()
            return
        data = memoryview(prefix(message) + message)
        while True:
            if self._shut:
                raise self._shut
            sent = self._endpoint.send(self, data)
            if sent == len(data):
                self.is_cut = False
                await self._breathe()
                return
            self.is_cut = self.is_cut or sent > 0
            data = data[sent:]
            await self._may_send()

    def came(self, data: memoryview, size: int) -> None:
        """A piece came, which took *size* bytes of the window. Raises `Overflow`."""
        self._inbound.take(size)
        self._held += size
        if self._broken:
            self._let_go()
            return
        try:
            self._assembly.add(data, self._messages)
        except BadMessage as bad:
            self._spoil(bad)
            return
        if self._coming is None or self._coming.done():
            return
        if not self._messages:
            self._give_back(self._held)
        elif self._listener:
            self._tell(self._listener, self._coming)
        else:
            self._coming.set_result(0)

    def has_all(self) -> None:
        """No more comes."""
        self.is_over = True
        if not self._assembly.is_whole:
            self._spoil(BadMessage("the last message was not sent to its end"))
        elif self._coming:
            _wake(self._coming)

    def shut(self, why: Broken) -> None:
        """Nothing goes any more; what came can be read, and holds nothing else back."""
        self._shut = self._shut or why
        self._let_go()
        if self._going:
            _wake(self._going)

    def fail(self, why: Broken) -> None:
        """Nothing goes or comes any more."""
        self._broken = self._broken or why
        self.shut(why)
        if self._coming:
            _wake(self._coming)

    def may_send(self) -> None:
        """There may be room again for what waits to go."""
        if self._going:
            _wake(self._going)

    def drop(self) -> None:
        """The call has ended: nobody reads what came."""
        self._messages.clear()
        self.fail(Broken("the call has ended"))

    async def _more(self) -> float:
        """Wait for what changes something. Returns for how many seconds nothing more is to be read."""
        self._give_back(self._held)  # a message may be longer than the window
        self._coming = self._endpoint.loop.create_future()
        try:
            return await self._coming
        finally:
            self._coming = None

    def _tell(self, listener: Listener, coming: asyncio.Future[float]) -> None:
        """Hand on what came, with nobody woken for it but where there is something to wait for."""
        pause, told = 0.0, 0
        try:
            while self._messages and not pause and told < AT_ONCE:
                pause = listener(self._taken())
                told += 1
        except Exception as problem:
            if not coming.done():  # it may have ended the call
                coming.set_exception(problem)
            return
        if (pause or self._messages) and not coming.done():
            coming.set_result(pause)

    def _spoil(self, bad: BadMessage) -> None:
        """What comes is of no use from here on; answers to what came before may still go."""
        self._broken = self._broken or bad
        self._let_go()
        if self._coming:
            _wake(self._coming)

    def _taken(self) -> bytes:
        message = self._messages.popleft()
        self._give_back(min(self._held, PREFIX.size + len(message)) if self._messages else self._held)
        return message

    def _give_back(self, size: int) -> None:
        if size:
            self._held -= size
            self._endpoint.gave_back(self.number, size, 0 if self.is_over else self._inbound.give(size))

    def _let_go(self) -> None:
        """Give back to the connection alone: this stream's sender is to send no more."""
        if self._held:
            self._endpoint.gave_back(self.number, self._held, 0)
            self._held = 0

    async def _breathe(self) -> None:
        """Let others have the loop now and then, though nothing has to be waited for."""
        self._at_once += 1
        if self._at_once == AT_ONCE:
            self._at_once = 0
            await asyncio.sleep(0)

    async def _may_send(self) -> None:
        self._going = self._endpoint.loop.create_future()
        try:
            await self._going
        finally:
            self._going = None


def _wake(waiting: asyncio.Future[Any]) -> None:
    if not waiting.done():
        waiting.set_result(0)


async def _pause(seconds: float) -> None:
    if seconds:
        await asyncio.sleep(seconds)
