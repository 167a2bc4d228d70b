"""Open a seat at a gateway, and move the seat to another gateway."""

import asyncio
from time import monotonic
from typing import Final

from arena.play import Ledger
from arena.wire.gen import link_pb2 as pb
from workers.link.directory import Directory
from workers.link.gateway_link import Link, LinkBrokenError
from workers.link.link_pool import LinkPool
from workers.link.lockstep import BatchSeat
from workers.play.batch_channel import BatchChannel
from workers.play.place import (
    BotAbsentError,
    EarlierAnswers,
    GatewayAwayError,
    LeaseSupersededError,
    Moment,
    Place,
    SpilledOutcomes,
    at_once,
)
from workers.play.row_channel import RowChannel, SeatChannel

RETRY: Final = 0.25  # Seconds between two searches for a gateway.
AT_START = 5.0  # Seconds for which a new game looks for a gateway that has the bot.
AWAY_FOR: Final = 60.0  # Seconds for which a running game waits for a gateway that does not answer.
JOURNAL_WITHIN = 2.0  # Seconds at most to wait for the journal before a seat follows its bot, whose clock runs.


class Placement:
    """Keeps a seat open at one gateway, and finds another gateway when the stream breaks.

    A seat moves only when the journal has all earlier answers. If this worker is killed later, the next worker asks
    only the new gateway for unjournalled answers.

    Attributes:
        channel: How the seat is asked; the first gateway decides it.
        earlier: Answers to earlier workers.
        is_ready: Whether this worker has opened the seat, or its game goes on without its bot.
        sent: Pieces of a serialised Turn with all events sent to the seat.
        news: A serialised Turn with the events that go with the open question.
    """

    def __init__(
        self,
        place: Place,
        seat: int,
        ledger: Ledger,
        links: LinkPool,
        directory: Directory,
        must_be_known: bool,
        spilled: SpilledOutcomes | None = None,
        holds: Moment = at_once,
        journalled: Moment = at_once,
    ) -> None:
        """Prepare the placement of *seat* (its number), without opening it.

        *must_be_known*: a killed worker may have left answers at the gateway only. *spilled*: answers that it stored.
        *holds*: returns once the lease certainly holds. *journalled*: returns once settled decisions are journalled.
        """
        self.place = place
        self._ledger = ledger
        self.links = links
        self._directory = directory
        self._holds, self._journalled = holds, journalled
        self.earlier = EarlierAnswers(must_be_known, spilled)
        self._account = ledger.accounts[seat]
        batch_seat = BatchSeat(place.seat_id, self._account)
        self.channel: SeatChannel = RowChannel(batch_seat, place.lease_number)
        if spilled and spilled.columnar:
            self.channel = self._batch_channel(batch_seat)
        self._form = self.channel.form if spilled else pb.SEAT_FORM_UNSPECIFIED
        self.is_ready = False
        self._link: Link | None = None
        self._epoch = 0
        self.opening = 0
        self.sent: list[bytes] = []
        self.news = b""

    @property
    def gateway(self) -> str:
        """The address of the seat's last gateway; "" before the first."""
        return self._link.address if self._link else self.place.gateway

    @property
    def is_open(self) -> bool:
        """Whether the seat can be asked without opening it first."""
        if self._link is None or not self._link.is_up or self._link.epoch != self._epoch:
            return False
        return self.channel.is_open

    @property
    def is_unconfirmed(self) -> bool:
        """Whether this worker may lack answers that the bot gave to an earlier worker."""
        return self.earlier.is_unconfirmed(self.is_ready, self._account.asked, self.channel.kept_number)

    async def open(self, attempt: int) -> Link:
        """Open the seat if necessary, before *attempt* (from 0); return the link to its gateway.

        Raises `BotAbsentError`, `GatewayAwayError`, `LeaseSupersededError`, `AnswersLostError`.
        """
        if not self.is_open:
            # A game under way then has events in `sent`, so that gateways wait longer for its bot.
            self.take_news()
            if not await self._find_gateway():
                self.channel.restart(attempt)
        assert self._link
        return self._link

    def take_news(self) -> None:
        """Count the events of the open question as sent."""
        self.sent.append(self.news)
        self.news = b""

    async def follow(self, attempt: int, elapsed_us: int) -> None:
        """Look for the bot at other gateways. *elapsed_us*: how long its question was open at this one."""
        left, began = self._link, monotonic()
        assert left
        self.take_news()
        has_moved = await self._move_from(left)
        self.channel.follow(left if has_moved else None, attempt, elapsed_us + int((monotonic() - began) * 1e6))

    async def _move_from(self, left: Link) -> bool:
        """Move the seat from *left* to another gateway that has its bot; return whether there is one."""
        try:
            await asyncio.wait_for(self._journalled(), JOURNAL_WITHIN)
        except TimeoutError:
            return False
        for address in await self._directory.gateways_of(self.place.version_id):
            link = self.links.to(address)
            if address == left.address or not await link.comes_up(RETRY):
                continue
            opened = await self._open_on(link)
            if opened and opened.status == pb.OPEN_STATUS_OPEN:
                left.close(pb.SeatClose(seat_id=self.place.seat_id, lease_number=self.place.lease_number))
                return True
        return False

    async def _find_gateway(self) -> bool:
        """Open the seat at some gateway; return whether that gateway already knew the seat."""
        await self._holds()
        began = monotonic()
        patience = AWAY_FOR if self._is_running else AT_START
        while (looked := monotonic() - began) < patience:
            refusals: list[pb.SeatOpened] = []
            for link in await self._candidates():
                if self.gateway not in ("", link.address) and not self.is_unconfirmed:
                    waited = monotonic()
                    await self._journalled()
                    began += monotonic() - waited
                opened = await self._open_on(link)
                if opened and opened.status == pb.OPEN_STATUS_OPEN:
                    self.earlier.upto = max(self.earlier.upto, opened.answered)
                    return opened.known
                refusals += [opened] if opened else []
            if refusals and looked >= max(refusal.wait_us for refusal in refusals) / 1e6:
                self.earlier.use(self.place.seat_id, self.is_unconfirmed)
                raise BotAbsentError(f"no instance of version {self.place.version_id} has room")
            if not refusals:
                await asyncio.sleep(RETRY)
        raise GatewayAwayError(f"no gateway with version {self.place.version_id} could be reached in {patience:.0f} s")

    async def _candidates(self) -> list[Link]:
        """Return the links to the gateways to try now, the seat's last gateway first."""
        last, live = self.gateway, await self._directory.gateways_of(self.place.version_id)
        others = [self.links.to(address) for address in live if address != last]
        if last and await self.links.to(last).comes_up(RETRY):
            return [self.links.to(last), *others]
        return [] if last in live else [link for link in others if await link.comes_up(RETRY)]

    async def _open_on(self, link: Link) -> pb.SeatOpened | None:
        """Open the seat on *link*; return None if the link broke. Raises `LeaseSupersededError`."""
        place, epoch = self.place, link.epoch
        try:
            opened = await link.open(self.opening_message())
        except LinkBrokenError:
            return None
        if opened.status == pb.OPEN_STATUS_FENCED:
            raise LeaseSupersededError(f"seat {place.seat_id:x} has a lease number above {place.lease_number}")
        if opened.status == pb.OPEN_STATUS_OPEN:
            self._link, self._epoch = link, epoch
            self.opening += 1
            if self._form == pb.SEAT_FORM_UNSPECIFIED:
                if opened.instance or opened.HasField("lost"):
                    self.channel = self._batch_channel(self.channel.batch_seat)
                self._form = self.channel.form
            self.channel.open(link, opened)
        return opened

    def opening_message(self) -> pb.SeatOpen:
        """Return the message that opens the seat, with all events sent to the seat so far."""
        place = self.place
        return pb.SeatOpen(
            seat_id=place.seat_id,
            version_id=place.version_id,
            lease_number=place.lease_number,
            start=place.start,
            events=b"".join(self.sent),
            variant=place.variant,
            form=self._form,
            is_confined=place.is_confined,
            must_be_known=self.is_unconfirmed,
            opening=self.opening + 1,
        )

    @property
    def _is_running(self) -> bool:
        return any(self.sent) or self._form != pb.SEAT_FORM_UNSPECIFIED

    def lose(self) -> None:
        """Have the seat opened again before the next question."""
        self._epoch = 0

    def leave(self) -> None:
        """Leave the seat: this worker asks it nothing more."""
        if self._link:
            self.channel.leave(self._link)
        # These refer to the game, and the game to its seats: such a cycle would stay in memory for hours.
        self._holds = self._journalled = at_once

    def _batch_channel(self, batch_seat: BatchSeat) -> SeatChannel:
        return BatchChannel(batch_seat, self._ledger, self.links)
