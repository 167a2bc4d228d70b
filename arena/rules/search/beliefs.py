"""Draw worlds with regard to the bids: a world in which a seat's bid does not fit its cards is drawn less often.

A drawn world is kept with probability exp(-misfit / scale). The misfit is the distance between the bids and the bids
that `estimates` gives for the dealt cards. If no world is kept, the one with the least misfit is used. Forced bids are
ignored.
"""

from math import exp
from typing import Final

from arena.rules.games.game import Game
from arena.rules.games.rollout import Chance
from arena.rules.games.view import View
from arena.rules.hands.actions import NIL, ONE_FOR_50, PASS, TWO_FOR_40, Kind
from arena.rules.native import i64
from arena.rules.phases.auction import least_raise
from arena.rules.phases.deal import block_start, hand_size
from arena.rules.rules import Auction, Opening
from arena.rules.search.estimates import likely_tricks, worth_of
from arena.rules.search.worlds import Worlds

TRIES: Final = 8  # worlds to draw until one is kept
FEW_TRIES: Final = 2  # the same with laid melds, since such worlds take longer to draw
FINE: Final = 2**30
TRICKS_AWAY: Final = 0.7  # the scale for bids of tricks
BIDS_AWAY: Final = 0.12  # the scale for an auction, as a fraction of its minimum bid
TRICKS_OF: Final = {NIL: 0, ONE_FOR_50: 1, TWO_FOR_40: 2}
ANY: Final = 10**9


BidClaim = tuple[
    int, int, int
]  # (seat, least, most): by its bids, the seat's hand is worth at least *least* and less than *most*


class Beliefs:
    """The worlds of a view, of which those that fit the bids are drawn more often."""

    def __init__(self, view: View, worlds: Worlds, chance: Chance) -> None:
        self._rules: Final = view.rules
        self._dealer: Final = view.dealer
        self._worlds: Final = worlds
        self._chance: Final = chance
        auction = view.rules.auction
        bids = [(seat, TRICKS_OF.get(action, action)) for seat, kind, action in view.said if kind == Kind.BID]
        said = [(seat, tricks, tricks) for seat, tricks in bids] if auction is None else read_auction(view, auction)
        self._said: list[BidClaim] = [each for each in said if each[0] != view.seat]
        self._tries: Final = FEW_TRIES if view.melds else TRIES
        self._scale: float = TRICKS_AWAY if auction is None else BIDS_AWAY * auction.min_bid

    def draw(self) -> Game:
        best = self._worlds.draw()
        if not self._said:
            return best
        least = self._misfit(best)
        world, misfit = best, least
        for _ in range(self._tries - 1):
            drawn: int = self._chance.below(FINE)
            if drawn < FINE * exp(-misfit / self._scale):
                return world
            world = self._worlds.draw()
            misfit = self._misfit(world)
            if misfit < least:
                best, least = world, misfit
        return best

    def _misfit(self, world: Game) -> float:
        """Return the distance between bids and dealt cards, summed over the other seats."""
        layout = world.layout
        total = 0.0
        for seat, least, most in self._said:
            start = block_start(self._rules, self._dealer, seat)
            cards: i64 = layout.dealt(world.hand.deck[start : start + hand_size(self._rules, self._dealer, seat)])
            if self._rules.auction is None:
                tricks = likely_tricks(layout, cards, self._rules.seats)
                total += max(0.0, abs(tricks - least) - 0.5)
            else:
                worth = worth_of(world, cards)
                total += max(0.0, least - worth) + max(0.0, worth - most)
        return total


def read_auction(view: View, auction: Auction) -> list[BidClaim]:
    seats = view.rules.seats
    least = [0] * seats
    most = [ANY] * seats
    high = 0
    first = True
    passes = 0
    for seat, kind, action in view.said:
        if kind != Kind.AUCTION:
            continue
        if action == PASS:
            most[seat] = high + least_raise(auction, high) if high else auction.min_bid
            passes += 1
        else:
            obliged = first if auction.opening is Opening.LEFT_MUST else passes == seats - 1 and not high
            least[seat] = 0 if obliged and action == auction.min_bid else action
            high = action
        first = False
    return [(seat, least[seat], most[seat]) for seat in range(seats) if least[seat] or most[seat] < ANY]
