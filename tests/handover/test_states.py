"""After any loss nothing is asked twice, doubled, stuck or voided without need."""

import pytest

from tests.handover.explore import Explored
from tests.handover.state import begun

MANY = 100_000


def explored(decisions: int, workers: int, gateways: int, cuts: int) -> Explored:
    """Explore a game in which so many may be lost, and so many links cut."""
    exploration = Explored(begun(decisions, (workers, gateways, cuts)))
    assert (stuck := exploration.stuck()) is None, f"nothing can end this:\n{stuck}"
    return exploration


def test_a_worker_and_a_gateway_void_only_what_neither_could_write() -> None:
    assert len(explored(2, workers=1, gateways=1, cuts=0).worlds) > MANY


@pytest.mark.slow
def test_without_a_lost_gateway_nothing_is_void() -> None:
    exploration = explored(2, workers=1, gateways=0, cuts=1)
    assert not any(exploration.worlds[end].is_void for end in exploration.ends)


@pytest.mark.slow
@pytest.mark.parametrize(("decisions", "workers", "gateways", "cuts"), [(3, 0, 2, 0), (2, 1, 1, 1)])
def test_more_losses(decisions: int, workers: int, gateways: int, cuts: int) -> None:
    explored(decisions, workers, gateways, cuts)
