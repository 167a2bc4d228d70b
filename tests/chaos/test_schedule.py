"""The schedule of faults, the account of a run, and the voids that it explains."""

from pathlib import Path

from tools.chaos.check import Verdict
from tools.chaos.kept import END, InflictedFault, RunAccount, settings_of
from tools.chaos.report import format_account, merge_accounts, report
from tools.chaos.schedule import KINDS, LASTING, LONGEST, Fault, faults
from tools.chaos.voids import Void


def test_a_seed_makes_the_same_schedule() -> None:
    assert faults(1, 50, 4.0) == faults(1, 50, 4.0)
    assert faults(1, 50, 4.0) != faults(2, 50, 4.0)


def test_more_faults_begin_with_the_same() -> None:
    assert faults(1, 80, 4.0)[:50] == faults(1, 50, 4.0)


def test_every_kind_comes_and_stops_are_of_bounded_length() -> None:
    schedule = faults(3, 2_000, 4.0)
    assert {(fault.kind, fault.part) for fault in schedule} == set(KINDS)
    assert all((1.0 <= fault.lasts <= LONGEST) == (fault.kind in LASTING) for fault in schedule)
    assert {fault.part for fault in faults(3, 50, 4.0, ["gateway"])} == {"gateway"}


def done(part: str, began: float, stopped: float = 0.0) -> InflictedFault:
    return InflictedFault(Fault("stop" if stopped else "kill", part, 0, 0.0, stopped), began, began + stopped, 1.0)


def test_a_void_takes_a_worker_and_a_gateway_at_once_or_postgres() -> None:
    def explained(*before: InflictedFault) -> bool:
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


def test_a_run_goes_on_after_the_fault_that_was_done_last(tmp_path: Path) -> None:
    schedule = faults(1, 3, 1.0)
    for turn, fault in enumerate(schedule):
        account = RunAccount(tmp_path)
        account.goes_on()
        assert account.faults_done == turn
        account.add(InflictedFault(fault, float(turn), turn + 0.5, 0.1))
    again = RunAccount(tmp_path)
    assert [done.fault for done in again.done if done.fault != END] == schedule
    ends = [done for done in again.done if done.fault == END]
    assert [done.began for done in ends] == [0.5, 1.5]  # it may have been ended at once
    assert settings_of(tmp_path, {"seed": 1}) == settings_of(tmp_path, {"seed": 2}) == {"seed": 1}


def test_a_report_explains_voids() -> None:
    worker, gateway = (
        InflictedFault(Fault("kill", part, 0, 0.0, 0.0), 10.0, 10.0, 2.0) for part in ("worker", "gateway")
    )
    late = InflictedFault(gateway.fault, 20.0, 20.0, 4.0)
    voids = [Void(7, "lost", [worker, gateway]), Void(8, "lost", [worker, late]), Void(9, "lost", [worker, gateway])]
    verdict = Verdict(boards=9, games=36, lost=0, doubled=0, changed=0, blamed=0, same_tables=True)
    account = report({"seed": 1}, [worker, gateway, late], verdict, voids, {"disk": "none"})
    assert not account["good"]
    assert report({}, [worker], verdict, voids[:1], {})["good"]
    assert account["faults"][0] == {"fault": "kill gateway", "times": 2, "median": 3.0, "worst": 4.0}
    both = merge_accounts([account, account], [worker, gateway, late] * 2)
    assert (both["boards"], both["faults"][0]["times"], len(both["voided"])) == (18, 4, 6)
    text = format_account(account)
    assert "lost 0, doubled 0, changed 0" in text
    assert "2 (7, 9): lost; after kill gateway at 0 s; kill worker at 0 s" in text
    assert "1 (8): lost; NOT EXPLAINED by kill worker at 0 s; kill gateway at 10 s" in text
