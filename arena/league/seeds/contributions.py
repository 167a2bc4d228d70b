"""Numbers that owners bring in: promised, listed, then told (docs/explanation/seeds.md)."""

from collections.abc import Iterable

from arena.league.seeds.derivation import derive

NONCE = 32  # random bytes that an owner brings in


def nonce_commitment(tournament: str, attempt: int, owner: str, nonce: bytes) -> bytes:
    """Return what an owner promises before the list is closed: 32 bytes."""
    return derive("arena-nonce-v1", tournament, attempt, owner, nonce)


def list_statement(tournament: str, root: bytes, attempt: int, listed: Iterable[tuple[str, bytes]]) -> bytes:
    """Return what the arena signs of a closed list: 32 bytes.

    *listed*: owner and commitment each, in any order; *root* is the tournament's.
    """
    entries = sorted(listed)
    parts = [part for entry in entries for part in entry]
    return derive("arena-list-v1", tournament, root, attempt, len(entries), *parts)
