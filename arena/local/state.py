"""The state folder: data of the embedded servers, logs, ports and secrets.

`$ARENA_STATE`, else `~/.local/state/arena/<hash>`; as root `/var/lib/arena/<hash>`, owned by nobody, because root's
Postgres runs as nobody. The hash is of the checkout's path, so that two checkouts never share a state.
"""

import errno
import fcntl
import hashlib
import os
import secrets
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from arena.files import new_file
from arena.local.problems import StateInUse, StateUnreachable

NOBODY = 65534
TRIED = bytes(1 << 16)  # what `try_folder` writes
CHECKOUT = Path(__file__).resolve().parents[2]


def servers_user() -> int | None:
    """Return the user id the servers drop to; None unless we're root."""
    return NOBODY if os.geteuid() == 0 else None


def default_folder(checkout: Path = CHECKOUT) -> Path:
    """Return `$ARENA_STATE`, or the state folder of *checkout*."""
    chosen = os.environ.get("ARENA_STATE")
    if chosen:
        return Path(chosen).absolute()
    digest = hashlib.sha256(os.fsencode(checkout)).hexdigest()[:12]
    parent = Path.home() / ".local/state/arena" if servers_user() is None else Path("/var/lib/arena")
    return parent / digest


def nobody_reaches(path: Path) -> bool:
    """Return whether the user nobody may enter every folder above *path*."""
    return all(_lets_nobody_pass(folder) for folder in path.absolute().parents)


def try_folder(folder: Path) -> None:
    """Make the state folder if it is missing, write and read a file there, and remove both.

    Raises `StateUnreachable` if one of it fails.
    """
    missing = [path for path in (*reversed(folder.parents), folder) if not os.path.lexists(path)]
    made: list[Path] = []
    try:
        for path in missing:
            path.mkdir()
            made.append(path)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(TRIED)
            file.flush()
            os.fsync(file.fileno())
            file.seek(0)
            if file.read() != TRIED:
                raise OSError(errno.EIO, os.strerror(errno.EIO))
        closed = servers_user() is not None and not nobody_reaches([*missing, folder][0])
    except OSError as problem:
        raise _unusable(folder, problem) from None
    finally:
        with suppress(OSError):  # an arena has just begun to use it
            for path in reversed(made):
                path.rmdir()
    if closed:
        raise _closed(folder)


def _unusable(folder: Path, problem: OSError) -> StateUnreachable:
    return StateUnreachable(
        f"the state folder {folder} cannot be used ({problem.strerror}): set ARENA_STATE to a folder that you may"
        " write to, on a disk with space"
    )


def _closed(folder: Path) -> StateUnreachable:
    return StateUnreachable(
        f"the state folder {folder} lies in a folder closed to the user nobody, as whom root's servers run:"
        " set ARENA_STATE to a folder that everybody can reach"
    )


def _make_folder(folder: Path) -> None:
    """Make *folder* and its missing parents; root's are open to others."""
    for missing in reversed([path for path in (folder, *folder.parents) if not path.exists()]):
        missing.mkdir(exist_ok=True)
        if servers_user() is not None:
            missing.chmod(0o755)


def _lets_nobody_pass(folder: Path) -> bool:
    status = folder.stat()
    return bool(status.st_mode & 0o001) or (status.st_uid == NOBODY and bool(status.st_mode & 0o100))


@dataclass(frozen=True)
class State:
    """An existing state folder, 0700."""

    folder: Path

    @classmethod
    def open(cls, folder: Path | None = None) -> "State":
        """Make the folder if missing; raises `StateUnreachable` if unusable."""
        folder = default_folder() if folder is None else folder.absolute()
        state = cls(folder)
        try:
            _make_folder(folder)
            (folder / "logs").mkdir(exist_ok=True)
            if servers_user() is not None and not nobody_reaches(folder):
                raise _closed(folder)
            state.give_to_servers(folder)
            folder.chmod(0o700)
        except OSError as problem:
            raise _unusable(folder, problem) from None
        return state

    def give_to_servers(self, path: Path) -> None:
        """Make *path* belong to the user whom the servers run as."""
        user = servers_user()
        if user is not None:
            os.chown(path, user, user, follow_symlinks=False)

    def data(self, name: str) -> Path:
        """Return the data folder of server *name*: 0700, its own."""
        path = self.folder / name
        path.mkdir(mode=0o700, exist_ok=True)
        self.give_to_servers(path)
        return path

    def log(self, name: str) -> Path:
        """Return the log file of the child *name*."""
        return self.folder / "logs" / f"{name}.log"

    def secret(self, name: str, make: Callable[[], str] = lambda: secrets.token_urlsafe(24)) -> str:
        """Return the secret in file *name* (0600), made at first."""
        path = self.folder / name
        if not path.exists():
            self.write_private(name, make())
        return path.read_text().strip()

    def write_private(self, name: str, text: str) -> Path:
        """Write *text* to file *name* (0600), whole or not at all. Raises `OSError` with a path in it."""
        draft = self.folder / f".{name}.{os.getpid()}"
        draft.unlink(missing_ok=True)
        with new_file(draft, 0o600) as file:
            file.write(f"{text}\n".encode())
        self.give_to_servers(draft)
        return draft.replace(self.folder / name)

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Lock this state for one supervisor process; raises `StateInUse`."""
        try:
            opened = os.open(self.folder / "lock", os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        except OSError as problem:
            raise _unusable(self.folder, problem) from None
        with open(opened, "a+") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                file.seek(0)
                holder = file.read().strip() or "?"
                raise StateInUse(
                    f"the arena of {self.folder} is already up (process {holder}): stop that one first,"
                    " or set ARENA_STATE to another folder"
                ) from None
            file.truncate(0)
            file.write(f"{os.getpid()}\n")
            file.flush()
            yield
