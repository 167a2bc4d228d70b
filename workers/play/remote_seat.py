"""A seat whose answers come from a bot behind a gateway."""

import asyncio
import logging
from collections.abc import Sequence
from time import monotonic
from typing import Final

from arena.handover import is_adrift, is_in_doubt, may_go_on, may_write
from arena.play import DISCONNECTED, Ending, Lost, Question, Reply, Verdict
from arena.rules import Event
from arena.wire.events import events_bytes
from arena.wire.gen import link_pb2 as pb
from arena.wire.seats import game_over_bytes, rejected_bytes, turn_bytes
from workers.link.directory import Directory
from workers.link.gateway_link import BotAway, Link, LinkBroken
from workers.link.link_pool import LinkPool
from workers.link.outcomes import judged_of, reply_of
from workers.link.unread_game_overs import UnreadGameOver
from workers.play.columnar import ColumnarSeat
from workers.play.place import (
    AnswersLost,
    BotAbsent,
    GatewayAway,
    Held,
    LeaseSupersededError,
    Moment,
    NoInstance,
    Place,
    RunnerAway,
    at_once,
)

logger = logging.getLogger(__name__)
RETRY: Final = 0.25  # seconds between two looks for a gateway
AT_START = 5.0  # how long a new game looks for a gateway that has the bot
AWAY_FOR: Final = 60.0  # how long a running game waits for a gateway that does not answer
JOURNAL_WITHIN = 2.0  # how long a seat that follows its bot waits for its journal; the bot's clock runs


class RemoteSeat:
    """A seat of a game whose bot is behind a gateway (`arena.play.Seat`).

    It is open in one stream to one gateway. When that breaks it is opened again, there or elsewhere, at the next
    question, with everything it was told; an open question is put again. The bot's clock stands still meanwhile: only
    what the new gateway measures is charged. `is_ready` once `open` has returned.

    It moves to another gateway only when the journal has all earlier answers. Otherwise, if this worker were killed,
    the next one would expect answers that are in no journal from the new gateway, because that knows the seat.
    """

    def __init__(
        self,
        place: Place,
        columns: ColumnarSeat,
        links: LinkPool,
        directory: Directory,
        must_be_known: bool,
        held: Held | None = None,
        holds: Moment = at_once,
        journalled: Moment = at_once,
        noted: Moment = at_once,
    ) -> None:
        """Make a seat, to be opened; *columns* is its columnar side.

        *must_be_known*: another worker was killed in this game, and answers may be at the gateway only.
        *held*: what that gateway wrote down, for it may be gone too.
        *holds*: returns when the block's lease holds; no seat is opened before.
        *journalled*: returns when the journal has everything up to now.
        *noted*: returns when the journal says at which gateway the seat is; nothing is asked before.
        """
        self._noted = noted
        self._written_down = held
        self._held: dict[tuple[int, int], pb.Answered] = {}  # of those, what is still to be used
        self._upto = 0  # the last decision that was answered to the worker before
        self._awaits = False  # whether an outcome may be on its way into the game
        self._holds = holds
        self._journalled = journalled
        self._place = place
        self.columns = columns
        self._links = links
        self._directory = directory
        self._must_be_known = must_be_known
        self.is_ready = False
        self._link: Link | None = None
        self._epoch = 0
        self.opening = 0  # how often it was opened
        self._form = pb.SEAT_FORM_UNSPECIFIED
        if held:
            self._form = pb.SEAT_FORM_COLUMNS if held.columnar else pb.SEAT_FORM_ROWS
            columns.is_on = held.columnar
        self._told: list[bytes] = []  # joined, a Turn of all events the seat was told
        self._news = b""  # a Turn of the events that go with the open question
        self._before = 0  # attempts at the open question that its gateway does not know
        self._spent_us = 0  # how long the question was open at gateways that the bot has left
        self._missed_since = 0.0  # since when no runner has the seat's process

    @property
    def gateway(self) -> str:
        """The address of the seat's last gateway; "" before there was one."""
        return self._link.address if self._link else self._place.gateway

    @property
    def is_in_doubt(self) -> bool:
        """Whether answers to the worker before may be missing here."""
        answered = max(self._upto, self.columns.answered)
        return is_in_doubt(self._must_be_known, self.is_ready, self.columns.asked, answered)

    @property
    def may_write(self) -> bool:
        """Whether the game's journal may be written while this seat is to act."""
        return may_write(self._is_open(), self.is_in_doubt)

    @property
    def is_adrift(self) -> bool:
        """Whether the seat is open nowhere, and every answer of its bot was taken."""
        return is_adrift(self._is_open(), self._awaits, self.is_in_doubt)

    @property
    def in_columns(self) -> bool:
        """Whether its decisions are rows of batches."""
        return self.columns.is_on

    @property
    def takes_rows(self) -> bool:
        """Whether rows of it may be sent: it is open, and in columns."""
        return self.columns.spot.row_queue is not None and self._is_open()

    def forget_lost_columns(self) -> None:
        """Let no row be sent for it where it is not open: it is opened again when it is asked."""
        if not self._is_open():
            self.columns.spot.row_queue = None

    async def open(self, events: Sequence[Event]) -> None:
        """Open the seat. Raises `NoInstance`, `GatewayAway`, `LeaseSupersededError`, `AnswersLost`."""
        self._told = [events_bytes(events)] if events else []
        try:
            await self._seated(0)
        except BotAbsent as absent:
            if not events:
                raise NoInstance(str(absent)) from None
        self.is_ready = True

    async def ask(self, question: Question) -> Reply:
        """Ask, at whichever gateway has the bot.

        Raises `GatewayAway`, `RunnerAway`, `LeaseSupersededError`, `AnswersLost`.
        """
        if not question.attempt:
            self._news, self._before, self._spent_us = events_bytes(question.events), 0, 0
        self._missed_since = 0.0
        reply = None
        while reply is None:
            reply = self._written_reply(question) or await self._try_to_ask(question)
        if not self.in_columns:
            self._told.append(self._news)
            self._news = b""
        return reply

    def _written_reply(self, question: Question) -> Reply | None:
        """Return what a gateway wrote down of the question; None where it did not, or where it is there itself."""
        answered = self._held.pop((question.number, question.attempt), None)
        if answered is None:
            return None
        self._before, self._epoch = question.attempt + 1, 0  # the seat's new gateway has yet to hear of this
        return self.columns.judged(answered) if self.in_columns else reply_of(question.legal.kind, answered)

    async def _try_to_ask(self, question: Question) -> Reply | None:
        """Ask; return None where the seat has to be opened again, or an answer was written down."""
        asked = (question.number, question.attempt)
        try:
            link = await self._seated(question.attempt)
            if asked in self._held:
                return None
            await self._noted()
            if self.columns.is_away:
                await self._follow_in_columns()
            return await self._outcome(link, question)
        except LinkBroken as broken:
            logger.debug("seat %x is asked again: %s", self._place.seat_id, broken)
            self._epoch = 0
        except BotAway as away:
            if self._place.is_confined:
                self._missed_since = self._missed_since or monotonic()
                if monotonic() - self._missed_since > AWAY_FOR:
                    raise RunnerAway(self._place.version_id) from None
            await self._follow(question.attempt, away.elapsed_us)
        except BotAbsent:
            if asked not in self._held:
                if self._place.is_confined:
                    raise RunnerAway(self._place.version_id) from None
                return Lost(DISCONNECTED)
        return None

    async def _outcome(self, link: Link, question: Question) -> Reply | None:
        """Put the question where the seat is open; who awaits the outcome enters it at once."""
        self._awaits = True
        try:
            if self.in_columns:
                return await self.columns.ask(question)
            return reply_of(question.legal.kind, await link.ask(self._ask(question)))
        finally:
            self._awaits = False

    def tell(self, events: Sequence[Event]) -> None:
        """Pass events on; after a broken stream, when it is reopened."""
        turn = events_bytes(events)
        self._told.append(turn)
        if self._is_open():
            assert self._link
            self._link.tell(pb.Tell(seat_id=self._place.seat_id, token=self._place.token, turn=turn))

    def judge(self, verdict: Verdict) -> None:
        """Pass it on where the seat is open; else it is lost."""
        if self._is_open():
            assert self._link
            self._link.judge(judged_of(self._place.seat_id, self._place.token, verdict))

    async def close(self, ending: Ending) -> None:
        """Tell the gateway that has the seat that the game is over."""
        over = game_over_bytes(ending.events, ending.rank, ending.score, ending.ended, ending.infractions)
        self._close(over)
        if self.gateway:
            self._links.unread.add(UnreadGameOver(self._opening(), over, self._links.to(self.gateway)))

    def void(self) -> None:
        """Tell the gateway that the game will be played again."""
        self._close(game_over_bytes([], 0, 0, "void", 0))

    @property
    def is_marked_by_batch(self) -> bool:
        """Whether marks of batches cover everything its gateway keeps of it."""
        return self.columns.is_on and not self.columns.kept_apart

    def mark(self, number: int) -> None:
        """Let the gateway forget the answers up to *number*, which are journalled."""
        if number >= self.columns.kept_apart:
            self.columns.kept_apart = 0
        if self.gateway:
            mark = pb.Mark(seat_id=self._place.seat_id, token=self._place.token, number=number)
            self._links.to(self.gateway).mark(mark)

    def leave(self) -> None:
        """Leave the seat: the game is over, or another worker's."""
        if self._link:
            self.columns.leave(self._link)
        # They are the game's, which has its seats: what refers to itself would stay in memory for hours.
        self._holds = self._journalled = self._noted = at_once

    def standing(self) -> str:
        """Describe where the seat is, for a traceback."""
        asked = "in columns" if self.in_columns else "by itself"
        opened = "open" if self._is_open() else "not open"
        return f"seat_id {self._place.seat_id:x}, asked {asked}, {opened} at the gateway {self.gateway or 'of nobody'}"

    def _close(self, over: bytes) -> None:
        self.leave()
        if self.gateway:
            close = pb.SeatClose(seat_id=self._place.seat_id, token=self._place.token, game_over=over)
            self._links.to(self.gateway).close(close)

    def _is_open(self) -> bool:
        if self._link is None or not self._link.is_up or self._link.epoch != self._epoch:
            return False
        return self.columns.is_open or not self.in_columns

    async def _seated(self, attempt: int) -> Link:
        """Return the link on which the seat is open, opened if needed."""
        if not self._is_open():
            # With these, a begun game always has events, and gateways wait longer for its bot.
            self._told.append(self._news)
            self._news = b""
            if not await self._find_gateway():
                self._before = attempt
        assert self._link
        return self._link

    async def _find_gateway(self) -> bool:
        """Open the seat at some gateway; return whether that knew it."""
        await self._holds()
        began = monotonic()
        patience = AWAY_FOR if self._is_running else AT_START
        while (looked := monotonic() - began) < patience:
            refusals: list[pb.SeatOpened] = []
            for link in await self._candidates():
                if self.gateway not in ("", link.address) and not self.is_in_doubt:
                    waited = monotonic()
                    await self._journalled()
                    began += monotonic() - waited
                opened = await self._open_on(link)
                if opened and opened.status == pb.OPEN_STATUS_OPEN:
                    self._upto = max(self._upto, opened.answered)
                    return opened.known
                refusals += [opened] if opened else []
            if refusals and looked >= max(refusal.wait_us for refusal in refusals) / 1e6:
                self._use_written_down()
                raise BotAbsent(f"no instance of version {self._place.version_id} has room")
            if not refusals:
                await asyncio.sleep(RETRY)
        raise GatewayAway(f"no gateway with version {self._place.version_id} could be reached in {patience:.0f} s")

    async def _follow(self, attempt: int, elapsed_us: int) -> None:
        """Move the seat to another gateway that has its bot, if any."""
        left, began = self._link, monotonic()
        assert left
        self._told.append(self._news)
        self._news = b""
        try:
            await asyncio.wait_for(self._journalled(), JOURNAL_WITHIN)
        except TimeoutError:
            return
        for address in await self._directory.gateways_of(self._place.version_id):
            link = self._links.to(address)
            if address == left.address or not await link.comes_up(RETRY):
                continue
            opened = await self._open_on(link)
            if opened and opened.status == pb.OPEN_STATUS_OPEN:
                left.close(pb.SeatClose(seat_id=self._place.seat_id, token=self._place.token))
                self._before, self._spent_us = attempt, elapsed_us + int((monotonic() - began) * 1e6)
                return

    async def _follow_in_columns(self) -> None:
        """Follow the bot, for a seat whose columns keep its time."""
        left, began = self._link, monotonic()
        assert left
        self.columns.is_away = False
        await self._follow(0, 0)
        if self._link is not left:
            self.columns.leave(left)
        self.columns.spend(int((monotonic() - began) * 1e6))

    async def _candidates(self) -> list[Link]:
        """Return the gateways to try now, the seat's last one first."""
        last, live = self.gateway, await self._directory.gateways_of(self._place.version_id)
        others = [self._links.to(address) for address in live if address != last]
        if last and await self._links.to(last).comes_up(RETRY):
            return [self._links.to(last), *others]
        return [] if last in live else [link for link in others if await link.comes_up(RETRY)]

    async def _open_on(self, link: Link) -> pb.SeatOpened | None:
        """Open the seat there; None if the link broke. Raises `LeaseSupersededError`."""
        place, epoch = self._place, link.epoch
        try:
            opened = await link.open(self._opening())
        except LinkBroken:
            return None
        if opened.status == pb.OPEN_STATUS_FENCED:
            raise LeaseSupersededError(f"seat {place.seat_id:x} has a token above {place.token}")
        if opened.status == pb.OPEN_STATUS_OPEN:
            self._link, self._epoch = link, epoch
            self.opening += 1
            self.columns.opened(link, opened)
            self._form = pb.SEAT_FORM_COLUMNS if self.in_columns else pb.SEAT_FORM_ROWS
        return opened

    def _opening(self) -> pb.SeatOpen:
        """Return the seat with all it was told."""
        place = self._place
        return pb.SeatOpen(
            seat_id=place.seat_id,
            version_id=place.version_id,
            token=place.token,
            start=place.start,
            events=b"".join(self._told),
            variant=place.variant,
            form=self._form,
            is_confined=place.is_confined,
            must_be_known=self.is_in_doubt,
            opening=self.opening + 1,
        )

    @property
    def _is_running(self) -> bool:
        """Whether the game has begun for this seat."""
        return any(self._told) or self._form != pb.SEAT_FORM_UNSPECIFIED

    def _use_written_down(self) -> None:
        """Go on without the gateway that the last worker's answers were at. Raises `AnswersLost`."""
        if not may_go_on(False, self._written_down is not None, self.is_in_doubt):
            raise AnswersLost(f"seat {self._place.seat_id:x} is unknown at every gateway that can be reached")
        if self._written_down is not None and self.is_in_doubt:
            answers = self._written_down.answers
            self._upto = max((answered.number for answered in answers), default=0)
            self._held = {(answered.number, answered.attempt): answered for answered in answers}

    def _ask(self, question: Question) -> pb.Ask:
        attempt, legal, rejected = question.attempt - self._before, question.legal, b""
        if attempt:
            assert question.rejection
            rejected = rejected_bytes(question.number, question.rejection.reason, legal, question.rejection.left)
        return pb.Ask(
            seat_id=self._place.seat_id,
            token=self._place.token,
            number=question.number,
            attempt=attempt,
            turn=self._news + turn_bytes([], question.number, legal.kind, legal),
            rejected=rejected,
            move_us=question.move_us,
            bank_us=question.bank_us,
            last_think_us=question.last_think_us,
            last_net_us=question.last_net_us,
            spent_us=0 if attempt else self._spent_us,
        )
