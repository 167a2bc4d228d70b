import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from arena.local.problems import StartError
from arena.local.state import CHECKOUT, NOBODY, State, default_folder, servers_user


def mode_of(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_the_environment_chooses_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ARENA_STATE", str(tmp_path / "mine"))
    assert default_folder() == tmp_path / "mine"


@pytest.mark.parametrize(("root", "parent"), [(True, "/var/lib/arena"), (False, "/home/ann/.local/state/arena")])
def test_the_default_folder_is_named_by_the_checkout(monkeypatch: pytest.MonkeyPatch, root: bool, parent: str) -> None:
    monkeypatch.delenv("ARENA_STATE", raising=False)
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.setattr("arena.local.state.servers_user", lambda: NOBODY if root else None)
    one, other = default_folder(Path("/one")), default_folder(Path("/other"))
    assert str(one.parent) == parent
    assert re.fullmatch(r"[0-9a-f]{12}", one.name)
    assert one != other


def test_the_checkout_is_where_the_project_file_is() -> None:
    assert (CHECKOUT / "pyproject.toml").is_file()


def test_the_folder_is_private_and_the_servers_own(own_folder: Path) -> None:
    old = os.umask(0o077)
    try:
        state = State.open(own_folder.parent / f"{own_folder.name}-deep" / "state")
    finally:
        os.umask(old)
    owner = os.geteuid() if servers_user() is None else NOBODY
    assert mode_of(state.folder) == 0o700
    assert state.folder.stat().st_uid == owner
    state.log("x").parent.rmdir()
    state.folder.rmdir()
    state.folder.parent.rmdir()


def test_root_is_refused_a_folder_that_nobody_cannot_reach(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("arena.local.state.servers_user", lambda: NOBODY)
    tmp_path.chmod(0o700)
    with pytest.raises(StartError, match="set ARENA_STATE to a folder that everybody can reach"):
        State.open(tmp_path / "state")


@pytest.mark.parametrize("name", ["file", "file/below"])
def test_an_unusable_folder_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StartError, match="Not a directory"):
        State.open(tmp_path / name)


def test_a_secret_is_made_once_and_private(own_state: State) -> None:
    first = own_state.secret("operator.token", lambda: "arena-op-1")
    assert own_state.secret("operator.token", lambda: "arena-op-2") == first == "arena-op-1"
    assert mode_of(own_state.folder / "operator.token") == 0o600


def test_a_second_holder_sees_the_process_of_the_first(own_state: State) -> None:
    with (
        own_state.lock(),
        pytest.raises(StartError, match=f"already up \\(process {os.getpid()}\\); stop"),
        own_state.lock(),
    ):
        pass
    with own_state.lock():
        pass


def test_the_lock_goes_with_a_killed_holder(own_state: State) -> None:
    program = "import os,sys; from pathlib import Path; from arena.local.state import State\n"
    program += "with State(Path(sys.argv[1])).lock(): os.kill(os.getpid(), 9)"
    subprocess.run([sys.executable, "-c", program, own_state.folder])
    with own_state.lock():
        pass
