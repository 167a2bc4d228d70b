"""Make a token of an operator or runner known, for set-up before any service runs."""

from typing import Final, LiteralString

from arena.store.session import session

_ON_ITS_WAY: Final = "INSERT INTO runner_looks (seen) VALUES (now()) ON CONFLICT (one) DO UPDATE SET seen = now()"
_INSERT = "INSERT INTO tokens (scope, hash, label) VALUES (%s, %s, 'set-up') ON CONFLICT (hash) DO NOTHING"


def ensure_operator(dsn: str, token_sha256_hex: str) -> None:
    """Let the token with this SHA-256 (64 hex digits) act as operator.

    Calling it again changes nothing. A token that was revoked stays revoked. Raises
    `StoreUnavailable` when the database does not answer.
    """
    _ensure(dsn, "operator", token_sha256_hex)


def ensure_runner(dsn: str, token_sha256_hex: str) -> None:
    """Let the token with this SHA-256 act as runner; as `ensure_operator`.

    One that has it is taken to be on its way: bots may be handed in from now on.
    """
    _ensure(dsn, "runner", token_sha256_hex, _ON_ITS_WAY)


def _ensure(dsn: str, scope: str, token_sha256_hex: str, more: LiteralString = "") -> None:
    with session(dsn, "arena prepare") as connection:
        connection.execute(_INSERT, [scope, bytes.fromhex(token_sha256_hex)])
        if more:
            connection.execute(more)
