"""A bot's process at an arena. It plays until the signal TERM or INT."""

import asyncio
import secrets
import signal
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from arena.distribution import PROTOCOL
from arena.wire.address import Address
from arena.wire.columns.layout import VERSION
from arena.wire.gen import seat_pb2
from bots.sdk.seats.diary import Diary
from bots.sdk.seats.errors import BotErrors
from bots.sdk.seats.pace import is_async
from bots.sdk.seats.session import Session
from bots.sdk.streams.async_thinker import AsyncThinker
from bots.sdk.streams.dialler import Dialler
from bots.sdk.streams.thinker import Thinker, ThreadThinker
from bots.sdk.vector.bot import BotClass, VectorBot

if TYPE_CHECKING:
    from bots.sdk.vector.session import VectorSession

LAST_THOUGHTS: Final = 10.0  # seconds to finish open decisions after a signal
END_TIMEOUT: Final = 2.0  # seconds to wait until the arena ends the stream


class Client:
    """A bot's process at an arena: it holds one stream at a time."""

    def __init__(
        self,
        bot: BotClass,
        addresses: Sequence[Address],
        token: str,
        max_seats: int,
        errors: BotErrors,
        diary: Diary | None = None,
        build: str = "",
    ) -> None:
        self.session = _session(bot, errors, diary or Diary())
        self._waits = is_async(bot)
        hello = seat_pb2.Hello(
            instance=secrets.token_hex(16),
            protocol=PROTOCOL,
            build=build,
            variants=bot.variants,
            max_seats=max_seats,
            columnar=VERSION if issubclass(bot, VectorBot) else 0,
        )
        self._dialler = Dialler(addresses, token, hello, say)

    async def serve(self) -> None:
        """Play until TERM or INT, then answer open decisions, and end the stream.

        Raises `UnreachableError`, `StoppedError`, `BotFailedError`.
        """
        session = self.session
        if isinstance(session, Session) and self._waits:
            thinker: Thinker = AsyncThinker(session)
        else:
            thinker = ThreadThinker(session)
        playing = asyncio.ensure_future(thinker.run(self._dialler.play(thinker)))
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
        say("leaving after the open decisions; repeat the signal to leave at once")
        self._dialler.is_leaving = True
        finishing = asyncio.ensure_future(thinker.finish())
        waited_for = {finishing, playing, at_once, thinker.failed}
        await asyncio.wait(waited_for, timeout=LAST_THOUGHTS, return_when=asyncio.FIRST_COMPLETED)
        finishing.cancel()
        if thinker.failed.done():
            thinker.failed.result()
        if self._dialler.stream is not None and not at_once.done():
            self._dialler.stream.finish()
            await asyncio.wait({playing, at_once}, timeout=END_TIMEOUT, return_when=asyncio.FIRST_COMPLETED)


class Signals:
    """Futures that complete with the first and the second signal TERM or INT."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.first: asyncio.Future[None] = loop.create_future()
        self.second: asyncio.Future[None] = loop.create_future()
        for number in (signal.SIGINT, signal.SIGTERM):
            try:
                loop.add_signal_handler(number, self.count_signal)
            except NotImplementedError:  # Windows
                signal.signal(number, lambda *_: loop.call_soon_threadsafe(self.count_signal))

    def count_signal(self) -> None:
        """Count a signal: the first one completes the future *first*, the next one *second*."""
        for coming in (self.first, self.second):
            if not coming.done():
                coming.set_result(None)
                return


def _session(bot: BotClass, errors: BotErrors, diary: Diary) -> "Session | VectorSession":
    if not issubclass(bot, VectorBot):
        return Session(bot, errors, diary)
    from bots.sdk.vector.session import VectorSession  # imports numpy, so only for vector bots

    return VectorSession(bot, errors, diary)


def serve(
    bot: BotClass, addresses: Sequence[Address], token: str, max_seats: int, errors: BotErrors, diary: Diary, build: str
) -> None:
    """Play at the arena until a signal. Raises `UnreachableError`, `StoppedError`, `BotFailedError`."""
    client = Client(bot, addresses, token, max_seats, errors, diary, build)
    try:
        asyncio.run(client.serve())
    finally:
        for line in diary.format_times():
            say(line)
    say(f"left: {client.session.games_over} games ended, {errors.summary()}")


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
