"""How `expert` plays a card in spades: it weighs a card's chance in this trick against its value in later tricks."""

from math import prod

from bots.house.advice import Advice
from bots.house.craft.odds import Odds
from bots.house.craft.stake import NILS, Stake
from bots.house.craft.worth import worths
from bots.sdk import Card, View

DUCKS = 0.3  # probability that a seat beats a card if it wants that card to win the trick
HOLDS = 0.5  # factor of such a probability if the trick breaks the bid of the seat that is winning it
CATCHES = 0.4  # factor of the probability to catch a nil, as another seat may play higher


def play(view: View[Card]) -> Advice:
    """Choose the card with the largest value of this trick minus its value in later tricks."""
    legal = view.legal
    if len(legal) == 1:
        return Advice(legal[0], "it is the only legal card")
    odds, worth = Odds(view), worths(view)
    stake = Stake(view, sum(worth[card] for card in view.hand))
    wins = {card: wins_with(odds, stake, card) for card in dict.fromkeys(legal)}
    value = {
        card: won * (stake.now + stake.jacks_in(card)) - stake.later * worth[card] + set_others(odds, stake, card, won)
        for card, won in wins.items()
    }
    best = max(value, key=lambda card: (value[card], -card.strength))
    return Advice(
        best, f"{_aim(stake)}: it takes this trick with odds of {wins[best]:.0%}, a later one {worth[best]:.0%}"
    )


def wins_with(odds: Odds, stake: Stake, card: Card) -> float:
    """Return the probability that *card* wins this trick."""
    if not odds.leads_with(card):
        return 0.0
    led = odds.led or card.suit
    return prod(1.0 - odds.beaten_by(pile, card, led, stake.will[pile.seat]) for pile in odds.behind)


def set_others(odds: Odds, stake: Stake, card: Card, wins: float) -> float:
    """Return the points gained by breaking another's nil or exact bid. *wins*: chance that *card* wins the trick."""
    gain = 0.0
    winning = odds.winning
    if winning is not None and odds.led and wins == 0.0 and stake.breaks[winning.seat]:
        beaten = [odds.beaten_by(pile, winning.card, odds.led, DUCKS) for pile in odds.behind]
        gain += stake.breaks[winning.seat] * prod(1.0 - HOLDS * chance for chance in beaten)
    if odds.leads_with(card) and card.suit != odds.trump:
        gain += sum(CATCHES * stake.breaks[pile.seat] * pile.is_caught(card) for pile in odds.behind)
    return gain


def _aim(stake: Stake) -> str:
    if stake.needs > 0:
        return f"the bid needs {stake.needs} more"
    if stake.bid in NILS and stake.needs == 0:
        return "no trick is to be taken"
    if stake.now > 0:
        return "the bid needs no more, but tricks may set the others"
    return "the bid needs no more tricks"
