"""Prepare a database without `arena up`: `python -m arena.local.prepare`."""

import sys
from functools import partial

from arena.settings import SettingError, postgres_address, required
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
    """Prepare the database at `$ARENA_DSN` for the token in `$ARENA_OPERATOR_TOKEN`; return the exit code.

    The code is 0, 2 for a bad setting or a database that cannot be migrated, or 130 after Ctrl-C. Both settings may be
    in files instead: `ARENA_DSN_FILE`, `ARENA_OPERATOR_TOKEN_FILE`.
    """
    try:
        dsn, token = postgres_address("ARENA_DSN"), required("ARENA_OPERATOR_TOKEN", "the first operator's token")
        prepare(dsn, token, partial(print, file=sys.stderr, flush=True))
    except (SettingError, StoreError) as problem:
        print(problem, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


if __name__ == "__main__":
    sys.exit(main())
