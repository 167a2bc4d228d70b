"""Connect a bot to the arena: dial, play, and dial again."""

import asyncio
import secrets
import signal
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from arena.wire.address import Address
from arena.wire.columns.layout import VERSION
from arena.wire.gen import seat_pb2
from bots.sdk.seats.diary import Diary
from bots.sdk.seats.faults import Faults
from bots.sdk.seats.session import Session
from bots.sdk.seats.waiting import is_async
from bots.sdk.streams.async_thinker import AsyncThinker
from bots.sdk.streams.gateways import Gateways
from bots.sdk.streams.stream import Broken, Mistaken, Stream, Unreachable
from bots.sdk.streams.thinker import Thinker, ThreadThinker
from bots.sdk.vector.bot import BotClass, VectorBot

if TYPE_CHECKING:
    from bots.sdk.vector.session import VectorSession

PROTOCOL: Final = 1
PATIENCE: Final = 10.0  # seconds until an arena that never answered is called unreachable
LAST_THOUGHTS: Final = 10.0  # seconds for open decisions when the bot is told to leave
FAREWELL: Final = 2.0  # seconds the arena has to end the stream when the bot goes


class Client:
    """One process of a bot: one instance, one stream at a time."""

    def __init__(
        self,
        bot: BotClass,
        addresses: Sequence[Address],
        token: str,
        max_seats: int,
        faults: Faults,
        diary: Diary | None = None,
        build: str = "",
    ) -> None:
        self.session = _session(bot, faults, diary or Diary())
        self._waits = is_async(bot)
        self._gateways = Gateways(addresses)
        self._token = token
        self._hello = seat_pb2.Hello(
            instance=secrets.token_hex(16),
            protocol=PROTOCOL,
            build=build,
            variants=bot.variants,
            max_seats=max_seats,
            columnar=VERSION if issubclass(bot, VectorBot) else 0,
        )
        self._was_answered = False
        self._was_in = False
        self._is_in = False
        self._leaving = False
        self._stream: Stream | None = None

    async def serve(self) -> None:
        """Play until TERM or INT, then answer what is open, and end.

        Raises:
            Unreachable: there never was an arena at any address, or TLS is not right at one.
            Stopped: the arena does not want this bot as it is.
            BotFailed: the bot is at fault and the run is strict.
        """
        session = self.session
        if isinstance(session, Session) and self._waits:
            thinker: Thinker = AsyncThinker(session)
        else:
            thinker = ThreadThinker(session)
        playing = asyncio.ensure_future(thinker.run(self._play(thinker)))
        self.signals = Signals()
        try:
            await asyncio.wait({playing, self.signals.first, thinker.failed}, return_when=asyncio.FIRST_COMPLETED)
            for done in (playing, thinker.failed):
                if done.done():
                    done.result()
            await self._leave(thinker, playing, self.signals.second)
        finally:
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            thinker.stop()

    async def _leave(self, thinker: Thinker, playing: "asyncio.Future[None]", at_once: "asyncio.Future[None]") -> None:
        """Answer what was asked, then let the arena end the stream."""
        say("leaving when what is being decided is answered; once more, to leave at once")
        self._leaving = True
        finishing = asyncio.ensure_future(thinker.finish())
        waited_for = {finishing, playing, at_once, thinker.failed}
        await asyncio.wait(waited_for, timeout=LAST_THOUGHTS, return_when=asyncio.FIRST_COMPLETED)
        finishing.cancel()
        if thinker.failed.done():
            thinker.failed.result()
        if self._stream is not None and not at_once.done():
            self._stream.finish()
            await asyncio.wait({playing, at_once}, timeout=FAREWELL, return_when=asyncio.FIRST_COMPLETED)

    async def _play(self, thinker: Thinker) -> None:
        """Play stream after stream until the bot leaves. Raises `Unreachable`, `Stopped`."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        while True:
            self._stream = Stream(self._gateways.address, self._token, self._hello, thinker, self._welcomed)
            try:
                broken = await self._stream.run()
                self._was_answered = True
            except Mistaken as error:
                if not self._was_answered:
                    raise
                broken = Broken(str(error))
            except Unreachable as error:
                if not self._was_answered and loop.time() - began > PATIENCE:
                    raise Unreachable(f"no arena answered at {self._gateways} for {PATIENCE:.0f} s") from None
                broken = Broken(str(error))
            self._stream = None
            if self._leaving:
                return
            if self._is_in:
                say(f"the stream ended ({broken.why}): dialling again until the arena is back")
            self._is_in = False
            await asyncio.sleep(self._gateways.failed(loop.time(), broken.after))

    def _welcomed(self, welcome: seat_pb2.Welcome) -> None:
        again = f", {welcome.resumed} seats to go on with" if self._was_in else ""
        say(f"{welcome.bot} is in at {self._gateways.address} with {self._hello.max_seats} seats{again}")
        self._was_in = self._is_in = True
        self._gateways.welcomed()


class Signals:
    """TERM and INT, counted: *first* and *second* are done when received."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.first: asyncio.Future[None] = loop.create_future()
        self.second: asyncio.Future[None] = loop.create_future()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.told)

    def told(self) -> None:
        """Count a signal."""
        for coming in (self.first, self.second):
            if not coming.done():
                coming.set_result(None)
                return


def _session(bot: BotClass, faults: Faults, diary: Diary) -> "Session | VectorSession":
    """Return the session for such a bot; only vector bots import numpy."""
    if issubclass(bot, VectorBot):
        from bots.sdk.vector.session import VectorSession

        return VectorSession(bot, faults, diary)
    return Session(bot, faults, diary)


def serve(
    bot: BotClass, addresses: Sequence[Address], token: str, max_seats: int, faults: Faults, diary: Diary, build: str
) -> None:
    """Play at the arena until a signal. Raises what `Client.serve` raises."""
    client = Client(bot, addresses, token, max_seats, faults, diary, build)
    try:
        asyncio.run(client.serve())
    finally:
        for line in diary.told():
            say(line)
    say(f"left: {client.session.games_over} games ended, {faults.count} faults")


def say(line: str) -> None:
    """Print a line for whoever started the bot."""
    print(line, file=sys.stderr, flush=True)
