"""Every field of every variant's rules changes some game when it is flipped."""

import dataclasses
import itertools
import random
from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache
from typing import Any

import pytest

from arena.rules import VARIANTS, Game, Kind, Rules, configure, new_game, options_of, pack_cards
from arena.rules.cards import CARD_CODES
from arena.rules.hands.layout import layout_of
from arena.rules.rules import Bidding, DefendersScore, FirstLead, Offered, SavedBy, WhenVoid

GAMES = 800
HANDS = 3
DECISIONS = 400

Path = tuple[str, ...]
SORTED_BY: list[Callable[[int], int]] = [lambda card: card // 13, lambda card: card % 13, lambda card: card]

# A name, and a number that is written in the record: neither is a rule.
NO_RULE = {("name",), ("revision",)}
# Read by others: what `wins` is where the format leaves it out, and when the clock, which is not here, stops play.
SET_UP = {("length", "series_wins"), ("length", "deadline")}

# Fields that matter only under another option, or that only rare games show without it, and that option.
LOW = {"target": 10}
UNDER: dict[Path, dict[str, Any]] = {
    ("length", "target"): LOW,
    ("length", "both_reach"): LOW,
    ("length", "win_needs_bid"): LOW,
    ("length", "number"): {"format": {"kind": "hands", "count": 2}},
    ("length", "draw_seats_players"): {"first_dealer": "draw"},
    ("bids", "blind_six_deficit"): {"blind_six_deficit": 10},
    ("bids", "blind_six_limit"): {"blind_six_deficit": 0},
    ("length", "hands"): {"hands": 2},
    ("bags", "limit"): {"bag_limit": 4},
    ("contract", "declarer_saved_by"): {"min_bid": 10},
}
# Numbers whose neighbour shows too rarely, or never because bids go by tens, and how far the flip goes.
FURTHER: dict[Path, int] = {("length", "target"): 5000, ("throw_in", "all_tricks"): 10, ("chips", "kitty_from"): 100}


def unseen(rules: Rules, path: Path, value: Any) -> str:
    """Return why no game of this variant shows this flip, "" where one should."""
    name, auction = path[-1], rules.auction
    reasons = {
        "it is what the hands leave of the deck; reveal bidding alone counts it": name == "kitty",
        "there is no 2C": value is FirstLead.HOLDER_OF_2C and CARD_CODES["2C"] not in layout_of(rules.deck).deck,
        "there is no target for a contract": (auction is None or rules.length.target is None)
        and name in ("both_reach", "win_needs_bid"),
        "raises do not grow": auction is not None and auction.big_raise_from is None and name == "big_raise",
        "there is no kitty to turn up": value is Bidding.REVEAL and not rules.deal.kitty,
        "read where it is offered if hopeless": name == "all_tricks" and not is_hopeless_offered(rules),
        "there is one defender": value is DefendersScore.OWN and rules.seats == 2,
        "no royal marriage is needed": name == "gain_without_royal" and not needs_royal_marriage(rules),
        "any trump wins over one card": rules.seats == 2
        and value in (WhenVoid.TRUMP_IF_IT_WINS, WhenVoid.TRUMP_OVER)
        and rules.tricks.when_void is WhenVoid.ANY_TRUMP,
        "there are no nines": "9" not in rules.deck.ranks and name in ("nine", "nines_need_save"),
        "tricks without one counter are too rare; test_racehorse deals them": valueless(rules, name, value),
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def valueless(rules: Rules, name: str, value: Any) -> bool:
    """Say whether only a rare side could show the flip. One that won tricks, but no point with them."""
    stands = getattr(rules.contract, name, None)
    return isinstance(value, SavedBy) and {stands, value} == {SavedBy.TRICK, SavedBy.POINT}


def is_hopeless_offered(rules: Rules) -> bool:
    return rules.throw_in is not None and rules.throw_in.offered is Offered.IF_HOPELESS


def needs_royal_marriage(rules: Rules) -> bool:
    return rules.melds is not None and rules.melds.needs_royal_marriage


def flips(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield (where, another value) for every field below a record. A part that the variant has not has no fields."""
    for field in dataclasses.fields(value):
        here, value_here = (*path, field.name), getattr(value, field.name)
        if dataclasses.is_dataclass(value_here):
            yield from flips(value_here, here)
        elif not (value_here is None and hasattr(VARIANTS_WITH.get(field.name), "__dataclass_fields__")):
            for other in others(value_here, FURTHER.get(here, 1)):
                if is_one_of_its_kind(here, other):
                    yield here, other


def is_one_of_its_kind(path: Path, value: Any) -> bool:
    """A pair stays a pair; other tuples are of any length."""
    return path != ("melds", "royalty") or len(value) == 2


VARIANTS_WITH: dict[str, Any] = {
    field.name: next((part for part in parts if part is not None), None)
    for field in dataclasses.fields(Rules)
    for parts in [[getattr(rules, field.name) for rules in VARIANTS.values()]]
}


def others(value: Any, further: int) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, Enum):
        return [member for member in type(value) if member is not value]
    if isinstance(value, int):
        return [value + further]
    if value is None:
        return [1]
    if isinstance(value, str):
        return [value[:-1]]
    each = [(*value[:at], value[at] + 1, *value[at + 1 :]) for at in range(len(value)) if isinstance(value[at], int)]
    return [*each, value[:-1]] if value else []


def flipped(record: Any, path: Path, value: Any) -> Any:
    name, *rest = path
    return dataclasses.replace(record, **{name: flipped(getattr(record, name), tuple(rest), value) if rest else value})


def decks(rules: Rules, number: int) -> list[list[int]]:
    """Return the decks of a few hands, more or less sorted by rank or suit, for rare hands."""
    rng, deck = random.Random(number), layout_of(rules.deck).deck
    sorted_decks = []
    for _ in range(HANDS + 3):
        spread = (1.0, 0.0, 0.1, 1.0)[number % 4]
        by = rng.choice(SORTED_BY)
        places = {key: rng.random() for key in sorted({by(card) for card in deck})}
        sorted_decks.append(
            sorted(deck, key=lambda card: (places[by(card)] + spread * rng.random(), spread * rng.random()))
        )
    return [one_sided(rules, rng) for _ in sorted_decks] if number % 5 == 4 else sorted_decks


def one_sided(rules: Rules, rng: random.Random) -> list[int]:
    """Return a deck that deals high cards to some seats. And the low ones to the others, or almost."""
    kinds, noise = layout_of(rules.deck).deck, rng.choice((1, 4, 8))
    span, copies = len(rules.deck.ranks) * rules.deck.copies, rules.deck.copies
    order = list(range(span))
    if rules.seats == 4:
        # Low cards that beat one another, but no counter among them.
        low = order[2 * copies :]
        order = order[: 2 * copies] + rng.choice([low, low, low[::-1], low[copies:] + low[:copies]])
    deck = sorted(kinds, key=lambda card: order.index(kinds.index(card) % span) + noise * rng.random())
    high = rng.choice(([0], [0, 2], [1], [1, 3]))
    blocks: dict[int, list[int]] = {}
    for place in sorted(range(rules.seats), key=lambda place: place not in high):
        blocks[place] = [deck.pop(0) for _ in range(rules.deal.hand) if deck]
    return [card for place in range(rules.seats) for card in blocks[place]] + deck


def chosen(game: Game, number: int) -> int:
    legal = game.legal()
    if legal.kind == Kind.AUCTION:
        if legal.least > legal.most or (legal.may_pass and number % 3):
            return 0
        return legal.most if number % 60 == 0 else min(legal.least + legal.step * (number // 3 % 4), legal.most)
    if legal.kind in (Kind.DISCARD, Kind.GIVE):
        return pack_cards(
            [legal.cards[at] for at in sorted(random.Random(number).sample(range(len(legal.cards)), legal.count))]
        )
    return legal.actions[number % len(legal.actions)]


def seen(rules: Rules, dealt: list[list[int]], number: int) -> Iterator[object]:
    """Yield all that can be seen of a game, bit by bit. What is raised is seen too."""
    try:
        game = new_game(rules, bytes(32), deals=dealt)
        numbers = random.Random(number)
        yield game.seating
        for _ in range(DECISIONS):
            if game.is_over:
                break
            yield game.to_act, game.hand_number, game.legal()._fields()
            game.apply(chosen(game, numbers.getrandbits(30)))
        yield [game.events(seat) for seat in range(rules.seats)]
        yield game.result() if game.is_over else None
    except Exception as problem:
        yield repr(problem)


@cache
def unflipped(rules: Rules, number: int) -> list[object]:
    game = list(seen(rules, decks(rules, number), number))
    assert not isinstance(game[-1], str), game[-1]
    return game


def shows(rules: Rules, other: Rules, number: int) -> bool:
    """Say whether the game differs under the other rules. The game is the one with this number."""
    if rules.deck != other.deck:
        return True
    game = seen(other, decks(rules, number), number)
    return any(one != two for one, two in itertools.zip_longest(unflipped(rules, number), game))


def under(rules: Rules, path: Path) -> Rules:
    """Return the rules with short games, and the flip's option set. It is the option under which the field matters."""
    options = {"max_hands": HANDS} | UNDER.get(path, {})
    return configure(rules.name, options={name: value for name, value in options.items() if name in options_of(rules)})


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_field_is_dead(variant: str) -> None:
    dead = []
    for path, value in flips(VARIANTS[variant]):
        rules = under(VARIANTS[variant], path)
        if path in NO_RULE | SET_UP or unseen(rules, path, value):
            continue
        if not any(shows(rules, flipped(rules, path, value), number) for number in range(GAMES)):
            dead.append(f"{'.'.join(path)} = {value}")
    assert not dead, "no game shows these: " + ", ".join(dead)
