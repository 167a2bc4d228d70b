"""Keep one stream to an arena: dial, and dial again."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from arena.wire.address import Address
from arena.wire.gen import seat_pb2
from bots.sdk.streams.gateways import Gateways
from bots.sdk.streams.stream import Broken, Mistaken, Stream, Unreachable
from bots.sdk.streams.thinker import Thinker

PATIENCE: Final = 10.0  # seconds until an arena that never answered is called unreachable


class Dialler:
    """One instance of a bot, one stream at a time; *say* is told what happens.

    Attributes:
        stream: the stream under way; None between two.
        is_leaving: set, so that the end of the stream is the end.
    """

    def __init__(
        self, addresses: Sequence[Address], token: str, hello: seat_pb2.Hello, say: Callable[[str], None]
    ) -> None:
        self.stream: Stream | None = None
        self.is_leaving = False
        self._gateways = Gateways(addresses)
        self._token = token
        self._hello = hello
        self._say = say
        self._was_answered = False
        self._was_in = False
        self._is_in = False

    async def play(self, thinker: Thinker) -> None:
        """Play stream after stream until `is_leaving`. Raises `Unreachable`, `Stopped`."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        while True:
            self.stream = Stream(self._gateways.address, self._token, self._hello, thinker, self._welcomed)
            try:
                broken = await self.stream.run()
                self._was_answered = True
            except Mistaken as error:
                if not self._was_answered:
                    raise
                broken = Broken(str(error))
            except Unreachable as error:
                if not self._was_answered and loop.time() - began > PATIENCE:
                    raise Unreachable(f"no arena answered at {self._gateways} for {PATIENCE:.0f} s") from None
                broken = Broken(str(error))
            self.stream = None
            if self.is_leaving:
                return
            if self._is_in:
                self._say(f"the stream ended ({broken.why}): dialling again until the arena is back")
            self._is_in = False
            await asyncio.sleep(self._gateways.failed(loop.time(), broken.after))

    def redial(self) -> None:
        """Dial anew with what Hello says by now; seats go on."""
        if self.stream is not None:
            self.stream.finish()

    def _welcomed(self, welcome: seat_pb2.Welcome) -> None:
        again = f", {welcome.resumed} seats to go on with" if self._was_in else ""
        self._say(f"{welcome.bot} is in at {self._gateways.address} with {self._hello.max_seats} seats{again}")
        self._was_in = self._is_in = True
        self._gateways.welcomed()
