"""Makes sure that an operator's token is known: for set-up, before any service runs."""

import psycopg

from arena.store.errors import StoreUnavailable


def ensure_operator(dsn: str, token_sha256_hex: str) -> None:
    """Let the token with this SHA-256 (64 hex digits) act as operator. Calling it again changes nothing.

    Raises `StoreUnavailable` when the database does not answer.
    """
    digest = bytes.fromhex(token_sha256_hex)
    try:
        with psycopg.connect(dsn) as connection:
            connection.execute("INSERT INTO operators VALUES (%s) ON CONFLICT DO NOTHING", [digest])
    except psycopg.OperationalError as error:
        raise StoreUnavailable(f"the database does not answer: {' '.join(str(error).split())}") from error
