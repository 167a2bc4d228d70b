"""Ask seats as rows of batches, and play tables that have such seats."""

import asyncio
from collections.abc import Callable, Sequence
from typing import ClassVar

from arena.play import Answered, Ledger, Lost, Question, Reply, TimedOut
from arena.wire.gen import link_pb2 as pb
from workers.link.gateway_link import BotAwayError, Link
from workers.link.link_pool import LinkPool
from workers.link.lockstep import AWAY, DONE, ELSEWHERE, GOES_ON, SLACK_US, TIMED_OUT, BatchBuilder, BatchSeat, Run
from workers.link.outcomes import LOST_REASONS, read_evidence
from workers.play.row_channel import SeatChannel


class BatchChannel(SeatChannel):
    """Asks one seat as rows of batches, and keeps the outcomes that its gateway had kept.

    `batch_seat` has no builder while the seat's process is unknown, or while outcomes of its next rows are known.

    Attributes:
        is_away: Whether the bot has left its gateway, and must be found elsewhere before the next question.
    """

    form: ClassVar[pb.SeatForm.ValueType] = pb.SEAT_FORM_COLUMNS
    name = "in columns"

    def __init__(self, batch_seat: BatchSeat, ledger: Ledger, links: LinkPool) -> None:
        super().__init__(batch_seat)
        self.is_away = False
        self._kept_apart = 0  # number of the last decision whose outcome the gateway may keep with the seat, or 0
        self._account = batch_seat.account
        self._ledger = ledger
        self._links = links
        self._builder: BatchBuilder | None = None
        self._lost: str | None = None
        self._kept: dict[tuple[int, int], pb.Answered] = {}
        self._used = (0, 0)  # number of the open decision, and its time used so far (us)

    @property
    def kept_number(self) -> int:
        return max((number for number, _ in self._kept), default=0)

    @property
    def is_marked_by_batch(self) -> bool:
        return not self._kept_apart

    @property
    def is_open(self) -> bool:
        return self._lost is not None or (self._builder is not None and self._builder.is_open)

    def open(self, link: Link, opened: pb.SeatOpened) -> None:
        link.queues.seats[self.batch_seat.seat_id] = self._hear
        self._kept_apart = max((row.number for row in opened.kept), default=self._kept_apart)
        settled = self._account.asked
        self._kept = {(row.number, row.attempt): row for row in opened.kept if row.number > settled}
        if opened.HasField("lost"):
            self._hear(opened)
        else:
            self._builder = link.queues.to(opened.instance).builder(self._ledger.game.rules)
            self.batch_seat.builder = None if self._kept else self._builder

    def mark(self, number: int) -> None:
        if number >= self._kept_apart:
            self._kept_apart = 0

    def leave(self, link: Link) -> None:
        if link.queues.seats.get(self.batch_seat.seat_id) == self._hear:  # otherwise another block has the seat
            del link.queues.seats[self.batch_seat.seat_id]

    async def ask(self, link: Link, question: Question, news: bytes) -> Reply | None:
        if self.is_away:
            self.is_away = False
            raise BotAwayError(0)  # `_used` already counts the time of the question
        if self._lost:
            return Lost(self._lost)
        kept = self._kept.pop((question.number, question.attempt), None)
        if not self._kept or not kept:
            self._kept.clear()
            self.batch_seat.builder = self._builder
        if kept:
            return self.reply_of(question, kept)
        seats = [self.batch_seat] * self._ledger.game.rules.seats
        used_us = self._used_us(question.number)
        run = await _over(self._ledger, seats, False, self._links, lambda run: run.ask(question.attempt, used_us))
        return self.reply(run)

    def _used_us(self, number: int) -> int:
        return self._used[1] if self._used[0] == number else 0

    def reply(self, run: Run) -> Reply | None:
        """Return the outcome of the row that ended *run*; None if the seat must be opened again first."""
        self._used = (self._account.asked + 1, run.elapsed_us)
        self.is_away = run.end == AWAY
        self._kept_apart = self._account.asked + 1
        if run.end == ELSEWHERE:
            self._lose_way()
        if run.end in (ELSEWHERE, AWAY):
            return None
        if run.end == TIMED_OUT:
            return TimedOut(run.think_us, run.net_us, run.evidence)
        return Answered(run.action, run.think_us, run.net_us)

    def follow(self, left: Link | None, attempt: int, elapsed_us: int) -> None:
        """Add *elapsed_us* to the used time of the open decision."""
        if left:
            self.leave(left)
        self._used = (self._used[0], self._used[1] + elapsed_us)

    def reply_of(self, question: Question, answered: pb.Answered) -> Reply:
        """Return the reply in an outcome that a gateway kept; it is late by the rules of `Run`."""
        used_us = self._used_us(answered.number)
        elapsed_us = used_us + answered.think_us + answered.net_us
        is_late = elapsed_us > self._ledger.time.move_us + self._account.bank_us + SLACK_US
        self._used = (answered.number, elapsed_us)
        think_us, evidence = used_us + answered.think_us, None
        if answered.HasField("timed_out"):
            is_late, evidence = True, read_evidence(answered.timed_out)
        if is_late:
            return TimedOut(think_us, answered.net_us, evidence)
        return Answered(answered.code, think_us, answered.net_us)

    def _hear(self, opened: pb.SeatOpened) -> None:
        """Note a gateway's message that the bot has lost the seat, or that another worker has it."""
        self._lose_way()
        if opened.HasField("lost"):
            self._lost = LOST_REASONS[opened.lost.reason]

    def _lose_way(self) -> None:
        self._builder = self.batch_seat.builder = None


async def stride(ledger: Ledger, channels: Sequence[SeatChannel], links: LinkPool, auto_single: bool) -> Reply | None:
    """Play on in columns (as `arena.play.Stride`); return the outcome that the caller must judge, or None."""
    acting = channels[ledger.game.to_act]
    if not isinstance(acting, BatchChannel) or acting.batch_seat.builder is None or acting.is_away:
        return None
    to_hand_end = not all(isinstance(channel, BatchChannel) for channel in channels)  # otherwise to the game's end
    seats = [channel.batch_seat for channel in channels]
    run = await _over(ledger, seats, auto_single, links, lambda run: run.play(to_hand_end))
    if run.end == DONE:
        return None
    acting = channels[ledger.game.to_act]
    assert isinstance(acting, BatchChannel)
    return acting.reply(run)


async def _over(
    ledger: Ledger, seats: list[BatchSeat], auto_single: bool, links: LinkPool, begin: Callable[[Run], None]
) -> Run:
    """Begin a run with *begin*; return the run when it has ended."""
    ended = asyncio.Event()
    run = Run(ledger, seats, auto_single, ended.set)
    begin(run)
    try:
        links.flush_soon()
        await ended.wait()
    finally:
        if run.end == GOES_ON:
            run.stop()
    return run
