"""Find the database of a command that needs no running service.

The store, and psycopg with it, takes longer to import than all else of the command: only what runs imports it.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING
from zipfile import BadZipFile

from arena.cli.terminal.refusal import Refusal, Unavailable

if TYPE_CHECKING:
    from arena.local.state import State

DSN = "ARENA_DSN"


@contextmanager
def refusing() -> Iterator[None]:
    """Turn what can go wrong with a database or a backup into a `Refusal` of one line."""
    import psycopg

    from arena.local.backup import BadBackup
    from arena.local.problems import CannotStart
    from arena.settings import BadSetting
    from arena.store.errors import StoreError, StoreUnavailable

    try:
        yield
    except StoreUnavailable as problem:
        raise Unavailable(str(problem)) from None
    except (BadSetting, CannotStart, StoreError, BadZipFile, BadBackup, psycopg.Error) as problem:
        raise Refusal(" ".join(str(problem).split())) from None


def database() -> tuple[str, "State | None"]:
    """The address of the database, and the state folder it lies in: None for that of `ARENA_DSN`."""
    from arena.local.postgres import running_dsn
    from arena.local.state import State, default_folder
    from arena.settings import postgres_address

    if DSN in os.environ:
        return postgres_address(DSN), None
    if not os.path.exists(default_folder() / "postgres"):
        raise Refusal(f"no database: set {DSN} to the address of Postgres, or run `arena up` here")
    state = State.open()
    return running_dsn(state), state
