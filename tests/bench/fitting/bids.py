"""Print what becomes of bids in cutthroat spades: the lines of `bots/house/craft/bid_tables.py`.

One seat of each deal bids what its hand takes, one less, one more and the special bids, and `expert` plays on:
`python -m tests.bench.fitting.bids [VARIANT ...] [--deals 400]`.
"""

from typing import Any, NamedTuple

from bots.house.craft.spades_bids import PROMISED, likely_tricks, nil_signs
from bots.house.expert import ExpertBot
from bots.sdk import Bot, View
from bots.sdk.practice.local import board_seed, play_local
from tests.bench.fitting.played import by_variant, logit, one_hand, told

SEED = 79
MOST_FOR_ONE, MOST_FOR_TWO = 3, 4  # likely tricks of a hand that may bid so
MOST_SPADES, BEST_SPADE = 4, 10  # of a hand that may bid nil
MOST_CARDS = 13


class Called(NamedTuple):
    """A bid that was tried: by a hand of so many likely tricks, after these bids, and the tricks it took."""

    call: int | str
    likely: float
    said: list[int]
    nil: tuple[float, ...]
    tricks: int


class Bidder:
    """What one seat knows as it bids, and what it is to say."""

    def __init__(self, call: int | str | None = None) -> None:
        self.call = call
        self.likely = 0.0
        self.said: list[int] = []
        self.nil: tuple[float, ...] = ()
        self.may_nil = False


def calling(seat: int, bidder: Bidder) -> type[Bot]:
    """Return `expert` with one seat's bid chosen for it."""

    class Calls(ExpertBot):
        def answer(self, view: View) -> Any:
            if view.kind != "bid" or view.seat != seat:
                return super().answer(view)
            said = [bid for bid in view.bids if bid is not None]
            bidder.said = [PROMISED[bid] if isinstance(bid, str) else bid for bid in said]
            bidder.likely = likely_tricks(view)
            bidder.nil = nil_signs(view, bidder.likely)
            spades = [card.strength for card in view.hand if card.suit == "S"]
            short = len(view.hand) <= MOST_CARDS and len(spades) <= MOST_SPADES
            bidder.may_nil = short and max(spades, default=0) <= BEST_SPADE
            return super().answer(view) if bidder.call is None else bidder.call

    return Calls


def called(variant: str, deal: int) -> list[Called]:
    """Return the bids that were tried with one hand of a deal."""
    rules = one_hand(variant)
    seat = deal % rules.seats

    def tried(bidder: Bidder) -> int:
        game = play_local(rules, board_seed(SEED, deal), [calling(seat, bidder)] * rules.seats)
        return game.hand.seats[seat].tricks

    first = Bidder()
    tried(first)
    near = round(first.likely)
    calls: list[int | str] = [call for call in (near - 1, near, near + 1) if call > 0]
    calls += ["one_for_50"] if first.likely < MOST_FOR_ONE else []
    calls += ["two_for_40"] if first.likely < MOST_FOR_TWO else []
    calls += ["nil"] if first.may_nil else []
    return [Called(call, first.likely, first.said, first.nil, tried(Bidder(call))) for call in calls]


def main() -> None:
    """Print the lines of each variant."""
    for variant, deals in by_variant("spades", 400, called):
        bids = [bid for deal in deals for bid in deal]
        numbers = [said for bid in bids for said in bid.said]
        mean = sum(numbers) / len(numbers)
        print(f'"{variant}": Lines(\n    said={mean:.2f},')
        rows = [(bid, int(bid.call), sum(bid.said) - mean * len(bid.said)) for bid in bids if isinstance(bid.call, int)]
        made = logit([(1, bid.likely - n, n, more) for bid, n, more in rows], [bid.tricks >= n for bid, n, _ in rows])
        print(f"    made={told(made)},")
        for name, call in (("one", "one_for_50"), ("two", "two_for_40")):
            exact = [bid for bid in bids if bid.call == call]
            signs = [(1, bid.likely, sum(bid.said) - mean * len(bid.said)) for bid in exact]
            print(f"    {name}_fails={told(logit(signs, [bid.tricks < PROMISED[call] for bid in exact]))},")
            print(f"    {name}_over={told(logit(signs, [bid.tricks > PROMISED[call] for bid in exact]))},")
        nils = [bid for bid in bids if bid.call == "nil"]
        weights = told(logit([bid.nil for bid in nils], [not bid.tricks for bid in nils], ridge=0.3)) if nils else "()"
        print(f"    nil={weights},\n),", flush=True)


if __name__ == "__main__":
    main()
