"""Numbers that owners bring in: promised, listed, then told (docs/explanation/seeds.md)."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from arena.league.seeds.derivation import derive

NONCE = 32  # random bytes that an owner brings in
REPORT_EVERY_S = 20  # how often its program says that it is still there
PROMISED = ("kind", "pool", "boards_each", "challengers", "allow_same_owner", "ladder", "variants", "entrants")


def nonce_commitment(tournament: str, attempt: int, owner: str, nonce: bytes) -> bytes:
    """Return what an owner promises before the list is closed: 32 bytes."""
    return derive("arena-nonce-v1", tournament, attempt, owner, nonce)


def settings_text(settings: Mapping[str, Any]) -> str:
    """Write what line-ups are drawn from besides seeds, as RFC 8785 has it.

    *settings*: as an export has them, of which `PROMISED` are taken; who entered late was not there yet.
    """
    told = {name: settings[name] for name in PROMISED}
    told["entrants"] = [each for each in told["entrants"] if not each["late"]]
    return json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def settings_hash(text: str) -> bytes:
    """Return what a list promises of `settings_text`: 32 bytes."""
    return derive("arena-settings-v1", text)


def list_statement(
    tournament: str,
    root: bytes,
    settings: bytes,
    attempt: int,
    listed: Iterable[tuple[str, bytes]],
    chain: bytes = b"",
    round_: int = 0,
) -> bytes:
    """Return what the arena signs of a closed list: 32 bytes.

    *listed*: owner and commitment each, in any order; *root* is the tournament's, *settings* the hash of them. Of a
    public beacon *chain* is its hash; else it is empty and *round_* is 0.
    """
    entries = sorted(listed)
    parts = [part for entry in entries for part in entry]
    head = (tournament, root, settings, attempt, chain, round_)
    return derive("arena-list-v2", *head, len(entries), *parts)
