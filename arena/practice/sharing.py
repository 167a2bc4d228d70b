"""The same deal for a friend: a code that fits a message, with what one made of it oneself."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final
from zlib import compress, decompressobj, error

from arena.practice.deals import Deal
from arena.practice.errors import BadTable
from arena.practice.results import Played, played_at
from arena.practice.saving import (
    MOST_CHARACTERS,
    NOBODYS_HANDS,
    deal_state,
    has_fields,
    loaded,
    marks_state,
    number,
    numbers,
    read_deal,
    read_marks,
)
from arena.practice.table import Table

FORMAT: Final = "arena-deal/1"
START: Final = "deal-"


def to_code(table: Table) -> str:
    """Return the table's deal, with the person's points so far, as one word.

    It has the seed: who reads it with a program knows all cards.
    """
    played = played_at(table)
    state = {
        "format": FORMAT,
        "deal": deal_state(table.deal),
        "points": list(played.points),
        **marks_state(played.marks),
    }
    packed = compress(json.dumps(state, separators=(",", ":")).encode(), 9)
    return START + urlsafe_b64encode(packed).decode().rstrip("=")


def from_code(code: str) -> tuple[Deal, Played]:
    """Return the deal of a code, and what its sender made of it. Raises `BadTable`."""
    if not code.startswith(START) or len(code) > MOST_CHARACTERS:
        raise BadTable(
            f"this is no code of a deal: one begins with {START} and has at most {MOST_CHARACTERS} characters"
        )
    unpacker = decompressobj()
    word = code[len(START) :]
    try:
        data = unpacker.decompress(urlsafe_b64decode(word + "=" * (-len(word) % 4)), MOST_CHARACTERS)
        text = data.decode()
    except (ValueError, error):
        raise BadTable("this is no code of a deal: a part of it is missing or changed") from None
    if not unpacker.eof or unpacker.unused_data:
        raise BadTable("this is no code of a deal: it is cut off, or too long")
    state = loaded(text)
    has_fields(state, {"format", "deal", "points", "opened", "undone", "hints"}, "a code of a deal")
    if state["format"] != FORMAT:
        raise BadTable(f"this is no code of a deal: its format is not {FORMAT}")
    deal = read_deal(state["deal"])
    points = numbers(state["points"], "points", NOBODYS_HANDS, _points)
    return deal, Played(deal.seat, deal.begun().hand_number, tuple(points), read_marks(state))


def _points(value: object, what: str, below: int) -> int:
    """Return points, which may be negative."""
    if isinstance(value, int) and not isinstance(value, bool) and -below < value < 0:
        return value
    return number(value, what, below)
