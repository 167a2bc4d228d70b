"""A decision of a game's record, as the seat knew it that was asked."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from arena.rules import Game, Place, from_line, is_line
from bots.sdk.bot.parsing import UserError
from bots.sdk.seats.replay import Decision


def open_decision(game: Game) -> Decision:
    """Return the open decision of *game*, with all that its seat may know."""
    seat = int(game.to_act)
    return Decision(game.rules, seat, game.events(seat), game.legal())


def record_in(given: str, place: Place) -> dict[str, Any]:
    """Return the record of the place's game: from a file, standard input ("-"), or a portable line.

    Raises `UserError`, `BadLine`.
    """
    for record in records_in(given):
        if record.get("id") == place.game:
            return record
    raise UserError(f"--record: no game {place.game!r} in {given[:80]}; `arena export T --game ID` writes one")


def records_in(given: str) -> Iterator[dict[str, Any]]:
    """Yield the records of a file, of standard input ("-"), or of a portable line.

    Raises `UserError`, `BadLine`.
    """
    if is_line(given) and not Path(given[:200]).exists():
        yield from_line(given)
        return
    try:
        text = sys.stdin.read() if given == "-" else Path(given).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"--record {given}: {getattr(error, 'strerror', None) or error}") from None
    for number, line in enumerate(filter(str.strip, text.splitlines()), start=1):
        if is_line(line):
            yield from_line(line.strip())
            continue
        try:
            record = json.loads(line)
        except ValueError:
            record = None
        if not isinstance(record, dict):
            raise UserError(f"--record {given}: line {number} is no record; accepted is JSON Lines, or a game's line")
        yield record
