"""The solver's peer: endplay, Bo Haglund's double dummy solver of bridge, on leads of random deals.

`python -m tools.bench.solver.double_dummy SECONDS` prints one JSON object: cards in hand -> solves per second.
"""

import json
import random
import sys
from functools import partial

from endplay.dds import solve_board
from endplay.dealer import generate_deal
from endplay.types import Deal, Denom, Player

from tools.bench.clock import hands_per_second
from tools.bench.solver.ends import HELD, POSITIONS


def end(rng: random.Random, cards: int) -> Deal:
    """Return the lead to the last *cards* tricks of a random deal."""
    deal = generate_deal(seed=rng.getrandbits(30))
    deal.trump, deal.first = Denom(rng.randrange(4)), Player(rng.randrange(4))
    while len(list(deal[Player.north])) > cards or list(deal.curtrick):
        deal.play(rng.choice(list(deal.legal_moves())))
    return deal


def solve_all(deals: list[Deal]) -> int:
    """Solve each of them."""
    for deal in deals:
        solve_board(deal)
    return len(deals)


def main(seconds: float) -> None:
    """Measure each number of cards."""
    rng = random.Random(1)
    rates = {}
    for cards in HELD:
        deals = [end(rng, cards) for _ in range(POSITIONS)]
        rates[cards] = hands_per_second(partial(solve_all, deals), seconds)
    print(json.dumps(rates))


if __name__ == "__main__":
    main(float(sys.argv[1]))
