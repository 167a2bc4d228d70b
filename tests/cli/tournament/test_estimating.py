import pytest

from arena.cli.tournament.balances import format_range, workers_line
from arena.wire.gen.tournaments_pb2 import EstimateTournamentResponse


@pytest.mark.parametrize(
    ("least", "most", "said"),
    [
        (0.4571, 23.2, "460 ms to 23 s"),
        (0.0042, 0.0042, "4.2 ms"),
        (3.8, 384, "3.8 s to 6.4 min"),
        (8e3, 3e5, "2.2 h to 3.5 d"),
    ],
)
def test_times_have_two_figures(least: float, most: float, said: str) -> None:
    assert format_range(least, most) == said


@pytest.mark.parametrize(
    ("workers", "busy", "said"),
    [
        (0, 0, "workers: none runs, one is assumed; nothing is played before one is started"),
        (2, 0, "workers: 2, all idle"),
        (3, 2, "workers: 3, of which 2 play now"),
    ],
)
def test_idle_workers_are_distinguished(workers: int, busy: int, said: str) -> None:
    assert workers_line(EstimateTournamentResponse(workers=workers, busy_workers=busy)) == said
