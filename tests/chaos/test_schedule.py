"""The schedule of faults, and what they explain."""

from tools.chaos.kept import Done
from tools.chaos.schedule import KINDS, LASTING, LONGEST, Fault, faults
from tools.chaos.voids import Void


def test_a_seed_makes_the_same_schedule() -> None:
    assert faults(1, 50, 4.0) == faults(1, 50, 4.0)
    assert faults(1, 50, 4.0) != faults(2, 50, 4.0)


def test_more_faults_begin_with_the_same() -> None:
    assert faults(1, 80, 4.0)[:50] == faults(1, 50, 4.0)


def test_every_kind_comes_and_stops_are_of_bounded_length() -> None:
    made = faults(3, 2_000, 4.0)
    assert {(fault.kind, fault.part) for fault in made} == set(KINDS)
    assert all((1.0 <= fault.lasts <= LONGEST) == (fault.kind in LASTING) for fault in made)
    assert {fault.part for fault in faults(3, 50, 4.0, ["gateway"])} == {"gateway"}


def done(part: str, began: float, stopped: float = 0.0) -> Done:
    return Done(Fault("stop" if stopped else "kill", part, 0, 0.0, stopped), began, began + stopped, 1.0)


def test_a_void_takes_a_worker_and_a_gateway_at_once_or_postgres() -> None:
    def explained(*before: Done) -> bool:
        return bool(Void(1, "", before).evidence)

    assert explained(done("worker", 10), done("gateway", 12))
    assert not explained(done("worker", 10), done("gateway", 14))
    assert explained(done("gateway", 5, stopped=20), done("worker", 24))
    assert explained(done("gateway", 7), done("postgres", 9), done("worker", 12))
    assert not explained(done("postgres", 10))
    assert not explained(done("postgres", 10), done("gateway", 20), done("worker", 24))
    assert not explained(done("worker", 10), done("worker", 11))
    assert explained(done("supervisor", 10))
    assert not explained()
