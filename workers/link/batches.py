"""Send batches of rows to one bot process. Mypyc compiles this file with the rules core."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from librt.strings import read_i64_le

from arena.play.seat import Evidence
from arena.rules import Game, Rules
from arena.wire.columns.frame import ACTION_BYTES, MAX_ROWS
from workers.link.lockstep import GOES_ON, Batch, BatchBuilder, OddRow, Run

if TYPE_CHECKING:
    from mypy_extensions import i64

AT_ONCE: Final = 2  # The most open batches of one process.
WORTH_ROWS: Final = 512  # The fewest rows of a second batch while one is open.
NEAR: Final = 16  # Rows whose tables are loaded into the cache together.
AHEAD: Final = 16  # Tables shuffled at a time, which takes about 60 us.


class BatchQueue:
    """Sends batches to one bot process, at most two at once, and settles the answers."""

    def __init__(self, send: Callable[[Batch], int]) -> None:
        """Make an empty queue. *send* sends a batch and returns the number that it got."""
        self.builders: dict[str, BatchBuilder] = {}
        self._send: Callable[[Batch], int] = send
        self._sent: dict[int, Batch] = {}
        self._fresh: list[Game] = []  # games in which a hand has just begun

    def builder(self, rules: Rules) -> BatchBuilder:
        """Return the builder that gathers the ready rows of a variant."""
        found = self.builders.get(rules.name)
        if found is None:
            found = self.builders[rules.name] = BatchBuilder(rules)
        return found

    def flush(self) -> None:
        """Send one batch of the ready rows, or two if there are enough rows.

        Every batch has a fixed cost, so a few rows wait until the open batch returns. Variants take turns.
        """
        rows = 0
        for sent in self._sent.values():
            rows += len(sent.runs)
        for builder in self.builders.values():
            rows += len(builder.runs)
        most = rows if rows < AT_ONCE * WORTH_ROWS else min((rows + 1) // AT_ONCE, MAX_ROWS)
        while len(self._sent) < AT_ONCE and self._send_one(most):
            pass

    def _send_one(self, most: int) -> bool:
        """Send a batch of at most *most* rows of the next variant; return whether rows were ready."""
        least = WORTH_ROWS if self._sent else 1
        for name, builder in self.builders.items():
            if len(builder.runs) >= least:
                batch = builder.take(most)
                self._sent[self._send(batch)] = batch
                del self.builders[name]
                self.builders[name] = builder
                return True
        return False

    def settle_answers(self, number: int, actions: bytes, think_us: int, net_us: int) -> list[OddRow]:
        """Settle the answered batch *number*; return the rows that were not entered in a ledger.

        *actions*: one per row, as in `write_actions`. *think_us*, *net_us*: the batch's charged time and the network's
        share.
        """
        runs = self._sent.pop(number).runs
        odd: list[OddRow] = []
        think: i64 = think_us
        net: i64 = net_us
        place: i64 = 0
        for begin in range(0, len(runs), NEAR):
            near = runs[begin : begin + NEAR]
            fetch(near)
            for run in near:
                if run.end != GOES_ON or not run.settle(read_i64_le(actions, place), think, net):
                    odd.append(OddRow(run))
                elif run.ledger.hand_began == run.ledger.entered:
                    self._fresh.append(run.game)
                place += ACTION_BYTES
        return odd

    def shuffle_ahead(self) -> None:
        """Shuffle the next hand of some tables while bots think.

        The tables of one block begin hands at the same time. Very short hands may end before all tables are shuffled
        ahead.
        """
        del self._fresh[:-WORTH_ROWS]
        for _table in range(min(AHEAD, len(self._fresh))):
            self._fresh.pop().shuffle_ahead()

    def end_timed_out(self, number: int, think_us: int, net_us: int, evidence: Evidence) -> list[OddRow]:
        """End the batch *number*, whose time is up; return all its rows. Times as in `settle_answers`."""
        runs = self._sent.pop(number).runs
        for run in runs:
            if run.end == GOES_ON:
                run.time_up(think_us, net_us, evidence)
        return [OddRow(run) for run in runs]

    def under_way(self, number: int) -> None:
        """Note that the gateway has the batch *number*: neither its rows nor the waiting rows are lost."""
        runs = list(self._sent[number].runs)
        for builder in self.builders.values():
            runs += builder.runs
        for run in runs:
            if run.end == GOES_ON:
                run.seat.signs += 1

    def take_back_moved(self, number: int, elapsed_us: int) -> None:
        """Return the rows of batch *number* to their tables after *elapsed_us*: their seats must be found again."""
        for run in self._sent.pop(number).runs:
            if run.end == GOES_ON:
                run.give_back(elapsed_us)

    def take_back_away(self, number: int, elapsed_us: int) -> None:
        """Return the rows of batch *number* to their tables, because the bot was away for *elapsed_us*."""
        for run in self._sent.pop(number).runs:
            if run.end == GOES_ON:
                run.bot_away(elapsed_us)

    def retire(self) -> None:
        """Return the ready rows to their tables, and accept no more; open batches may still be answered."""
        runs: list[Run] = []
        for builder in self.builders.values():
            builder.is_open = False
            runs += builder.runs
            builder.runs = []
        for run in runs:
            if run.end == GOES_ON:
                run.give_back(0)

    def close(self) -> None:
        """Return all rows, ready or sent, to their tables, without counting any time."""
        for number in list(self._sent):
            self.take_back_moved(number, 0)
        self.retire()


def fetch(runs: list[Run]) -> i64:
    """Load the data that settling the rows of *runs* needs into the cache; the returned sum has no meaning.

    Tables last used thousands of rows ago are out of the processor's cache. The parts of one table load one after
    another, because each holds the address of the next. Parts of several tables load at the same time.
    """
    read: i64 = 0
    for run in runs:
        read += run.end + run.move_us + run.net_us
    for run in runs:
        game, ledger = run.game, run.ledger
        read += game.count + game.open + game.trick + ledger.entered + ledger.hand_began
        read += run.seat.seat_id + len(run.seats)
    for run in runs:
        game = run.game
        account = run.seat.account
        read += account.asked + account.malformed + len(run.ledger.unstored) + game.hand.place
        read += run.seats[game.left_of(game.to_act)].seat_id
        for holding in game.seats:
            read += holding.cards + holding.wins
    for run in runs:
        game = run.game
        read += run.seats[game.left_of(game.to_act)].account.asked
    return read
