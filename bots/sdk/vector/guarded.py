"""Call a vector bot, report its errors, and replace its illegal answers."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from arena.rules import Rules
from bots.sdk.bot.answers import AnswerError
from bots.sdk.bot.bot import Outcome
from bots.sdk.seats.diary import Diary
from bots.sdk.seats.errors import RAISED, BotErrors
from bots.sdk.vector.answers import illegal_rows, integers, refusal
from bots.sdk.vector.batch import Batch
from bots.sdk.vector.bot import VectorBot
from bots.sdk.vector.log import line_of, pack_batch

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Guarded:
    """A wrapper of a vector bot that reports errors. All methods raise `BotFailedError` in strict runs."""

    def __init__(self, bot: VectorBot, errors: BotErrors, diary: Diary) -> None:
        self.bot = bot
        self.errors = errors
        self.diary = diary
        self.replaced: Sequence[int] = ()  # indices of rows of the last batch that the fallback answered

    def actions(self, batch: Batch) -> NDArray[np.int64]:
        """Return one legal action for each row, shape (n,).

        The fallback replaces illegal answers. The diary records the time of the whole batch for each kind of decision
        in it.
        """
        began = time.perf_counter()
        failure: BaseException | None = None
        wrong: dict[int, str] = {}
        try:
            actions = integers(self.bot.decide(batch), len(batch))
            wrong = {row: refusal(batch, row, int(actions[row])) for row in illegal_rows(batch, actions)}
        except (AnswerError, *RAISED) as error:
            actions, failure = batch.fallback, error
        if wrong:
            actions = actions.copy()
            actions[[*wrong]] = batch.fallback[[*wrong]]
        self.replaced = [*wrong] if failure is None else range(len(batch))
        think = time.perf_counter() - began
        for kind, decisions in enumerate(np.bincount(batch.kind).tolist()):
            if decisions:
                self.diary.note(kind, think, 0.0, decisions)
        if self.diary.logs:
            self.diary.write(line_of(batch, actions.tolist(), failure, wrong, think))
        self._report(batch, failure, wrong)
        return actions

    def _report(self, batch: Batch, failure: BaseException | None, wrong: Mapping[int, str]) -> None:
        where = f"at a batch of {len(batch)} rows of {batch.variant}"
        if isinstance(failure, AnswerError):
            self.errors.report("illegal", str(failure), where)
        elif failure is not None:
            self.errors.report_error(where, failure)
        for row, reason in wrong.items():
            self.errors.report("illegal", reason, where, pack_batch(batch.row(row)))

    def late(self, batch: Batch, row: int, reason: str) -> None:
        """Report that the answer to a row came too late. *row*: index in the batch; *reason*: text of the report."""
        where = f"row {row} of a batch of {len(batch)} rows of {batch.variant}"
        self.errors.report("late", reason, where, pack_batch(batch.row(row)))

    def started(self, seat_id: int, rules: Rules, seat: int) -> None:
        """Inform the bot that a game begins for a seat."""
        self._tell(f"at the start of seat {seat_id}", lambda: self.bot.started(seat_id, rules, seat))

    def game_over(self, seat_id: int, outcome: Outcome) -> None:
        """Inform the bot that the game of a seat has ended."""
        if self.diary.logs:
            self.diary.write({"seat_id": str(seat_id), "game_over": outcome._asdict()})
        self._tell(f"at the end of seat {seat_id}", lambda: self.bot.game_over(seat_id, outcome))

    def _tell(self, where: str, tell: Callable[[], None]) -> None:
        try:
            tell()
        except RAISED as error:
            self.errors.report_error(where, error)
