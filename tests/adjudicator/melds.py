"""Melds by trying every class-legal combination (pinochle.md, Melds)."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

from tests.adjudicator.cards import PINOCHLE_RANKS, SUITS, in_order
from tests.adjudicator.variants import Sheet

NAMES = ("run", "royal_marriage", "royalty", "marriage", "nine", "aces", "kings", "queens", "jacks", "pinochle")
EACH = {"royal_marriage": 4, "marriage": 2, "nine": 1}
FIRST = {"run": 15, "aces": 10, "kings": 8, "queens": 6, "jacks": 4, "pinochle": 4}
SINGLE = {
    "run": (15, 150), "aces": (10, 100), "kings": (8, 80), "queens": (6, 60), "jacks": (4, 40), "pinochle": (4, 30),
}  # fmt: skip
DOUBLE = {
    "run": (15, 150, 225, 300), "aces": (10, 100, 150, 200), "kings": (8, 80, 120, 160), "queens": (6, 60, 90, 120),
    "jacks": (4, 40, 60, 80), "pinochle": (4, 30, 60, 90),
}  # fmt: skip

Cards = Counter[str]
Combination = tuple[dict[str, int], Cards]  # how many of each meld, and the cards that it uses


def points(sheet: Sheet, name: str, count: int) -> int:
    """Return what *count* melds of this name are worth. In this variant, in its scale."""
    if count == 0:
        return 0
    if name in EACH:
        return sheet.scale * EACH[name] * count
    if sheet.melds == "linear":
        return sheet.scale * FIRST[name] * count
    table = SINGLE if sheet.melds == "single" else DOUBLE
    return sheet.scale * table[name][count - 1]


def pieces(cards: str, times: int) -> Cards:
    return Counter(dict.fromkeys(cards.split(), times))


def most(hand: Cards, cards: str) -> int:
    """Return how many times these cards are all held."""
    return min(hand[card] for card in cards.split())


def in_suit(hand: Cards, trump: str) -> Iterator[Combination]:
    """Yield melds of class I in every number the cards allow. They are runs, royal marriages, marriages and nines."""
    run = " ".join(rank + trump for rank in "ATKQJ")
    plain = [suit for suit in SUITS if suit != trump]
    for runs, royals in product(range(most(hand, run) + 1), range(most(hand, f"K{trump} Q{trump}") + 1)):
        used = pieces(run, runs) + pieces(f"K{trump} Q{trump}", royals)
        if used <= hand:
            for many in product(*(range(min(hand["K" + suit], hand["Q" + suit]) + 1) for suit in plain)):
                marriages = used.copy()
                for suit, count in zip(plain, many, strict=True):
                    marriages += pieces(f"K{suit} Q{suit}", count)
                for nines in range(hand["9" + trump] + 1):
                    counts = {"run": runs, "royal_marriage": royals, "marriage": sum(many), "nine": nines}
                    yield counts, marriages + pieces("9" + trump, nines)


def arounds(hand: Cards) -> Iterator[Combination]:
    """Class II: aces, kings, queens and jacks in every suit."""
    cards = [" ".join(rank + suit for suit in SUITS) for rank in "AKQJ"]
    for many in product(*(range(most(hand, each) + 1) for each in cards)):
        used: Cards = Counter()
        for each, count in zip(cards, many, strict=True):
            used += pieces(each, count)
        yield dict(zip(("aces", "kings", "queens", "jacks"), many, strict=True)), used


def pinochles(hand: Cards) -> Iterator[Combination]:
    for count in range(most(hand, "QS JD") + 1):
        yield {"pinochle": count}, pieces("QS JD", count)


def royalty(option: Any, combination: Combination, hand: Cards, trump: str) -> tuple[int, int, Cards]:
    """Return (how many, points, cards) of royalty beside a run.

    Of the kings or queens that no queen or king is left to pair with.
    """
    counts, used = combination
    kings, queens = hand["K" + trump] - used["K" + trump], hand["Q" + trump] - used["Q" + trump]
    if option == 0 or counts["run"] == 0 or min(kings, queens) > 0:
        return 0, 0, Counter()
    king, queen = (40, 20) if option == "40/20" else (option, option)
    return kings + queens, kings * king + queens * queen, Counter({"K" + trump: kings, "Q" + trump: queens})


def best(sheet: Sheet, options: dict[str, Any], hand: list[str], trump: str) -> list[dict[str, Any]]:
    """Return every way to lay the highest meld. Each as `points`, `melds` and `shown` of a record."""
    return _best(sheet, options.get("extra_royalty", 0), tuple(sorted(hand)), trump)


@cache  # a record that is judged again and again has the same hands
def _best(sheet: Sheet, option: Any, hand: tuple[str, ...], trump: str) -> list[dict[str, Any]]:
    cards = Counter(hand)
    classes: list[list[tuple[int, dict[str, int], int, Cards]]] = []
    for combinations in (in_suit(cards, trump), arounds(cards), pinochles(cards)):
        ways = []
        for counts, used in combinations:
            many, extra, beside = 0, 0, Counter[str]()
            if "run" in counts:
                many, extra, beside = royalty(option, (counts, used), cards, trump)
            worth = sum(points(sheet, name, count) for name, count in counts.items()) + extra
            ways.append((worth, counts | {"royalty": many} if many else counts, extra, used + beside))
        highest = max(way[0] for way in ways)
        classes.append([way for way in ways if way[0] == highest])
    return [lay_melds(sheet, list(ways)) for ways in product(*classes)]


def lay_melds(sheet: Sheet, ways: list[tuple[int, dict[str, int], int, Cards]]) -> dict[str, Any]:
    """One way in each class, as a record has them together."""
    entries, shown = [], Counter[str]()
    for name in NAMES:
        for _, counts, extra, _ in ways:
            count = counts.get(name, 0)
            if count:
                entries.append([name, count, extra if name == "royalty" else points(sheet, name, count)])
    for way in ways:
        shown |= way[3]
    return {
        "points": sum(way[0] for way in ways),
        "melds": entries,
        "shown": in_order(shown.elements(), PINOCHLE_RANKS),
    }


def has_royal_marriage(melds: list[Any]) -> bool:
    """A run counts as having one."""
    return any(entry[0] in ("run", "royal_marriage") for entry in melds)
