"""Prepare a database without `arena up`: `python -m arena.local.prepare`."""

import os
import sys
from functools import partial

from arena.store.accounts.operators import ensure_operator
from arena.store.errors import StoreError
from arena.store.migrate import migrate
from arena.store.session import Say
from arena.tokens import digest

INTERRUPTED = 130


def prepare(dsn: str, operator_token: str, say: Say) -> None:
    """Migrate the database at *dsn*, and make *operator_token* valid. Raises `StoreError`; *say* prints waits."""
    migrate(dsn, say)
    ensure_operator(dsn, digest(operator_token).hex())


def main() -> int:
    """Prepare the database at `$ARENA_DSN` for the token in `$ARENA_OPERATOR_TOKEN`; return the exit code."""
    missing = [name for name in ("ARENA_DSN", "ARENA_OPERATOR_TOKEN") if not os.environ.get(name)]
    if missing:
        print(f"{' and '.join(missing)} must be set in the environment", file=sys.stderr)
        return 2
    try:
        prepare(
            os.environ["ARENA_DSN"], os.environ["ARENA_OPERATOR_TOKEN"], partial(print, file=sys.stderr, flush=True)
        )
    except StoreError as problem:
        print(problem, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


if __name__ == "__main__":
    sys.exit(main())
