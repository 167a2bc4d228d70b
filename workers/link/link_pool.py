"""Keep a worker's links, by the address of the gateway."""

import asyncio

from workers.link.batch_queues import Unmarked
from workers.link.gateway_link import Link
from workers.link.unread_game_overs import UnreadGameOvers


class LinkPool:
    """Makes links when first needed, and keeps the unread game overs that were sent over them."""

    def __init__(self, secret: str) -> None:
        self._secret = secret
        self._links: dict[str, Link] = {}
        self._flushing = False
        self.unread = UnreadGameOvers()

    def to(self, address: str) -> Link:
        """Return the link to the gateway at *address*, with or without a stream."""
        link = self._links.get(address)
        if link is None or link.is_over:
            self._links = {address: link for address, link in self._links.items() if not link.is_over}
            link = self._links[address] = Link(address, self._secret, self.flush, self.unread)
        return link

    def flush(self) -> None:
        """Send the rows that are ready."""
        self._flushing = False
        for link in self._links.values():
            link.queues.flush()

    def flush_soon(self) -> None:
        """Send the ready rows together, after every task has had a turn."""
        if not self._flushing:
            self._flushing = True
            asyncio.get_running_loop().call_soon(self.flush)

    def count_read(self) -> list[tuple[Link, int, Unmarked]]:
        """Return link, epoch and counts of unmarked answers, for `mark_columns`."""
        links = [link for link in self._links.values() if link.queues.read > link.queues.marked]
        return [(link, link.epoch, link.queues.unmarked()) for link in links]

    @staticmethod
    def mark_columns(read: list[tuple[Link, int, Unmarked]], keep: bool) -> None:
        """Let gateways forget the outcomes in *read*; *keep* as in `Link.mark_columns`."""
        for link, epoch, journalled in read:
            link.mark_columns(epoch, journalled, keep)

    async def stop(self, is_clean: bool = True) -> None:
        """End all links; *is_clean* as in `Link.stop`."""
        await asyncio.gather(*(link.stop(is_clean) for link in self._links.values()))
