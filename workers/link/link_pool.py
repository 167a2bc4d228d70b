"""Keep a worker's links to gateways, by the gateway's address."""

import asyncio

from workers.link.batch_queues import Unmarked
from workers.link.gateway_link import Link
from workers.link.unread_game_overs import UnreadGameOvers


class LinkPool:
    """A worker's links, made when first needed, and the GameOvers sent over them that may be unread."""

    def __init__(self, secret: str) -> None:
        self._secret = secret
        self._links: dict[str, Link] = {}
        self._flushing = False
        self.unread = UnreadGameOvers()

    def to(self, address: str) -> Link:
        """Return the link to the gateway at *address*; it may have no stream now."""
        link = self._links.get(address)
        if link is None or link.is_over:
            self._links = {address: link for address, link in self._links.items() if not link.is_over}
            link = self._links[address] = Link(address, self._secret, self.flush, self.unread)
        return link

    def flush(self) -> None:
        """Send the ready rows of all links."""
        self._flushing = False
        for link in self._links.values():
            link.queues.flush()

    def flush_soon(self) -> None:
        """Send the ready rows of all links together, after every task has had a turn."""
        if not self._flushing:
            self._flushing = True
            asyncio.get_running_loop().call_soon(self.flush)

    def count_read(self) -> list[tuple[Link, int, Unmarked]]:
        """Return (link, its epoch, counts of answers) for each link with unmarked answers, for `mark_columns`."""
        links = [link for link in self._links.values() if link.queues.read > link.queues.marked]
        return [(link, link.epoch, link.queues.unmarked()) for link in links]

    @staticmethod
    def mark_columns(read: list[tuple[Link, int, Unmarked]], keep: bool) -> None:
        """Let gateways forget the outcomes in *read*, from `count_read`; *keep*: as for `Link.mark_columns`."""
        for link, epoch, journalled in read:
            link.mark_columns(epoch, journalled, keep)

    async def stop(self, is_clean: bool = True) -> None:
        """End all links; *is_clean*: as for `Link.stop`."""
        await asyncio.gather(*(link.stop(is_clean) for link in self._links.values()))
