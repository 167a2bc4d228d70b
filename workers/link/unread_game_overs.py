"""Send each GameOver again until a gateway confirms that the bot has read it."""

import asyncio
import time
from typing import TYPE_CHECKING, Final

from arena.wire.gen import link_pb2 as pb
from workers.link.directory import Directory

if TYPE_CHECKING:
    from workers.link.gateway_link import Link
    from workers.link.link_pool import LinkPool

LOOK: Final = 1.0  # seconds between two checks
KEPT: Final = 600.0  # seconds after which an unread GameOver is forgotten, as at the gateway
WITHIN: Final = 0.25  # seconds that a link has to come up


class UnreadGameOver:
    """A seat whose game is over: its *opening*, its *game_over*, and the *link* to the gateway that has the message."""

    __slots__ = ("epoch", "game_over", "is_away", "link", "opening", "said_at")

    def __init__(self, opening: pb.SeatOpen, game_over: bytes, link: "Link") -> None:
        self.opening = opening
        self.game_over = game_over
        self.said_at = time.monotonic()
        self.note_sent(link)

    def note_sent(self, link: "Link") -> None:
        """Note that the message was sent to the gateway at *link*."""
        self.link = link
        self.epoch = link.epoch if link.is_up else 0
        self.is_away = False

    @property
    def is_in_hand(self) -> bool:
        """Whether the gateway may still deliver the message to the bot."""
        return self.link.is_up and self.link.epoch == self.epoch and not self.is_away


class UnreadGameOvers:
    """The GameOvers of a worker that may be unread, by seat id, until the worker ends."""

    def __init__(self) -> None:
        self._unread: dict[int, UnreadGameOver] = {}

    def __len__(self) -> int:
        return len(self._unread)

    def add(self, unread: UnreadGameOver) -> None:
        """Add a seat whose GameOver was just sent."""
        self._unread[unread.opening.seat_id] = unread

    def note_read(self, seat_id: int) -> None:
        """Forget the seat, because its bot has read GameOver."""
        self._unread.pop(seat_id, None)

    def note_away(self, seat_id: int) -> None:
        """Note that the seat's bot is not at the gateway that has the message."""
        if unread := self._unread.get(seat_id):
            unread.is_away = True

    async def run(self, links: "LinkPool", directory: Directory) -> None:
        """Send unread messages again, for as long as the worker lives."""
        while True:
            await asyncio.sleep(LOOK)
            for unread in list(self._unread.values()):
                if time.monotonic() - unread.said_at > KEPT:
                    self.note_read(unread.opening.seat_id)
                elif not unread.is_in_hand:
                    await self._resend(unread, links, directory)

    async def _resend(self, unread: UnreadGameOver, links: "LinkPool", directory: Directory) -> None:
        """Send the message to a gateway that has the bot, if possible another one than before."""
        left, opening = unread.link, unread.opening
        addresses = await directory.gateways_of(opening.version_id)
        for address in sorted(addresses, key=lambda address: address == left.address):
            link = links.to(address)
            if not await link.comes_up(WITHIN):
                continue
            link.resend_game_over(pb.PendingGameOver(open=opening, game_over=unread.game_over))
            if link is not left:
                left.close(pb.SeatClose(seat_id=opening.seat_id, lease_number=opening.lease_number))
            unread.note_sent(link)
            return
