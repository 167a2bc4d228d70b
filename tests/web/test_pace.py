"""How long a tournament will go on; in virtual time."""

from arena.web.pages.tournaments.tournaments import LOOKED_BACK, MOST, Pace


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_it_goes_on_as_it_went() -> None:
    clock = Clock()
    pace = Pace(clock)
    assert pace.minutes_left("cup", 0, 100) is None
    clock.now = 60
    assert pace.minutes_left("cup", 20, 100) == 4


def test_a_short_look_says_nothing() -> None:
    clock = Clock()
    pace = Pace(clock)
    pace.minutes_left("cup", 0, 100)
    clock.now = 5
    assert pace.minutes_left("cup", 50, 100) is None
    clock.now = 60
    assert pace.minutes_left("other", 0, 100) is None


def test_what_was_long_ago_does_not_count() -> None:
    clock = Clock()
    pace = Pace(clock)
    pace.minutes_left("cup", 0, 1000)
    clock.now = LOOKED_BACK + 1
    pace.minutes_left("cup", 0, 1000)
    clock.now += 60
    assert pace.minutes_left("cup", 100, 1000) == 9


def test_only_so_many_tournaments_are_remembered() -> None:
    pace = Pace(Clock())
    for number in range(2 * MOST):
        pace.minutes_left(number, 0, 1)
    assert len(pace._looks) == MOST
