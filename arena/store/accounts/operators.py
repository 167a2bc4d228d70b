"""Make a token of an operator or runner known, for set-up before any service runs."""

import psycopg

from arena.store.errors import StoreUnavailable

_INSERT = "INSERT INTO tokens (scope, hash, label) VALUES (%s, %s, 'set-up') ON CONFLICT (hash) DO NOTHING"


def ensure_operator(dsn: str, token_sha256_hex: str) -> None:
    """Let the token with this SHA-256 (64 hex digits) act as operator.

    Calling it again changes nothing. A token that was revoked stays revoked. Raises
    `StoreUnavailable` when the database does not answer.
    """
    _ensure(dsn, "operator", token_sha256_hex)


def ensure_runner(dsn: str, token_sha256_hex: str) -> None:
    """Let the token with this SHA-256 act as runner; as `ensure_operator`."""
    _ensure(dsn, "runner", token_sha256_hex)


def _ensure(dsn: str, scope: str, token_sha256_hex: str) -> None:
    try:
        with psycopg.connect(dsn) as connection:
            connection.execute(_INSERT, [scope, bytes.fromhex(token_sha256_hex)])
    except psycopg.OperationalError as error:
        raise StoreUnavailable(f"the database does not answer: {' '.join(str(error).split())}") from error
