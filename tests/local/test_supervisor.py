import os
import signal
import subprocess
import sys
from collections.abc import Callable

import pytest

from arena.local.problems import CrashLoopError
from arena.local.state import State
from arena.local.supervisor import Child, Supervisor
from tests.local.processes import is_running
from tests.local.waiting import comes_true

SLEEP = "import time; time.sleep(60)"
MakeChild = Callable[..., Child]


@pytest.fixture
def child(own_state: State) -> MakeChild:
    def make(name: str, program: str, **more: object) -> Child:
        argv = (sys.executable, "-c", program)
        return Child(name=name, argv=argv, log=own_state.log(name), folder=own_state.folder, **more)  # type: ignore[arg-type]

    return make


def test_steps_start_in_order_and_end_in_reverse(own_state: State, child: MakeChild) -> None:
    diary = own_state.folder / "diary"
    program = (
        "import signal, sys, time\n"
        "def write(word): print(word, {name!r}, file=open({diary!r}, 'a'))\n"
        "def end(*_): write('ends'); sys.exit()\n"
        "signal.signal(signal.SIGTERM, end); write('starts')\n"
        "while True: time.sleep(1)"
    )
    guard = Supervisor(print)
    for name in ("first", "second"):
        ready = f"starts {name}\n"
        step = child(
            name,
            program.format(name=name, diary=str(diary)),
            ready=lambda ready=ready: diary.exists() and ready in diary.read_text(),
        )
        guard.start([step])
    guard.stop()
    assert diary.read_text().splitlines() == ["starts first", "starts second", "ends second", "ends first"]


def test_dead_children_are_started_again_and_reported(child: MakeChild) -> None:
    said: list[str] = []
    guard = Supervisor(said.append)
    guard.start([child("sleeper", SLEEP)])
    killed = guard.pid_of("sleeper")
    os.kill(killed, signal.SIGKILL)
    assert comes_true(lambda: guard.pid_of("sleeper") != killed)
    assert is_running(guard.pid_of("sleeper"))
    guard.stop()
    assert said == ["sleeper was killed by SIGKILL: starting it again"]
    assert not is_running(guard.pid_of("sleeper"))


def test_five_deaths_within_a_minute_end_everything(child: MakeChild) -> None:
    guard = Supervisor(print)
    guard.start([child("sleeper", SLEEP)])
    bad = child("bad", "print('no luck'); raise SystemExit(3)", ready=lambda: False)
    with pytest.raises(CrashLoopError) as end:
        guard.start([bad])
    assert str(end.value) == f"bad died 5 times within a minute; see its log, {bad.log}, which ends: no luck"
    assert bad.log.read_text() == "no luck\n" * 5
    assert guard.ended.wait(60)
    assert not is_running(guard.pid_of("sleeper"))


def test_a_child_that_does_not_get_ready_is_named(guard: Supervisor, child: MakeChild) -> None:
    with pytest.raises(CrashLoopError, match=r"slow was not ready within 0 s; see its log, .*slow\.log"):
        guard.start([child("slow", SLEEP, ready=lambda: False)], within=0.2)


def test_a_stubborn_child_may_fail_for_a_while(own_state: State, guard: Supervisor, child: MakeChild) -> None:
    count = own_state.folder / "count"
    program = f"import time; file = open({str(count)!r}, 'a+'); file.write('x'); file.flush(); file.seek(0)\n"
    program += "if len(file.read()) > 7: time.sleep(60)"
    guard.start([child("stubborn", program, stubborn_for=600.0)])
    assert comes_true(lambda: count.exists() and len(count.read_text()) == 8)
    assert guard.failure is None


def test_a_child_that_ignores_term_is_killed_with_its_children(own_state: State, child: MakeChild) -> None:
    note = own_state.folder / "grandchild"
    program = (
        "import signal, subprocess, sys, time; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        f"grandchild = subprocess.Popen([sys.executable, '-c', {SLEEP!r}])\n"
        f"open({str(note)!r}, 'w').write(f'{{grandchild.pid}}.'); time.sleep(60)"
    )
    guard = Supervisor(print)
    ready = lambda: note.exists() and note.read_text().endswith(".")  # noqa: E731
    guard.start([child("deaf", program, stop_within=0.2, ready=ready)])
    pids = [guard.pid_of("deaf"), int(note.read_text()[:-1])]
    guard.stop()
    assert comes_true(lambda: not any(is_running(pid) for pid in pids))


ONE_SUPERVISOR = """
import signal, sys, time
from pathlib import Path
folder = Path(sys.argv[1])
guard = Supervisor(print)
sleep = (sys.executable, "-c", "import time; time.sleep(60)")
guard.start([Child(name=name, argv=sleep, log=folder / name, folder=folder) for name in ("one", "two")])
print(guard.pid_of("one"), guard.pid_of("two"), flush=True)
time.sleep(60)
"""


def test_no_orphan_is_left_when_the_supervisor_is_killed(own_state: State) -> None:
    command = [sys.executable, "-c", ONE_SUPERVISOR, str(own_state.folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as supervisor:
        assert supervisor.stdout is not None
        pids = [int(pid) for pid in supervisor.stdout.readline().split()]
        assert all(is_running(pid) for pid in pids)
        supervisor.kill()
    assert comes_true(lambda: not any(is_running(pid) for pid in pids))
