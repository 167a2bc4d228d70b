"""The game of a record, and its players' names."""

from collections.abc import Sequence
from typing import Any

from arena.rules.errors import BadRecord
from arena.rules.games.game import Game, new_game
from arena.rules.games.length import BY_DEADLINE
from arena.rules.hands.actions import from_decision, pack_cards
from arena.rules.records.verify import verify
from arena.rules.variants.registry import configure


def game_of(record: object) -> Game:
    """Return the finished game of a record; raises `BadRecord`, which names the first difference."""
    differences = verify(record)
    if differences:
        raise BadRecord(f"this is not the record of a game: {differences[0]}")
    assert isinstance(record, dict)
    return played(record)


def played(record: dict[str, Any]) -> Game:
    """Return the finished game of a record that verifies."""
    game = begun(record)
    for hand in record["hands"]:
        for decision in hand["decisions"]:
            game.apply(action_of(game, decision))
    if record["ended"] == BY_DEADLINE:
        game.stop(BY_DEADLINE)
    return game


def begun(record: dict[str, Any]) -> Game:
    """Return the game of a record that verifies, at its first decision."""
    return new_game(configure(record["variant"], options=record["options"]), bytes.fromhex(record["seed"]))


def action_of(game: Game, decision: dict[str, Any]) -> int:
    """Return the action of a decision that is open in *game*."""
    given = from_decision(game.kind, decision)
    return pack_cards(sorted(given, key=game.legal().cards.index)) if isinstance(given, list) else given


def names_of(seats: Sequence[str]) -> list[str]:
    """Return the players' names by seat, numbered where one sits in several."""
    if len(set(seats)) == len(seats):
        return list(seats)
    return [f"{name}/{seat}" for seat, name in enumerate(seats)]
