"""Manage the state folder: data of the embedded servers, logs, ports and secrets.

The folder is `$ARENA_STATE`, else `~/.local/state/arena/HASH`. For root it is `/var/lib/arena/HASH`, and the user
nobody owns it, because Postgres refuses to run as root. HASH is a hash of the checkout's path, so that two checkouts
never share a state folder.
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

from arena.files import create_file
from arena.local.problems import StartError

NOBODY = 65534  # user id and group id
PROBE = bytes(1 << 16)  # the data that `try_folder` writes and reads
CHECKOUT = Path(__file__).resolve().parents[2]


def servers_user() -> int | None:
    """Return the id of the user who runs Postgres and Valkey if this process is root's; else None: the same user."""
    return NOBODY if os.geteuid() == 0 else None


def default_folder(checkout: Path = CHECKOUT) -> Path:
    """Return the path of the state folder, which need not exist: `$ARENA_STATE`, by default one for *checkout*."""
    chosen = os.environ.get("ARENA_STATE")
    if chosen:
        return Path(chosen).absolute()
    digest = hashlib.sha256(os.fsencode(checkout)).hexdigest()[:12]
    parent = Path.home() / ".local/state/arena" if servers_user() is None else Path("/var/lib/arena")
    return parent / digest


def nobody_reaches(path: Path) -> bool:
    """Return whether the user nobody may enter all folders that contain *path*."""
    statuses = [folder.stat() for folder in path.absolute().parents]
    return all(each.st_mode & 0o001 or (each.st_uid == NOBODY and each.st_mode & 0o100) for each in statuses)


def try_folder(folder: Path) -> None:
    """Check that *folder* can be created and written to, and remove all traces. Raises `StartError` if it cannot."""
    missing = [path for path in (*reversed(folder.parents), folder) if not os.path.lexists(path)]
    created: list[Path] = []
    try:
        for path in missing:
            path.mkdir()
            created.append(path)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(PROBE)
            file.flush()
            os.fsync(file.fileno())
            file.seek(0)
            if file.read() != PROBE:
                raise OSError(errno.EIO, os.strerror(errno.EIO))
        closed = servers_user() is not None and not nobody_reaches([*missing, folder][0])
    except OSError as problem:
        raise _unusable_error(folder, problem) from None
    finally:
        with suppress(OSError):  # another arena may have put files there meanwhile
            for path in reversed(created):
                path.rmdir()
    if closed:
        raise _closed_error(folder)


def _unusable_error(folder: Path, problem: OSError) -> StartError:
    return StartError(
        f"the state folder {folder} cannot be used ({problem.strerror}); set ARENA_STATE to a folder that you may"
        " write to, on a disk with space"
    )


def _closed_error(folder: Path) -> StartError:
    return StartError(
        f"the state folder {folder} lies in a folder closed to the user nobody, who runs root's servers;"
        " set ARENA_STATE to a folder that everybody can reach"
    )


@dataclass(frozen=True)
class State:
    """An existing state folder, which only its owner may read (mode 0700)."""

    folder: Path

    @classmethod
    def open(cls, folder: Path | None = None) -> "State":
        """Return the state in *folder*, by default `default_folder()`, created if missing. Raises `StartError`."""
        folder = default_folder() if folder is None else folder.absolute()
        state = cls(folder)
        try:
            for missing in reversed([path for path in (folder, *folder.parents) if not path.exists()]):
                missing.mkdir(exist_ok=True)
                if servers_user() is not None:
                    missing.chmod(0o755)
            (folder / "logs").mkdir(exist_ok=True)
            if servers_user() is not None and not nobody_reaches(folder):
                raise _closed_error(folder)
            state.give_to_servers(folder)
            folder.chmod(0o700)
        except OSError as problem:
            raise _unusable_error(folder, problem) from None
        return state

    def give_to_servers(self, path: Path) -> None:
        """Make the user who runs Postgres and Valkey the owner of *path*; do nothing unless run by root."""
        user = servers_user()
        if user is not None:
            os.chown(path, user, user, follow_symlinks=False)

    def data(self, name: str) -> Path:
        """Return the data folder of the server *name*; create it (mode 0700) if it is missing."""
        path = self.folder / name
        path.mkdir(mode=0o700, exist_ok=True)
        self.give_to_servers(path)
        return path

    def log(self, name: str) -> Path:
        """Return the path of the log of the child process *name*."""
        return self.folder / "logs" / f"{name}.log"

    def secret(self, name: str, make: Callable[[], str] = lambda: secrets.token_urlsafe(24)) -> str:
        """Return the secret in the file *name*; if it is missing, store the secret that *make* returns (mode 0600)."""
        path = self.folder / name
        if not path.exists():
            self.write_private(name, make())
        return path.read_text().strip()

    def write_private(self, name: str, text: str) -> Path:
        """Write *text* to the file *name* (mode 0600) atomically, and return its path. Raises `OSError`."""
        draft = self.folder / f".{name}.{os.getpid()}"
        draft.unlink(missing_ok=True)
        with create_file(draft, 0o600) as file:
            file.write(f"{text}\n".encode())
        self.give_to_servers(draft)
        return draft.replace(self.folder / name)

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Lock the state folder during the block. Raises `StartError` if another process has locked it."""
        try:
            opened = os.open(self.folder / "lock", os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        except OSError as problem:
            raise _unusable_error(self.folder, problem) from None
        with open(opened, "a+") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                file.seek(0)
                holder = file.read().strip() or "?"
                raise StartError(
                    f"the arena of {self.folder} is already up (process {holder}); stop that one first,"
                    " or set ARENA_STATE to another folder"
                ) from None
            file.truncate(0)
            file.write(f"{os.getpid()}\n")
            file.flush()
            yield
