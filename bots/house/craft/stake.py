"""Value a trick of spades for one seat, in points: this trick, and a later one."""

from typing import Final

from bots.sdk import Card, View

TRICK: Final = 20.0  # points of a trick that the bid needs: the difference between made and set, per trick bid
SETS: Final = 15.0  # points of a trick kept from the others, if together they need every trick
AT_EASE: Final = 0.4  # below this share of the tricks needed by the others, `SETS` does not count
BAG: Final = 8.0  # points that a bag costs in later hands; ten bags cost 110, if the game lasts so long
NILS: Final = {"nil": 100, "blind_nil": 200}  # points of a nil
EXACT: Final = {"one_for_50": (1, 40), "two_for_40": (2, 20)}  # (tricks, points that one more trick costs)
EAGER, SATED, DUCKING, BROKEN = 0.9, 0.35, 0.05, 0.3  # probability that a seat beats a card, by the state of its bid


class Stake:
    """The value of tricks to one seat, in points: `now` of the trick on the table, `later` of another one."""

    def __init__(self, view: View, likely: float) -> None:
        """Compute the values from the bids. *likely*: the tricks that the hand still takes on average."""
        self.bid = str(view.bids[view.seat])
        self.needs = view.needs[view.seat] or 0  # tricks that the bid still needs; below 0 after too many
        others = [seat for seat in range(view.seats) if seat != view.seat]
        wanted = {seat: max(0, view.needs[seat] or 0) for seat in others}
        left = len(view.hand)
        over = self._over(view, left, sum(wanted.values()) / left)
        self.now = self.later = over
        if 0 < self.needs <= left:
            beyond = max(0.0, likely - self.needs) / max(likely, 0.1)
            self.now, self.later = TRICK, TRICK * (1 - beyond) + over * beyond
        # By seat: the chance that it beats a card if it can; the points gained, on the others' mean, if its bid breaks.
        self.will = {seat: _will(view, seat, wanted[seat]) for seat in others}
        self.breaks = {seat: _loss(view, seat) / len(others) for seat in others}
        self._trick = [play.card for play in view.trick]
        self._jacks = jacks_of(view)

    def _over(self, view: View, left: int, pressure: float) -> float:
        """Return the points of a trick beyond the bid, of *left* tricks. *pressure*: the share that the others need."""
        if self.bid in NILS and self.needs == 0:
            return -2.0 * NILS[self.bid]
        gain = SETS * min(1.0, max(0.0, (pressure - AT_EASE) / (1 - AT_EASE)))
        if self.needs > left:  # the bid is lost, so further tricks are no bags
            return gain
        exact, loss = EXACT.get(self.bid, (0, 0))
        return gain - bag_cost(view) - (loss if view.tricks[view.seat] <= exact else 0)

    def jacks_in(self, card: Card) -> float:
        """Return the points of the award jacks in this trick if *card* is added to it."""
        return sum(self._jacks.get(other, 0.0) for other in (card, *self._trick))


def _will(view: View, seat: int, wanted: int) -> float:
    if str(view.bids[seat]) in NILS:
        return BROKEN if view.tricks[seat] else DUCKING
    return EAGER if wanted else SATED


def _loss(view: View, seat: int) -> float:
    bid, tricks = str(view.bids[seat]), view.tricks[seat]
    if bid in NILS:
        return 0.0 if tricks else 2.0 * NILS[bid]
    exact, loss = EXACT.get(bid, (0, 0))
    return float(loss) if tricks == exact else 0.0


def bag_cost(view: View) -> float:
    """Return the points that one trick beyond the bid costs, with its share of the penalty for many bags."""
    bags = view.rules.bags
    assert bags is not None
    if bags.rule.value == "each":
        return 10.0
    over = max(0, -(view.needs[view.seat] or 0))
    missing = max(1, bags.limit - view.bags[view.seat] - over)
    soon = 11.0 * bags.limit / missing if len(view.hand) >= missing else 0.0
    length = view.rules.length
    hands = length.number if length.format.value == "hands" else length.max_hands
    return max(soon, 0.0 if view.number + 1 >= hands else BAG)


def jacks_of(view: View) -> dict[Card, float]:
    """Return the points gained by capturing each award jack: one or all three score, two do not."""
    awards = view.rules.awards
    if awards is None:
        return {}
    jacks = [view.cards[code] for code in awards.jacks]
    winners = {play.card: trick.winner for trick in view.history for play in trick.plays if play.card in jacks}
    own = list(winners.values()).count(view.seat)
    if not own:
        return dict.fromkeys(jacks, float(awards.points))
    if len(jacks) == 3 and own == len(winners):
        return dict.fromkeys(jacks, awards.points / 2)
    return dict.fromkeys(jacks, -float(awards.points) if own == 1 else 0.0)
