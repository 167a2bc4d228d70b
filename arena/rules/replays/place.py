"""Find a decision of a recorded game by its place, and follow a game as one seat sees it."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from arena.rules.errors import PlaceError, RecordError
from arena.rules.games.card_knowledge import CardKnowledge
from arena.rules.games.game import Game, new_game
from arena.rules.games.length import BY_DEADLINE
from arena.rules.games.view import View
from arena.rules.hands.actions import from_decision, pack_cards
from arena.rules.hands.events import CardsHidden, HandStarted
from arena.rules.hands.layout import layout_of
from arena.rules.records.verify import verify
from arena.rules.rules import Rules
from arena.rules.variants.registry import configure


class SeatFollower:
    """A seat that follows a game and knows only what the seat may know.

    Attributes:
        view: the view of the seat after the events so far.
        missed: whether the last call of `follow` read discards or gifts that the seat may not see.
    """

    def __init__(self, rules: Rules, seat: int) -> None:
        self.view = View(rules, seat)
        self.missed = False
        self._seat = seat
        self._rules = rules
        self._since = 0
        self._where = CardKnowledge(rules, seat)

    @property
    def laid(self) -> list[int]:
        return self._where.laid

    def follow(self, game: Game, hand: int) -> None:
        """Read the seat's new events of *game*, up to the end of hand number *hand*."""
        self.missed = False
        for event in game.events(self._seat, self._since):
            if isinstance(event, HandStarted) and event.number > hand:
                return
            self.view.observe(event)
            self._where.observe(event)
            self.missed = self.missed or isinstance(event, CardsHidden)
            self._since += 1

    def cards(self, seat: int) -> list[int]:
        """Return the cards that *seat* holds, as far as the following seat is certain, in the sheet's order."""
        if seat == self._seat:
            return self.view.cards
        layout = layout_of(self._rules.deck)
        return layout.sorted(layout.hand(list(self._where.known[seat].elements())))


def game_of(record: object) -> Game:
    """Return the finished game of a record. Raises `RecordError`, which describes the first difference."""
    differences = verify(record)
    if differences:
        raise RecordError(f"this is not the record of a game: {differences[0]}")
    assert isinstance(record, dict)
    return finish_record(record)


def finish_record(record: dict[str, Any]) -> Game:
    """Return the finished game of a verified record."""
    game = begin_record(record)
    for hand in record["hands"]:
        for decision in hand["decisions"]:
            game.apply(action_of(game, decision))
    if record["ended"] == BY_DEADLINE:
        game.stop(BY_DEADLINE)
    return game


def begin_record(record: dict[str, Any]) -> Game:
    """Return the game of a verified record at its first decision."""
    return new_game(configure(record["variant"], options=record["options"]), bytes.fromhex(record["seed"]))


def action_of(game: Game, decision: dict[str, Any]) -> int:
    """Return the action of a recorded decision, which must be the open decision of *game*."""
    given = from_decision(game.kind, decision)
    return pack_cards(sorted(given, key=game.legal().cards.index)) if isinstance(given, list) else given


def names_of(seats: Sequence[str]) -> list[str]:
    """Return the players' names by seat, with the seat's number if a player has several seats."""
    if len(set(seats)) == len(seats):
        return list(seats)
    return [f"{name}/{seat}" for seat, name in enumerate(seats)]


FORM: Final = "GAME:HAND:DECISION"


class Place(NamedTuple):
    """A decision of a game, or a whole hand, or the whole game.

    *hand* and *decision* count from 0, as in records, and are None for all. In texts they count from 1.
    """

    game: str
    hand: int | None = None
    decision: int | None = None

    def __str__(self) -> str:
        numbers = (number + 1 for number in (self.hand, self.decision) if number is not None)
        return ":".join([self.game, *map(str, numbers)])


def read_place(text: str) -> Place:
    """Return the place that a text such as "GAME:1:3" describes. Raises `PlaceError`."""
    game, *numbers = text.split(":")
    if (
        not game
        or len(numbers) > 2
        or not all(each.isascii() and each.isdecimal() and len(each) < 9 and int(each) for each in numbers)
    ):
        raise PlaceError(f"{text[:80]!r} is not a place in a game; give GAME, GAME:HAND or {FORM}, counted from 1")
    return Place(game, *(int(each) - 1 for each in numbers))


def decisions_at(record: dict[str, Any], place: Place) -> Iterator[tuple[Place, Game, int]]:
    """Yield the decisions of a place: each decision's place, the game before it, and its action.

    The game changes when the next decision is requested. Raises `RecordError`, and `PlaceError` if the game has no such
    place.
    """
    game_of(record)
    hands = record["hands"]
    if place.hand is not None:
        _refuse_beyond(place, "the game", "hand", place.hand, len(hands))
        if place.decision is not None:
            _refuse_beyond(
                place, f"hand {place.hand + 1}", "decision", place.decision, len(hands[place.hand]["decisions"])
            )
    game = begin_record(record)
    for hand, finish_record in enumerate(hands):
        for number, decision in enumerate(finish_record["decisions"]):
            action = action_of(game, decision)
            if place.hand in (None, hand) and place.decision in (None, number):
                yield Place(place.game, hand, number), game, action
            game.apply(action)


def _refuse_beyond(place: Place, whole: str, part: str, number: int, count: int) -> None:
    if number >= count:
        raise PlaceError(f"{place}: {whole} has the {part}s 1 to {count}")
