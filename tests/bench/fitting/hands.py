"""Print what a declarer's side makes by its hand: the lines and spreads of `bots/house/craft/hand_tables.py`.

Each seat of each deal declares once at the least bid, the others pass, and `expert` plays on:
`python -m tests.bench.fitting.hands [VARIANT ...] [--deals 400]`.
"""

from typing import Any, NamedTuple

import numpy as np

from arena.rules import Game, partner_of
from bots.house.craft.exchange import counted
from bots.house.craft.hands import SUITS, scale_of, signs_of
from bots.house.expert import ExpertBot
from bots.house.pinochle import may_declare
from bots.sdk import Bot, Card, View
from bots.sdk.practice.local import board_seed, play_local
from tests.bench.fitting.played import by_variant, line, one_hand, told

SEED = 78
ROUNDS = 4  # of choosing the best suit by the line, and fitting the line to it
QUANTILES = np.arange(0.05, 1, 0.1)


class Declared(NamedTuple):
    """A hand that was played by its declarer: what its side made, and the signs of the hand with each trump."""

    made: float
    trump: str
    dealt: dict[str, tuple[float, ...]]
    played: tuple[float, ...]


class Noted:
    """What one seat held: as it was dealt, the suits that it might name, as it was played, and what it laid away."""

    def __init__(self) -> None:
        self.dealt: tuple[Card, ...] = ()
        self.may: list[str] = []
        self.played: tuple[Card, ...] = ()
        self.laid: list[Card] = []


def declaring(seat: int, noted: Noted) -> type[Bot]:
    """Return a bot that bids the least in one seat, which notes its hands, and passes in others."""

    class Declares(ExpertBot):
        def answer(self, view: View) -> object:
            if view.kind == "play" and view.seat == seat == view.declarer and not noted.played:
                noted.played, noted.laid = tuple(view.hand), view.discarded
            if view.kind != "auction":
                return super().answer(view)
            if view.seat != seat:
                return "pass" if view.may_pass else view.legal[0]
            noted.dealt, noted.may = tuple(view.hand), [suit for suit in SUITS if may_declare(view, suit)]
            return view.legal[0] if view.legal else "pass"

    return Declares


def declared(variant: str, deal: int) -> list[Declared]:
    """Return the hands of a deal that came to be played, each by its own declarer."""
    rules = one_hand(variant)
    found = []
    for seat in range(rules.seats):
        noted = Noted()
        game = play_local(rules, board_seed(SEED, deal), [declaring(seat, noted)] * rules.seats)
        if noted.dealt and noted.played:
            trump = SUITS[game.hand.trump]
            dealt = {suit: signs_of(rules, noted.dealt, suit) for suit in {*noted.may, trump}}
            played = signs_of(rules, noted.played, trump)
            found.append(Declared(made_by(game, seat), trump, dealt, (*played[:-1], counted(noted.laid))))
    return found


def made_by(game: Game, seat: int) -> float:
    """Return what the side of a seat melded and took."""
    side = [mate for mate in (seat, partner_of(game.rules, seat)) if mate >= 0]
    return sum(game.hand.seats[mate].melded + game.hand.points[mate] for mate in side) / scale_of(game.rules)


def best_suit(dealt: dict[str, tuple[float, ...]], weights: Any) -> str:
    """Return the suit that makes most by the line."""
    return max(dealt, key=lambda suit: dealt[suit][0] + weights @ dealt[suit][1:])


def main() -> None:
    """Print the lines of each variant."""
    for variant, deals in by_variant("pinochle", 400, declared):
        hands = [hand for deal in deals for hand in deal]
        suits = [hand.trump for hand in hands]
        for _ in range(ROUNDS):
            signs = [hand.dealt[suit] for hand, suit in zip(hands, suits, strict=True)]
            weights = line([sign[1:] for sign in signs], [h.made - s[0] for h, s in zip(hands, signs, strict=True)])
            suits = [best_suit(hand.dealt, weights) for hand in hands]
        missed = [h.made - s[0] - weights @ s[1:] for h, s in zip(hands, signs, strict=True)]
        print(f'"{variant}": dealt {told(weights)}, spread {told(np.quantile(missed, QUANTILES), 1)}')
        weights = line([hand.played[1:] for hand in hands], [hand.made - hand.played[0] for hand in hands])
        missed = [hand.made - hand.played[0] - weights @ hand.played[1:] for hand in hands]
        print(f"    played {told(weights)}, spread {told(np.quantile(missed, QUANTILES), 1)}", flush=True)


if __name__ == "__main__":
    main()
