"""Hold a version: a stream to the arena, a process for each of its seats."""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from typing import Final

from arena.wire.address import Address
from arena.wire.gen import seat_pb2
from bots.sdk.streams.dialler import Dialler
from runner.seats.process import Starter, Told
from runner.seats.seats import Seats

PROTOCOL: Final = 1
LAST_THOUGHTS: Final = 10.0  # seconds for open decisions when it leaves
FAREWELL: Final = 2.0


class Holding:
    """One version on one stream; *version* is "" where the token says which it is."""

    def __init__(
        self,
        addresses: Sequence[Address],
        token: str,
        version: str,
        variants: Sequence[str],
        seats: int,
        starter: Starter,
        keep: Callable[[Told], None],
        say: Callable[[str], None],
    ) -> None:
        self._hello = seat_pb2.Hello(
            instance=secrets.token_hex(16), protocol=PROTOCOL, variants=variants, max_seats=seats, version=version
        )
        self.seats = Seats(starter, keep)
        self._dialler = Dialler(addresses, token, self._hello, say)

    async def run(self) -> None:
        """Play until `leave`. Raises `Unreachable`, `Stopped`, `RunnerFailed`."""
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
        """Offer so many seats from now on; those that are taken go on."""
        if seats != self._hello.max_seats:
            self._hello.max_seats = seats
            self._dialler.redial()

    async def leave(self) -> None:
        """Answer what is asked, then let the arena end the stream."""
        self._dialler.is_leaving = True
        await asyncio.wait({asyncio.ensure_future(self.seats.finish())}, timeout=LAST_THOUGHTS)
        self._dialler.redial()
