"""A vector bot whose answers are legal in any case: its mistakes are told, counted and do not get out."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from arena.rules import Rules
from bots.sdk.answers import NoAnswer
from bots.sdk.bot import Outcome
from bots.sdk.diary import Diary
from bots.sdk.faults import RAISED, Faults
from bots.sdk.vector.answers import illegal_rows, refusal
from bots.sdk.vector.batch import Batch
from bots.sdk.vector.bot import VectorBot

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Guarded:
    """Calls a vector bot. Every method raises `BotFailed` when the bot is at fault and the run is strict."""

    def __init__(self, bot: VectorBot, faults: Faults, diary: Diary) -> None:
        self.bot = bot
        self.faults = faults
        self.diary = diary

    def actions(self, batch: Batch) -> NDArray[np.int64]:
        """One legal action for each row, shape (n,): the bot's, or the fallback where it has none.

        The diary notes the batch's time for each kind of decision in it.
        """
        began = time.perf_counter()
        actions = self._legal(batch)
        think = time.perf_counter() - began
        for kind, decisions in enumerate(np.bincount(batch.kind).tolist()):
            if decisions:
                self.diary.timed(kind, think, 0.0, decisions)
        return actions

    def _legal(self, batch: Batch) -> NDArray[np.int64]:
        where = f"at a batch of {len(batch)} rows of {batch.variant}"
        try:
            actions = integers(self.bot.decide(batch), len(batch))
        except NoAnswer as error:
            self.faults.refused(where, str(error), "")
            return batch.fallback
        except RAISED as error:
            self.faults.raised(where, error, "")
            return batch.fallback
        wrong = illegal_rows(batch, actions)
        if wrong:
            actions = actions.copy()
        for row in wrong:
            self.faults.refused(where, refusal(batch, row, int(actions[row])), "")
            actions[row] = batch.fallback[row]
        return actions

    def started(self, seat_id: int, rules: Rules, seat: int) -> None:
        """A game begins for a seat."""
        self._told(f"at the start of seat {seat_id}", lambda: self.bot.started(seat_id, rules, seat))

    def game_over(self, seat_id: int, outcome: Outcome) -> None:
        """A seat's game has ended."""
        self._told(f"at the end of seat {seat_id}", lambda: self.bot.game_over(seat_id, outcome))

    def _told(self, where: str, tell: Callable[[], None]) -> None:
        try:
            tell()
        except RAISED as error:
            self.faults.raised(where, error, "")


def integers(given: Any, rows: int) -> NDArray[np.int64]:
    """What `decide` returned as one integer for each row, shape (rows,). `NoAnswer` where it is not that."""
    try:
        array = np.asarray(given)
    except ValueError:  # lists of different lengths
        array = np.array(given, dtype=object)
    if array.dtype.kind not in "iu" or array.shape != (rows,):
        what = f"{type(given).__name__} ({array.dtype}, shape {array.shape})"
        raise NoAnswer(f"decide returned {what}: accepted is one integer for each of the {rows} rows")
    return array.astype(np.int64, copy=False)
