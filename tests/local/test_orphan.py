import signal
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from arena.local.postgres import Postgres, end_orphan
from arena.local.state import State
from arena.local.supervisor import Child, spawn
from tests.local.processes import is_running
from tests.local.waiting import comes_true

Start = Callable[[Child], "subprocess.Popen[bytes]"]


@pytest.fixture
def start() -> Iterator[Start]:
    started: list[subprocess.Popen[bytes]] = []

    def start(child: Child) -> "subprocess.Popen[bytes]":
        started.append(spawn(child))
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.wait()


def test_a_postgres_without_supervisor_is_ended(
    own_state: State, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert end_orphan(own_state) is None
    postgres = Postgres.prepare(own_state)
    orphan = start(postgres.child())
    assert comes_true(postgres.is_alive)
    assert end_orphan(own_state) == orphan.pid
    assert not is_running(orphan.pid)
    assert end_orphan(own_state) is None
    # One that somebody started by hand is left alone.
    program, *words = postgres.child().argv
    by_hand = start(replace(postgres.child(), argv=(program, *words[2:], *words[:2])))
    assert comes_true(postgres.is_alive)
    assert end_orphan(own_state) is None
    assert is_running(by_hand.pid)
    by_hand.send_signal(signal.SIGINT)
    by_hand.wait()
    # One that ignores signals is killed.
    monkeypatch.setattr("arena.local.postgres.SIGNAL_TIMEOUT", 0.5)
    orphan = start(postgres.child())
    assert comes_true(postgres.is_alive)
    orphan.send_signal(signal.SIGSTOP)
    assert end_orphan(own_state) == orphan.pid
    assert not is_running(orphan.pid)


@pytest.mark.parametrize("text", ["", "junk\n", "99999999\n"])
def test_a_file_without_a_process_is_ignored(own_state: State, text: str) -> None:
    (own_state.data("postgres") / "postmaster.pid").write_text(text)
    assert end_orphan(own_state) is None


def test_another_process_with_the_number_is_left_alone(own_state: State, start: Start) -> None:
    log, folder = own_state.log("other"), own_state.folder
    other = start(Child("other", ("/bin/sleep", "600"), log, folder, as_server=True))
    (own_state.data("postgres") / "postmaster.pid").write_text(f"{other.pid}\n{Path(folder)}\n")
    assert end_orphan(own_state) is None
    assert is_running(other.pid)
