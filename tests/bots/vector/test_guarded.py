import io
from typing import Any

import numpy as np
import pytest

from arena.rules import KIND_NAMES, configure
from bots.sdk.bot.bot import Outcome
from bots.sdk.seats.diary import Diary
from bots.sdk.seats.errors import BotErrors, BotFailedError
from bots.sdk.vector.bot import VectorBot
from bots.sdk.vector.guarded import Guarded
from tests.bots.vector.packed import pack_batch


class Returns(VectorBot):
    """A bot that answers with what it was made of, called with the batch where that can be called."""

    def __init__(self, given: Any) -> None:
        self.given = given

    def decide(self, batch: Any) -> Any:
        return self.given(batch) if callable(self.given) else self.given

    def started(self, seat_id: int, rules: Any, seat: int) -> None:
        raise LookupError("no such seat")

    def game_over(self, seat_id: int, outcome: Outcome) -> None:
        raise SystemExit(3)


def answers_to(given: Any) -> tuple[list[int], str, int]:
    """Return what goes out for an answer of a bot, what standard error says, and how many errors are counted."""
    batch, _ = pack_batch("spades-4", 1)
    out = io.StringIO()
    errors = BotErrors(out=out)
    actions = Guarded(Returns(given), errors, Diary()).actions(batch)
    return actions.tolist(), out.getvalue(), errors.count


def test_lists_and_arrays_of_integers_are_taken() -> None:
    batch, _ = pack_batch("spades-4", 1)
    expected = batch.fallback.tolist()
    for given in (expected, tuple(expected), batch.fallback.astype(np.uint8), batch.fallback.astype(">i4")):
        assert answers_to(given) == (expected, "", 0)
    assert answers_to(lambda batch: batch.first_legal)[1:] == ("", 0)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (lambda batch: batch.fallback[1:], "decide returned ndarray (int64, shape ({fewer},)); return one integer "),
        (lambda batch: batch.fallback[:, None], "decide returned ndarray (int64, shape ({rows}, 1)); return one "),
        (lambda batch: batch.fallback.astype(float), "decide returned ndarray (float64, shape ({rows},)); return "),
        (None, "decide returned NoneType (object, shape ()); return one integer for each of the {rows}"),
        ([[1], [1, 2]], "decide returned list (object, shape (2,)); return one integer for each of the {rows} rows"),
        (lambda batch: batch.nothing, "spades-4 has no column 'nothing': it has seat_id, number, "),
        (lambda batch: 1 / 0, "ZeroDivisionError: division by zero"),
    ],
)
def test_an_invalid_answer_is_printed_and_replaced_by_the_fallback(given: Any, said: str) -> None:
    batch, _ = pack_batch("spades-4", 1)
    actions, out, count = answers_to(given)
    assert actions == batch.fallback.tolist()
    assert said.format(rows=len(batch), fewer=len(batch) - 1) in out
    assert f"at a batch of {len(batch)} rows of spades-4" in out
    assert count == 1


def test_a_row_that_is_not_legal_is_named_and_alone_replaced() -> None:
    batch, games = pack_batch("spades-4", 1)
    actions = batch.first_legal.copy()
    wrong = [2, len(batch) - 1]
    actions[wrong] = -5
    given, out, count = answers_to(actions)
    assert count == 2
    assert [row for row in range(len(batch)) if given[row] != batch.first_legal[row]] == [
        row for row in wrong if batch.first_legal[row] != batch.fallback[row]
    ]
    row, game = wrong[1], games[wrong[1]]
    legal = game.legal().describe()
    assert f"row {row} (spades-4, seat {1000 + row}, decision {row + 1}): play: -5 (play -5) is not" in out
    assert f"is not legal: legal is {legal}\n" in out


def test_a_strict_run_ends_at_the_first_error() -> None:
    batch, _ = pack_batch("spades-4", 1)
    guarded = Guarded(Returns([1]), BotErrors(strict=True, out=io.StringIO()), Diary())
    with pytest.raises(BotFailedError):
        guarded.actions(batch)


def test_starts_and_ends_are_guarded_too() -> None:
    out = io.StringIO()
    guarded = Guarded(Returns([]), BotErrors(out=out), Diary())
    guarded.started(7, configure("spades-4"), 2)
    guarded.game_over(7, Outcome(1, 2, "hands", 0))
    assert "LookupError: no such seat\nat the start of seat 7" in out.getvalue()
    assert "SystemExit: 3\nat the end of seat 7" in out.getvalue()


def test_a_batchs_time_is_noted_for_each_kind_in_it() -> None:
    batch, _ = pack_batch("pinochle-chips", 3)
    diary = Diary()
    Guarded(VectorBot(), BotErrors(strict=True), diary).actions(batch)
    times = diary.figures()
    assert {name: figures["decisions"] for name, figures in times.items()} == {
        KIND_NAMES[kind]: batch.kind.tolist().count(kind) for kind in sorted(set(batch.kind.tolist()))
    }
    assert len({figures["p50"] for figures in times.values()}) == 1
