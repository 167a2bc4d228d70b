"""Clocks of minutes, as a language model needs them: nothing on the way gives up sooner."""

import pytest

from arena.gateway.seats import timekeeper
from arena.play import TimeControl
from arena.store.errors import InvalidTournamentError
from arena.store.tournaments.request import check_request, stored_columns, with_defaults
from tests import ask
from tests.gateway.seats.test_fair_clock import played
from tests.gateway.simulated import SECOND, Plan

MINUTE = 60 * SECOND
NET = 50_000


@pytest.fixture(autouse=True)
def _coarse_ticks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tick every second of the virtual time, which is never held up: an hour takes a blink."""
    monkeypatch.setattr(timekeeper, "TICK_US", SECOND)
    monkeypatch.setattr(timekeeper, "LAG_US", 2 * SECOND)


@pytest.mark.parametrize("move", [5 * MINUTE, 60 * MINUTE])
def test_a_bot_may_think_for_as_long_as_its_clock_says(move: int) -> None:
    time = TimeControl(move, 20 * MINUTE)
    thinks: list[int | float] = [0, move - SECOND, move + 10 * MINUTE, 1.0]
    asked = played([Plan(NET, think, NET) for think in thinks], time, [2 * NET], [])
    assert [each.in_time for each in asked] == [True] * 4
    charged = [each.outcome.think_us for each in asked]
    assert charged[:3] == pytest.approx([0, move - SECOND, move + 10 * MINUTE], abs=NET)
    assert charged[3] == pytest.approx(move + 20 * MINUTE - 10 * MINUTE, abs=NET)


def test_a_stream_that_breaks_in_the_middle_costs_nothing_more() -> None:
    time = TimeControl(5 * MINUTE, 0)
    broken = Plan(NET, 2 * MINUTE, NET, gone=(MINUTE, 10 * SECOND))
    (asked,) = played([broken], time, [2 * NET], [])
    assert asked.in_time
    assert asked.outcome.think_us == pytest.approx(3 * MINUTE + 10 * SECOND, abs=SECOND)


def test_time_is_up_at_its_end_and_no_sooner() -> None:
    time = TimeControl(5 * MINUTE, MINUTE)
    (asked,) = played([Plan(NET, 10 * MINUTE, NET)], time, [2 * NET], [])
    assert not asked.in_time
    assert asked.settled - asked.put == pytest.approx(6 * MINUTE, abs=3 * SECOND)


def test_a_move_may_have_an_hour_and_a_game_a_day() -> None:
    asked = {"move_us": 60 * MINUTE, "bank_us": 24 * 60 * MINUTE}
    request = with_defaults(ask.tournament("cup", [ask.variant("spades-4")], [], 1, **asked))
    check_request(request)
    assert stored_columns(request, 4).items() >= asked.items()
    with pytest.raises(InvalidTournamentError, match=r"move-time: 3601 s given, 0\.001 s to 3600 s are accepted"):
        check_request(ask.changed(request, move_us=60 * MINUTE + SECOND))
