"""The links of a worker, by the address of the gateway."""

import asyncio

from workers.link.batch_queues import Unmarked
from workers.link.farewells import Farewells
from workers.link.gateway_link import Link


class LinkPool:
    """Links, made when first needed. `farewells`: the ends of games that were told there."""

    def __init__(self, secret: str) -> None:
        self._secret = secret
        self._links: dict[str, Link] = {}
        self._flushing = False
        self.farewells = Farewells()

    def to(self, address: str) -> Link:
        """The link to the gateway at *address*; it may not be up yet."""
        link = self._links.get(address)
        if link is None or link.is_over:
            self._links = {address: link for address, link in self._links.items() if not link.is_over}
            link = self._links[address] = Link(address, self._secret, self.flush, self.farewells)
        return link

    def flush(self) -> None:
        """Send the rows that are ready."""
        self._flushing = False
        for link in self._links.values():
            link.queues.flush()

    def flush_soon(self) -> None:
        """Send the rows that are ready once every task has had a turn, so that they go together."""
        if not self._flushing:
            self._flushing = True
            asyncio.get_running_loop().call_soon(self.flush)

    def columns_read(self) -> list[tuple[Link, int, Unmarked]]:
        """For each link, the epoch of its stream and what was answered there; for `mark_columns`."""
        links = [link for link in self._links.values() if link.queues.read > link.queues.marked]
        return [(link, link.epoch, link.queues.unmarked()) for link in links]

    @staticmethod
    def mark_columns(read: list[tuple[Link, int, Unmarked]], keep: bool) -> None:
        """Let gateways forget what had been *read*, which is journalled; *keep*: but for lost games."""
        for link, epoch, journalled in read:
            link.mark_columns(epoch, journalled, keep)

    async def stop(self) -> None:
        """End all links."""
        await asyncio.gather(*(link.stop() for link in self._links.values()))
