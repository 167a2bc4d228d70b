import pytest

from arena.web.pages.tournaments.tournaments import MAX_TOURNAMENTS, PACE_WINDOW, Pace


@pytest.mark.parametrize(
    ("looks", "minutes"),
    [
        ([(0, 0), (60, 20)], 4),
        ([(0, 0), (5, 50)], None),  # too short
        ([(0, 0), (PACE_WINDOW + 1, 0), (PACE_WINDOW + 61, 10)], 9),  # the first was long ago
    ],
)
def test_it_goes_on_as_it_went(looks: list[tuple[float, int]], minutes: float | None) -> None:
    now = 0.0
    pace = Pace(lambda: now)
    for now, closed in looks:  # noqa: B007 - the clock reads it
        left = pace.minutes_left("cup", closed, 100)
    assert left == minutes
    assert pace.minutes_left("other", 0, 100) is None


def test_only_so_many_tournaments_are_remembered() -> None:
    pace = Pace(lambda: 0.0)
    for number in range(2 * MAX_TOURNAMENTS):
        pace.minutes_left(number, 0, 1)
    assert len(pace._looks) == MAX_TOURNAMENTS
