"""Play one bot version: a stream to the arena, and a process for each seat."""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from typing import Final

from arena.distribution import PROTOCOL
from arena.wire.address import Address
from arena.wire.gen import seat_pb2
from arena.wire.gen.bundles_pb2 import SeatLog
from bots.sdk.streams.dialler import Dialler
from runner.seats.process import Starter
from runner.seats.seats import Seats

LEAVE_TIMEOUT: Final = 10.0  # seconds for the answers to open decisions when the version leaves


class VersionPlayer:
    """Plays one bot version on one stream. *version*: as "simple@2", or "" if *token* is the bot's own."""

    def __init__(
        self,
        addresses: Sequence[Address],
        token: str,
        version: str,
        variants: Sequence[str],
        seats: int,
        starter: Starter,
        keep: Callable[[SeatLog], None],
        say: Callable[[str], None],
    ) -> None:
        self._hello = seat_pb2.Hello(
            instance=secrets.token_hex(16), protocol=PROTOCOL, variants=variants, max_seats=seats, version=version
        )
        self.seats = Seats(starter, keep)
        self._dialler = Dialler(addresses, token, self._hello, say)

    async def run(self) -> None:
        """Play until `leave` is called. Raises `UnreachableError`, `StoppedError`, `RunnerFailedError`."""
        playing = asyncio.ensure_future(self._dialler.play(self.seats))
        try:
            await asyncio.wait({playing, self.seats.failed}, return_when=asyncio.FIRST_COMPLETED)
            for done in (playing, self.seats.failed):
                if done.done():
                    done.result()
        finally:
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            await self.seats.end()

    def offer(self, seats: int) -> None:
        """Offer *seats* seats from now on; seats that are already taken stay."""
        if seats != self._hello.max_seats:
            self._hello.max_seats = seats
            self._dialler.redial()

    async def leave(self) -> None:
        """Answer the open decisions, then let the arena end the stream."""
        self._dialler.is_leaving = True
        await asyncio.wait({asyncio.ensure_future(self.seats.finish())}, timeout=LEAVE_TIMEOUT)
        self._dialler.redial()
