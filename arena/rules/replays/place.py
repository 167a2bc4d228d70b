"""A decision's place, GAME:HAND:DECISION, and the game as it stood there (docs/reference/places.md)."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from arena.rules.errors import BadPlace
from arena.rules.games.game import Game
from arena.rules.replays.played import action_of, begun, game_of

FORM: Final = "GAME:HAND:DECISION"


class Place(NamedTuple):
    """A decision of a game, or one of its hands, or all of it.

    *hand* and *decision* count from 0, as in records; as text they count from 1.
    """

    game: str
    hand: int | None = None
    decision: int | None = None

    def __str__(self) -> str:
        numbers = (number + 1 for number in (self.hand, self.decision) if number is not None)
        return ":".join([self.game, *map(str, numbers)])


def read_place(text: str) -> Place:
    """Return the place of a text; raises `BadPlace`."""
    game, *numbers = text.split(":")
    if (
        not game
        or len(numbers) > 2
        or not all(each.isascii() and each.isdecimal() and len(each) < 9 and int(each) for each in numbers)
    ):
        raise BadPlace(f"{text[:80]!r} is no place in a game: accepted is GAME, GAME:HAND or {FORM}, counted from 1")
    return Place(game, *(int(each) - 1 for each in numbers))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 9 and int(text) > 0


def decisions_at(record: dict[str, Any], place: Place) -> Iterator[tuple[Place, Game, int]]:
    """Yield each decision of a place: the game as it is open, and what was answered.

    The game moves on with the next one. Raises `BadRecord`, and `BadPlace` if the game has nothing there.
    """
    game_of(record)
    hands = record["hands"]
    if place.hand is not None:
        _refuse_beyond(place, "the game", "hand", place.hand, len(hands))
        if place.decision is not None:
            _refuse_beyond(
                place, f"hand {place.hand + 1}", "decision", place.decision, len(hands[place.hand]["decisions"])
            )
    game = begun(record)
    for hand, played in enumerate(hands):
        for number, decision in enumerate(played["decisions"]):
            action = action_of(game, decision)
            if place.hand in (None, hand) and place.decision in (None, number):
                yield Place(place.game, hand, number), game, action
            game.apply(action)


def _refuse_beyond(place: Place, whole: str, part: str, number: int, count: int) -> None:
    if number >= count:
        raise BadPlace(f"{place}: {whole} has the {part}s 1 to {count}")
