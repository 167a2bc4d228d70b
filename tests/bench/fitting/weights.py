"""Print what each sign weighs in pinochle's play: the weights of `bots/house/craft/weights.py`.

`expert` plays each deal; at three of its decisions every legal card is tried, and the hand played out after each by the
quick policy of the search: `python -m tests.bench.fitting.weights [VARIANT ...] [--deals 1700]`.
"""

from random import Random
from typing import NamedTuple

import numpy as np

from arena.rules import Game, Kind, new_game, partner_of
from arena.rules.games.rollout import Chance
from arena.rules.phases import tricks
from arena.rules.search.answers import Limits
from arena.rules.search.search import play_to_end
from bots.house.craft.hands import scale_of
from bots.house.craft.signs import Signs
from bots.house.expert import advise
from bots.sdk.bot.answers import action_of
from bots.sdk.bot.view import View
from bots.sdk.practice.local import board_seed
from tests.bench.fitting.played import by_variant, line, one_hand, told

SEED = 80
TRIED = 3  # decisions of a deal
PLAYOUTS = 2  # of each card
RIDGE = 3.0


class Tried(NamedTuple):
    """A decision: whether it leads, and for each card its signs and the points that its side then took."""

    leads: bool
    signs: list[list[float]]
    points: list[float]


def tried(variant: str, deal: int) -> list[Tried]:
    """Return the decisions of a deal at which every card was tried."""
    rules = one_hand(variant)
    game = new_game(rules, board_seed(SEED, deal))
    views = [View(rules, seat) for seat in range(rules.seats)]
    plays = rules.deal.hand * rules.seats
    stops = Random(deal).sample(range(plays - 2 * rules.seats), TRIED)
    found = []
    played = 0
    while not game.is_over:
        view = views[game.to_act]
        view.observe(*game.events(game.to_act, len(view.events)))
        view.asked = game.legal()
        if game.kind == Kind.PLAY:
            cards = list(dict.fromkeys(view.legal))
            if played in stops and len(cards) > 1:
                signs = Signs(view)
                points = [np.mean([taken(game, card.code, deal * 100 + n) for n in range(PLAYOUTS)]) for card in cards]
                found.append(Tried(not view.trick, [signs.of(card) for card in cards], [float(one) for one in points]))
            played += 1
        game.apply(action_of(view.asked.kind, advise(view).answer))
    return found


def taken(game: Game, card: int, seed: int) -> float:
    """Return the counters that the side of the seat to act takes in all if it plays this card."""
    seat, rules = game.to_act, game.rules
    other = game.copy()
    if tricks.play(other, card, other.layout.bit[card]):
        other.next_phase()
    play_to_end(other, Limits(rules.seats), Chance(seed))
    declarer = game.hand.declarer
    side = [seat, partner_of(rules, seat)] if partner_of(rules, seat) >= 0 else [seat]
    if rules.seats == 3 and seat != declarer:
        side = [one for one in range(rules.seats) if one != declarer]
    return sum(other.hand.points[one] for one in side) / scale_of(rules)


def main() -> None:
    """Print the weights of leads and of what follows for each variant."""
    for variant, deals in by_variant("pinochle", 1700, tried):
        for leads in (True, False):
            chosen = [one for deal in deals for one in deal if one.leads == leads]
            signs = np.concatenate([np.array(one.signs, float) - np.mean(one.signs, axis=0) for one in chosen])
            points = np.concatenate([np.array(one.points) - np.mean(one.points) for one in chosen])
            weights = told(line(signs.tolist(), points.tolist(), RIDGE))
            print(f'"{variant}", {"leads" if leads else "follows"}: {weights}', flush=True)


if __name__ == "__main__":
    main()
