"""Print what cards came to that were kept: the tables of `bots/house/craft/worth_tables.py`.

`expert` plays each deal in all seats: `python -m tests.bench.fitting.worths [VARIANT ...] [--deals 300]`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Any

from arena.rules import Game, Rules, partner_of, to_record
from bots.house.craft.hands import scale_of
from bots.house.craft.worth import PINOCHLE_SHAPE, SPADES_SHAPE, places
from bots.house.craft.worth_tables import SPADES
from bots.house.expert import ExpertBot
from bots.house.pinochle import COUNTERS
from bots.sdk import Bot, View
from bots.sdk.practice.local import board_seed, play_local
from tests.bench.fitting.played import by_variant, one_hand

SEED = 77
WEIGHT = 20  # so many hands of the neighbours count in each entry
WIDTH = 100  # digits a line

Entry = tuple[float, int]  # the sum of what cards came to, and how many


def kept(variant: str, deal: int) -> dict[int, Entry]:
    """Return what the cards that were kept came to, by their place in the table."""
    rules = one_hand(variant)
    seen: list[tuple[int, int, dict[Any, int]]] = []

    class Notes(ExpertBot):
        def answer(self, view: View) -> Any:
            if view.kind == "play":
                played = sum(play.seat == view.seat for trick in view.history for play in trick.plays)
                seen.append((view.seat, played, places(view)))
            return super().answer(view)

    bots: list[type[Bot]] = [Notes] * rules.seats
    came = came_to(rules, play_local(rules, board_seed(SEED, deal), bots))
    found: dict[int, Entry] = {}
    for seat, played, looked_up in seen:
        later = came[seat][played + 1 :]
        for card, place in looked_up.items():
            values = [value for other, value in later if other == card]
            if values:
                total, count = found.get(place, (0.0, 0))
                found[place] = (total + sum(values) / len(values), count + 1)
    return found


def came_to(rules: Rules, game: Game) -> dict[int, list[tuple[str, float]]]:
    """Return each seat's cards in the order of play, and what each brought.

    In spades the trick. In pinochle the trick's counters if the card won it, and its own on a trick of its side.
    """
    hand = to_record(game, "fit", ["expert"] * rules.seats, [])["hands"][0]
    dummy = hand["dealt"].get("dummy", [])
    came: dict[int, list[tuple[str, float]]] = defaultdict(list)
    for number, trick in enumerate(hand["tricks"]):
        seats = [(trick["leader"] + place) % rules.seats for place in range(rules.seats)]
        if len(trick["cards"]) < rules.seats:
            seats.remove(game.hand.sits_out)
        points = _points(rules, [*trick["cards"], *dummy[number : number + 1]], number)
        for seat, card in zip(seats, trick["cards"], strict=True):
            mine = points if seat == trick["winner"] else 0.0
            own = not mine and rules.bids is None and _are_one(rules, game, seat, trick["winner"])
            came[seat].append((card, mine or float(own and card[0] in COUNTERS)))
    return came


def _points(rules: Rules, cards: Sequence[str], number: int) -> float:
    """Return what a trick is worth to who takes it."""
    if rules.bids is not None:
        return 1.0
    assert rules.contract is not None
    last = rules.contract.last_trick / scale_of(rules) if number == rules.deal.hand - 1 else 0.0
    return sum(card[0] in COUNTERS for card in cards) + last


def _are_one(rules: Rules, game: Game, seat: int, winner: int) -> bool:
    """Return whether two seats are on one side."""
    if partner_of(rules, seat) >= 0:
        return partner_of(rules, seat) == winner
    return rules.seats > 2 and game.hand.declarer not in (seat, winner)


def smoothed(found: dict[int, Entry], shape: Sequence[int]) -> Iterator[float]:
    """Return every entry: what few hands tell leans on all cards of the side, rank and number above."""
    near: defaultdict[tuple[int, ...], float] = defaultdict(float)
    counts: Counter[tuple[int, ...]] = Counter()
    keys = list(product(*(range(size) for size in shape)))
    for place, (total, count) in found.items():
        for group in (keys[place][:4], keys[place][1:4:2]):
            near[group] += total
            counts[group] += count
    for place, key in enumerate(keys):
        wide = near[key[1:4:2]] / max(1, counts[key[1:4:2]])
        close = (near[key[:4]] + WEIGHT * wide) / (counts[key[:4]] + WEIGHT)
        total, count = found.get(place, (0.0, 0))
        yield (total + WEIGHT * close) / (count + WEIGHT)


def main() -> None:
    """Print the table of each variant as two digits an entry."""
    for variant, deals in by_variant("", 300, kept):
        found: dict[int, Entry] = {}
        for deal in deals:
            for place, (total, count) in deal.items():
                before = found.get(place, (0.0, 0))
                found[place] = (before[0] + total, before[1] + count)
        shape = SPADES_SHAPE if variant in SPADES else PINOCHLE_SHAPE
        scale = 100 if variant in SPADES else 10
        digits = "".join(f"{min(99, round(value * scale)):02}" for value in smoothed(found, shape))
        assert len(digits) == 2 * prod(shape)
        lines = [f'        "{digits[place : place + WIDTH]}"' for place in range(0, len(digits), WIDTH)]
        print(f'    "{variant}": (\n', "\n".join(lines), "\n    ),", sep="", flush=True)


if __name__ == "__main__":
    main()
