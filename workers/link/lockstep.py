"""Play tables in columns: gather rows, send batches, settle answers.

This module handles the ordinary case without an object per decision: it enters a legal answer in time and makes the
next decision a row. Everything else (an illegal answer, a timeout, a seat to find again) ends the run of its table.
Then `arena.play` judges the answer. Mypyc compiles this file with the rules core.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from arena.play.ledger import Account, Ledger
from arena.play.seat import Evidence, bank_after
from arena.rules import NOBODY, Game, Kind, Rules
from arena.wire.columns.pack import Columns

if TYPE_CHECKING:
    from mypy_extensions import i64

SLACK_US: Final = 324_000  # added to the time left: the gateway's `CAP_US` and `GRAIN_US`

GOES_ON: Final = 0
DONE: Final = 1  # no open decision, or one that no batch can carry
ANSWERED: Final = 2  # `action` is illegal, or only one decision was to be asked
TIMED_OUT: Final = 3
ELSEWHERE: Final = 4  # The seat has to be found again, after `elapsed_us` of its time.
AWAY: Final = 5  # The bot is not at this gateway; ask again here, or find it elsewhere.


class BatchSeat:
    """A seat that is asked in columns. Its rows go to `builder`, which is None while the bot process is unknown.

    `signs` counts a gateway's reports that the seat's row is with its bot, or waits behind other batches.
    """

    def __init__(self, seat_id: i64, account: Account) -> None:
        self.signs: i64 = 0
        self.seat_id: i64 = seat_id
        self.account: Final[Account] = account
        self.builder: BatchBuilder | None = None


class Run:
    """A table under play in columns, whose open decision is one row.

    Attributes:
        end: How the run ended, or GOES_ON.
        think_us, net_us: The time charged for the row, and the network's share, over all attempts.
        elapsed_us: The time that the row has had.
        evidence: The gateway's evidence of a timeout; None if the row was late in a batch that was answered.
    """

    def __init__(self, ledger: Ledger, seats: list[BatchSeat], auto_single: bool, ended: Callable[[], None]) -> None:
        """Prepare a run; *ended* is called at its end, except by `stop`. *auto_single*: do not ask forced actions."""
        self.ledger: Final[Ledger] = ledger
        self.game: Final[Game] = ledger.game
        self.seats: Final[list[BatchSeat]] = seats
        self.auto_single: bool = auto_single
        self.ended: Final[Callable[[], None]] = ended
        self.move_us: i64 = ledger.time.move_us
        self.seat: BatchSeat = seats[0]
        self.builder: BatchBuilder | None = None
        self.one: bool = False
        self.last_hand: i64 = -1
        self.attempt: i64 = 0
        self.end: i64 = GOES_ON
        self.action: i64 = 0
        self.think_us: i64 = 0
        self.net_us: i64 = 0
        self.elapsed_us: i64 = 0
        self.evidence: Evidence | None = None

    def ask(self, attempt: int, elapsed_us: int) -> None:
        """Ask only the open decision, as *attempt* (from 0), after *elapsed_us* of its time."""
        self.one = True
        self.attempt = attempt
        self.elapsed_us = elapsed_us
        self.put()

    def play(self, to_hand_end: bool) -> None:
        """Play on from the open decision, only to the end of this hand if *to_hand_end*."""
        if to_hand_end:
            self.last_hand = self.game.hand.number
        self.advance()

    def stop(self) -> None:
        """End the run without calling `ended`, because nobody waits for the outcome."""
        self.end = DONE
        if self.builder is not None:
            self.builder.drop(self)

    def finish(self, end: i64) -> None:
        """End the run with the state *end*, and call `ended`."""
        self.end = end
        self.ended()

    def put(self) -> None:
        """Make a row of the open decision, or end the run if its seat has no builder."""
        if not self.join_queue():
            self.finish(ELSEWHERE)

    def join_queue(self) -> bool:
        """Add the open decision to its seat's builder; return whether the seat has one."""
        seat: BatchSeat = self.seats[self.game.to_act]
        builder = seat.builder
        if builder is None or not builder.is_open:
            return False
        self.seat = seat
        self.builder = builder
        builder.add(self)
        return True

    def advance(self) -> None:
        """Go on to the next decision that a bot must be asked."""
        game = self.game
        while True:
            if game.to_act == NOBODY or (self.last_hand >= 0 and game.hand.number != self.last_hand):
                break
            single = single_of(game) if self.auto_single else -1
            if single < 0:
                if self.join_queue():
                    return
                break
            self.ledger.force(single)
        self.finish(DONE)

    def pack(self, columns: Columns) -> i64:
        """Write the open decision to *columns*; return the time left for it, in microseconds."""
        seat = self.seat
        account = seat.account
        move_us: i64 = self.move_us - self.elapsed_us
        bank_us: i64 = account.bank_us
        if move_us < 0:
            bank_us += move_us
            move_us = 0
            if bank_us < 0:
                bank_us = 0
        columns.add(self.game, seat.seat_id, account.asked + 1, self.attempt, move_us, bank_us)
        return move_us + bank_us

    def settle(self, action: i64, think_us: i64, net_us: i64) -> bool:
        """Settle the row, answered by *action* in this time; return whether the answer is in the ledger."""
        seat = self.seat
        elapsed: i64 = self.elapsed_us + think_us + net_us
        if self.one or elapsed > self.move_us or seat.builder is None or not self.game.allows(action):
            return self.settle_odd(seat, action, elapsed, net_us)
        account = seat.account
        self.ledger.settle(account, action, account.bank_us, 0, think_us, 0, True)
        self.advance()
        return True

    def settle_odd(self, seat: BatchSeat, action: i64, elapsed: i64, net_us: i64) -> bool:
        """Settle a late, illegal or single answer; return whether the answer is in the ledger."""
        ledger, account = self.ledger, seat.account
        self.elapsed_us = elapsed
        self.net_us = net_us
        self.think_us = elapsed - net_us
        bank: i64 = account.bank_us
        if seat.builder is None:
            self.finish(ELSEWHERE)
        elif elapsed > self.move_us + bank + SLACK_US:
            self.finish(TIMED_OUT)
        elif self.one or not self.game.allows(action):
            self.action = action
            self.finish(ANSWERED)
        else:
            left: i64 = bank_after(ledger.time, bank, self.think_us)
            ledger.settle(account, action, left, 0, self.think_us, 0, True)
            self.elapsed_us = 0
            self.advance()
            return True
        return False

    def time_up(self, think_us: i64, net_us: i64, evidence: Evidence) -> None:
        """Settle the row, whose batch was not answered in time. Times as in `settle`."""
        self.evidence = evidence
        self.elapsed_us += think_us + net_us
        self.net_us = net_us
        self.think_us = self.elapsed_us - net_us
        self.finish(TIMED_OUT)

    def give_back(self, elapsed_us: i64) -> None:
        """Take the row back unanswered, after *elapsed_us* more of its time; its seat must be found again."""
        self.elapsed_us += elapsed_us
        self.finish(ELSEWHERE)

    def bot_away(self, elapsed_us: i64) -> None:
        """Take the row back unanswered, because its bot was away for *elapsed_us*."""
        self.elapsed_us += elapsed_us
        self.think_us = self.elapsed_us
        self.net_us = 0
        bank: i64 = self.seat.account.bank_us
        self.finish(TIMED_OUT if self.elapsed_us > self.move_us + bank + SLACK_US else AWAY)


class OddRow:
    """A row whose outcome was not entered in its ledger at once."""

    def __init__(self, run: Run) -> None:
        seat = run.seat
        self._account: Account = seat.account
        self._number: int = seat.account.asked + 1
        self.seat_id: int = seat.seat_id

    @property
    def is_entered(self) -> bool:
        """Whether the decision of the row, and all decisions before it, are settled."""
        return self._account.asked >= self._number


class BatchBuilder:
    """Gathers the ready rows of one variant for one bot process, while `is_open`.

    It packs each row at once, while the data of the row are in the processor's cache.
    """

    def __init__(self, rules: Rules) -> None:
        self.is_open: bool = True
        self.columns: Final = Columns(rules)
        self.runs: list[Run] = []
        self.limit_us: i64 = 0  # the longest time left of all rows

    def add(self, run: Run) -> None:
        """Add the open decision of *run* as a row."""
        left_us: i64 = run.pack(self.columns)
        if left_us > self.limit_us:
            self.limit_us = left_us
        self.runs.append(run)

    def drop(self, run: Run) -> None:
        """Remove the row of *run*, unless it was sent."""
        if run in self.runs:
            row = self.runs.index(run)
            self.columns.drop(row)
            del self.runs[row]

    def take(self, most: int) -> Batch:
        """Remove and return a batch of at most *most* rows."""
        runs = self.runs
        self.runs = runs[most:]
        if self.runs:
            runs = runs[:most]
        batch = Batch(runs, self.columns.take_pieces(most), self.limit_us)
        if not self.runs:
            self.limit_us = 0
        return batch


class Batch:
    """Rows that are sent together: *data* in pieces, one of *runs* per row, *limit_us* as in ColumnAsk (link.proto)."""

    def __init__(self, runs: list[Run], data: list[bytes], limit_us: int) -> None:
        self.runs: list[Run] = runs
        self.data: list[bytes] = data
        self.limit_us: int = limit_us


def single_of(game: Game) -> int:
    """Return the only legal action of the open decision; -1 if there are several."""
    if game.kind == Kind.PLAY:
        mask: i64 = game.open
        if mask & (mask - 1):
            return -1
    return game.legal().single
