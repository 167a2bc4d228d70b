"""Describe the events of a practice table that the person's seat may know."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from arena.rules import (
    TAKE,
    CardsHidden,
    Event,
    Game,
    GameEnded,
    HandEnded,
    HandStarted,
    Kind,
    KittyTaken,
    KittyTurned,
    Melded,
    Played,
    Rules,
    Said,
    TrickWon,
    card_text,
    partner_of,
    unpack_cards,
)
from arena.rules.replays.narrate import format_answer, format_meld, format_unseen
from arena.rules.replays.sheet import tally
from arena.rules.words import kitty_word

# Names of the seats by number of seats: the person's seat is South, and the others follow clockwise.
PLACES: Final = {
    2: ("South", "North"),
    3: ("South", "West", "East"),
    4: ("South", "West", "North", "East"),
    5: ("South", "West", "Northwest", "Northeast", "East"),
}


@dataclass(frozen=True)
class TableEvent:
    """An event of a game in words; *line*: the description.

    *what*: "deal", "said", "kitty", "meld", "card", "trick", "score" or "end". *seat*: the acting seat, or -1. *card*:
    the card that was played or turned up, else "".
    """

    what: str
    seat: int
    card: str
    line: str


def places(seats: int, seat: int) -> list[str]:
    """Return the name of each seat, such as "West"; *seat*: the person's seat, which is South."""
    return [PLACES[seats][(each - seat) % seats] for each in range(seats)]


def narrate(game: Game, seat: int, since: int) -> list[TableEvent]:
    """Describe the events that *seat* has seen, from event number *since* on."""
    names = places(game.rules.seats, seat)
    lines: list[TableEvent] = []
    hand = 0
    for number, event in enumerate(game.events(seat)):
        if isinstance(event, HandStarted):
            hand = event.number
        if number >= since:
            lines += _narrate_event(game, hand, event, names)
    return lines


def _narrate_event(game: Game, hand: int, event: Event, names: list[str]) -> Iterator[TableEvent]:
    """Describe one event in lines, none if it deals the seat's own cards; *hand*: the event's hand, from 0."""
    if isinstance(event, Played):
        card = card_text(event.card)
        yield TableEvent("card", event.seat, card, f"{names[event.seat]} plays {card}")
    elif isinstance(event, TrickWon):
        dummy = f", with {card_text(event.turned)} of the dummy" if event.turned >= 0 else ""
        yield TableEvent("trick", event.seat, "", f"{names[event.seat]} wins the trick{dummy}")
    elif isinstance(event, Said | CardsHidden):
        line = _describe_decision(game.rules, event, names)
        if line:
            yield TableEvent("said", event.seat, "", line)
    elif isinstance(event, HandStarted):
        yield TableEvent("deal", event.dealer, "", f"Hand {event.number + 1}, dealt by {names[event.dealer]}")
    elif isinstance(event, KittyTurned):
        card = card_text(event.card)
        yield TableEvent("kitty", -1, card, f"{card} of the kitty is turned up")
    elif isinstance(event, KittyTaken):
        cards = f": {_write_cards(event.cards)}" if event.cards else ""
        yield TableEvent("kitty", event.seat, "", f"{names[event.seat]} takes the {kitty_word(game.rules)}{cards}")
    elif isinstance(event, Melded):
        cards = f" ({_write_cards(event.shown)})" if event.shown else ""
        yield TableEvent("meld", event.seat, "", f"{names[event.seat]} {format_meld(event)}{cards}")
    elif isinstance(event, HandEnded):
        for line in tally(game, game.hands[hand], names):
            yield TableEvent("score", -1, "", line)
    elif isinstance(event, GameEnded):
        yield TableEvent("end", -1, "", f"The game is won by {' and '.join(names[seat] for seat in event.winner)}")


def _describe_decision(rules: Rules, event: Said | CardsHidden, names: list[str]) -> str:
    """Describe a decision other than a play; return "" if another event describes it."""
    name = names[event.seat]
    if isinstance(event, CardsHidden):
        return format_unseen(rules, event.seat, event.kind, names)
    if event.kind == Kind.WIDOW and event.action == TAKE:
        return ""
    if event.kind == Kind.GIVE and rules.giving is not None:
        cards = _write_cards(unpack_cards(event.action, rules.giving.count))
        return f"{name} gives {names[partner_of(rules, event.seat)]} {cards}"
    return f"{name} {format_answer(rules, event.kind, event.action)}"


def _write_cards(codes: Sequence[int]) -> str:
    return " ".join(card_text(code) for code in codes)
