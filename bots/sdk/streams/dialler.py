"""Keep one stream to an arena open: choose a gateway, dial, and dial again after a break."""

import asyncio
import random
from collections.abc import Callable, Sequence
from typing import Final

from arena.wire.address import Address
from arena.wire.gen import seat_pb2
from bots.sdk.streams.stream import Stream, StreamEnd, TlsMismatchError, UnreachableError
from bots.sdk.streams.thinker import Thinker

PATIENCE: Final = 10.0  # seconds after which an arena that never answered counts as unreachable
FIRST_DELAY: Final = 0.1  # seconds before the next attempt, doubled with each failure
MAX_DELAY: Final = 2.0  # seconds, the longest delay


class Gateways:
    """The gateways of one arena, and the choice of the one to dial.

    The addresses are shuffled, so that processes spread over the gateways. After a break the bot dials the same
    gateway, which still has its seats. If that gateway does not answer, drains or is full, the bot dials the next one.
    """

    def __init__(self, addresses: Sequence[Address]) -> None:
        self._ring = random.sample(addresses, len(addresses))
        self._failures = dict.fromkeys(addresses, 0)
        self._not_before = dict.fromkeys(addresses, 0.0)

    def __str__(self) -> str:
        return ", ".join(sorted(map(str, self._ring)))

    @property
    def address(self) -> Address:
        """The address of the gateway to dial."""
        return self._ring[0]

    def record_welcome(self) -> None:
        """Record that the gateway at `address` welcomed the bot."""
        self._failures[self.address] = 0

    def record_failure(self, now: float, after: float | None) -> float:
        """Record that a stream or an attempt to dial ended; return the seconds to wait before dialling `address`.

        *now*: when it ended, in monotonic seconds. *after*: the seconds to wait that the arena asked for; None: the kit
        chooses. This changes `address` if another gateway can be dialled sooner.
        """
        ring = self._ring
        self._failures[ring[0]] += 1
        self._not_before[ring[0]] = now + (self._delay() if after is None else after)
        if after is not None or self._failures[ring[0]] > 1:
            others_first = [*ring[1:], ring[0]]
            soonest = min(others_first, key=lambda address: max(now, self._not_before[address]))
            at = ring.index(soonest)
            self._ring = [*ring[at:], *ring[:at]]
        return max(0.0, self._not_before[self.address] - now)

    def _delay(self) -> float:
        """Return the next delay in seconds. It doubles with each failure and is partly random."""
        longest: float = min(MAX_DELAY, FIRST_DELAY * 2 ** min(self._failures[self.address], 16))
        return longest * random.uniform(0.5, 1.0)


class Dialler:
    """Dials an arena for one bot process, one stream at a time. *say* gets a line of text for each change."""

    def __init__(
        self, addresses: Sequence[Address], token: str, hello: seat_pb2.Hello, say: Callable[[str], None]
    ) -> None:
        self.stream: Stream | None = None  # the current stream, if any
        self.is_leaving = False  # whether `play` returns when the stream ends
        self._gateways = Gateways(addresses)
        self._token = token
        self._hello = hello
        self._say = say
        self._was_answered = False
        self._was_in = False
        self._is_in = self._is_away = False

    async def play(self, thinker: Thinker) -> None:
        """Hold one stream after another until `is_leaving`. Raises `UnreachableError`, `StoppedError`."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        while True:
            self.stream = Stream(self._gateways.address, self._token, self._hello, thinker, self._welcomed)
            try:
                broken = await self.stream.run()
                self._was_answered = True
            except TlsMismatchError as error:
                if not self._was_answered:
                    raise
                broken = StreamEnd(str(error))
            except UnreachableError as error:
                if not self._was_answered and loop.time() - began > PATIENCE:
                    raise UnreachableError(
                        f"no arena answered at {self._gateways} for {PATIENCE:.0f} s; check the address"
                    ) from None
                broken = StreamEnd(str(error))
            self.stream = None
            if self.is_leaving:
                return
            if self._is_in:
                self._say(f"the stream ended ({broken.why}); dialling again")
            elif not self._is_away:
                self._is_away = True
                self._say(f"{broken.why}; trying again every {MAX_DELAY:g} s")
            self._is_in = False
            await asyncio.sleep(self._gateways.record_failure(loop.time(), broken.after))

    def redial(self) -> None:
        """End the stream and dial again with the current Hello. Seats continue."""
        if self.stream is not None:
            self.stream.finish()

    def _welcomed(self, welcome: seat_pb2.Welcome) -> None:
        then = f"{welcome.resumed} seats continue" if self._was_in else "waiting for games"
        seats = f"up to {self._hello.max_seats} at once"
        self._say(f"connected to {self._gateways.address} as {welcome.bot}, {then} ({seats})")
        self._was_in, self._is_in, self._is_away = True, True, False
        self._gateways.record_welcome()
