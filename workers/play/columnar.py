"""Seats that are asked in columns, and tables of such seats."""

import asyncio
from collections.abc import Callable, Sequence

from arena.play import Answered, Ledger, Lost, Question, Reply, TimedOut
from arena.wire.gen import link_pb2 as pb
from workers.link.gateway_link import Link
from workers.link.link_pool import LinkPool
from workers.link.lockstep import AWAY, DONE, ELSEWHERE, GOES_ON, SLACK_US, TIMED_OUT, RowQueue, RowSeat, Run
from workers.link.outcomes import LOST_REASONS, evidence_in


class ColumnarSeat:
    """The rows of one seat: where they go, and known outcomes.

    Attributes:
        is_on: whether the seat is asked in columns; its gateway says so when it is opened.
        kept_apart: the last decision whose outcome its gateway may keep apart from the batches, or 0.
        is_away: whether its bot has left that gateway, and is to be looked for elsewhere before it is asked again.
        spot: where its rows go; empty while that is unknown, or while the outcomes of rows are known already.
    """

    def __init__(self, seat_id: int, seat: int, ledger: Ledger, links: LinkPool) -> None:
        self.is_on = False
        self.is_away = False
        self.kept_apart = 0
        self.spot = RowSeat(seat_id, ledger.accounts[seat])
        self._account = ledger.accounts[seat]
        self._ledger = ledger
        self._links = links
        self._row_queue: RowQueue | None = None
        self._lost: str | None = None
        self._kept: dict[tuple[int, int], pb.Answered] = {}
        self._used = (0, 0)  # a decision's number, and how much of its time is gone

    def opened(self, link: Link, opened: pb.SeatOpened) -> None:
        """Note that the gateway at *link* has the seat."""
        self.is_on = self.is_on or bool(opened.instance or opened.HasField("lost"))
        if not self.is_on:
            return
        link.queues.seats[self.spot.seat_id] = self._hear
        self.kept_apart = max((row.number for row in opened.kept), default=self.kept_apart)
        settled = self._account.asked
        self._kept = {(row.number, row.attempt): row for row in opened.kept if row.number > settled}
        if opened.HasField("lost"):
            self._hear(opened)
        else:
            self._row_queue = link.queues.to(opened.instance).row_queue(self._ledger.game.rules)
            self.spot.row_queue = None if self._kept else self._row_queue

    def leave(self, link: Link) -> None:
        """Stop hearing of the seat from *link*, if this block still does."""
        if link.queues.seats.get(self.spot.seat_id) == self._hear:
            del link.queues.seats[self.spot.seat_id]

    @property
    def asked(self) -> int:
        """The seat's last settled decision."""
        return self._account.asked

    @property
    def answered(self) -> int:
        """The last decision that its gateway was found to have an answer to, while that is not used; or 0."""
        return max((number for number, _ in self._kept), default=0)

    @property
    def is_open(self) -> bool:
        """Whether it may be asked without being opened first."""
        return self._lost is not None or (self._row_queue is not None and self._row_queue.is_open)

    async def ask(self, question: Question) -> Reply | None:
        """Return a question's outcome; None if the seat must be reopened first."""
        if self._lost:
            return Lost(self._lost)
        kept = self._kept.pop((question.number, question.attempt), None)
        if not self._kept or not kept:
            self._kept.clear()
            self.spot.row_queue = self._row_queue
        if kept:
            return self.judged(kept)
        spots = [self.spot] * self._ledger.game.rules.seats
        used_us = self._used_us(question.number)
        run = await _over(self._ledger, spots, False, self._links, lambda run: run.ask(question.attempt, used_us))
        return self.reply(run)

    def _used_us(self, number: int) -> int:
        """Return how much of a decision's time is gone."""
        return self._used[1] if self._used[0] == number else 0

    def reply(self, run: Run) -> Reply | None:
        """Return the outcome of the row that ended *run*, as `ask` does."""
        self._used = (self._account.asked + 1, run.elapsed_us)
        self.is_away = run.end == AWAY
        self.kept_apart = self._account.asked + 1
        if run.end == ELSEWHERE:
            self._lose_way()
        if run.end in (ELSEWHERE, AWAY):
            return None
        if run.end == TIMED_OUT:
            return TimedOut(run.think_us, run.net_us, run.evidence)
        return Answered(run.action, run.think_us, run.net_us)

    def spend(self, elapsed_us: int) -> None:
        """Count more of the open decision's time as used."""
        self._used = (self._used[0], self._used[1] + elapsed_us)

    def judged(self, kept: pb.Answered) -> Reply:
        """Return the outcome a gateway kept, judged as by `Run`."""
        used_us = self._used_us(kept.number)
        elapsed_us = used_us + kept.think_us + kept.net_us
        is_late = elapsed_us > self._ledger.time.move_us + self._account.bank_us + SLACK_US
        self._used = (kept.number, elapsed_us)
        think_us, evidence = used_us + kept.think_us, None
        if kept.HasField("timed_out"):
            is_late, evidence = True, evidence_in(kept.timed_out)
        return TimedOut(think_us, kept.net_us, evidence) if is_late else Answered(kept.code, think_us, kept.net_us)

    def _hear(self, opened: pb.SeatOpened) -> None:
        """Note that the gateway says the seat is lost, or not ours."""
        self._lose_way()
        if opened.HasField("lost"):
            self._lost = LOST_REASONS[opened.lost.reason]

    def _lose_way(self) -> None:
        self._row_queue = self.spot.row_queue = None


async def stride(ledger: Ledger, seats: Sequence[ColumnarSeat], links: LinkPool, auto_single: bool) -> Reply | None:
    """Play on as `arena.play.Stride`; all-columnar tables go past a hand's end."""
    spots = [seat.spot for seat in seats]
    if spots[ledger.game.to_act].row_queue is None or seats[ledger.game.to_act].is_away:
        return None
    to_hand_end = not all(seat.is_on for seat in seats)
    run = await _over(ledger, spots, auto_single, links, lambda run: run.play(to_hand_end))
    return None if run.end == DONE else seats[ledger.game.to_act].reply(run)


async def _over(
    ledger: Ledger, spots: list[RowSeat], auto_single: bool, links: LinkPool, begin: Callable[[Run], None]
) -> Run:
    """Begin a run with *begin*; return it when it has ended."""
    ended = asyncio.Event()
    run = Run(ledger, spots, auto_single, ended.set)
    begin(run)
    try:
        links.flush_soon()
        await ended.wait()
    finally:
        if run.end == GOES_ON:
            run.stop()
    return run
