"""Make an operator's token known, for set-up before any service runs."""

import psycopg

from arena.store.errors import StoreUnavailable

_INSERT = "INSERT INTO tokens (scope, hash, label) VALUES ('operator', %s, 'set-up') ON CONFLICT (hash) DO NOTHING"


def ensure_operator(dsn: str, token_sha256_hex: str) -> None:
    """Let the token with this SHA-256 (64 hex digits) act as operator.

    Calling it again changes nothing. A token that was revoked stays revoked. Raises
    `StoreUnavailable` when the database does not answer.
    """
    digest = bytes.fromhex(token_sha256_hex)
    try:
        with psycopg.connect(dsn) as connection:
            connection.execute(_INSERT, [digest])
    except psycopg.OperationalError as error:
        raise StoreUnavailable(f"the database does not answer: {' '.join(str(error).split())}") from error
