"""How `simple` plays spades: it counts likely tricks."""

from collections.abc import Sequence
from typing import Final

from bots.house.advice import Advice
from bots.sdk import Card, View

SIDE_SUITS: Final = ("D", "C", "H")
FEW_SEATS: Final = {3: 1.6}  # factor of likely tricks, by number of seats: fewer opponents beat a card less often
MOON: Final = 14.5  # likely tricks from which it bids "moon"
MAX_HOPELESS: Final = 13  # a hand with more cards is never bid as nil
SAFE: Final = 6  # strength of an eight; a lower card rarely wins a trick


def bid(view: View[int | str]) -> Advice:
    """Bid the likely tricks, as "one_for_50" or "two_for_40" if legal; bid "nil" with a hopeless hand."""
    hand = view.hand
    legal = view.legal
    if "nil" in legal and is_hopeless(hand):
        return Advice("nil", "few and low cards hardly take a trick")
    likely = likely_tricks(hand) * FEW_SEATS.get(view.seats, 1.0)
    why = f"aces, guarded kings and queens, and long or short suits come to {likely:.1f} likely tricks"
    if "moon" in legal and likely > MOON:
        return Advice("moon", why)
    tricks = max(1, round(likely))
    exact = {1: "one_for_50", 2: "two_for_40"}.get(tricks, "")
    if exact in legal:
        return Advice(exact, f"{why}, and so few pay best when bid exactly")
    return Advice(min(tricks, len(hand)), why)


def likely_tricks(hand: list[Card]) -> float:
    """Return how many tricks these cards take on average."""
    spades = [card for card in hand if card.suit == "S"]
    tricks = sum(_trick_chance(card, len(spades)) for card in spades)
    tricks += max(0, len(spades) - 4) * 0.6
    for suit in SIDE_SUITS:
        cards = [card for card in hand if card.suit == suit]
        tricks += sum(_trick_chance(card, len(cards)) * (0.9 if len(cards) < 6 else 0.6) for card in cards)
        if len(cards) < 2 and len(spades) > 2:
            tricks += 0.4 * (2 - len(cards))
    return tricks


def _trick_chance(card: Card, length: int) -> float:
    """Return the probability that *card* takes a trick. *length*: the number of cards of its suit in the hand."""
    if card.rank == "A":
        return 1.0
    if card.rank == "K":
        return 0.8 if length > 1 else 0.3
    if card.rank == "Q":
        return 0.5 if length > 2 else 0.1
    return 0.2 if card.rank == "J" and length > 3 else 0.0


def is_hopeless(hand: list[Card]) -> bool:
    """Return whether the hand probably takes no trick, because its cards are few and low."""
    if len(hand) > MAX_HOPELESS:
        return False
    spades = [card for card in hand if card.suit == "S"]
    if len(spades) > 3 or any(card.strength > SAFE + 1 for card in spades):
        return False
    for suit in SIDE_SUITS:
        low_first = sorted(card.strength for card in hand if card.suit == suit)
        if any(strength > 2 * place + 4 for place, strength in enumerate(low_first[:3])):
            return False
    return True


def play(view: View[Card]) -> Advice:
    """Choose a card: win tricks until the bid is made, then avoid tricks."""
    legal = view.legal
    if len(legal) == 1:
        return Advice(legal[0], "it is the only legal card")
    needs = view.needs[view.seat] or 0  # tricks that the bid still needs; below 0 after too many
    winning = view.winning
    if winning is None:
        if needs > 0:
            return _lead_to_win(view, legal, needs)
        low = min(legal, key=lambda card: (card.suit == "S", card.strength, _length(view, card)))
        return Advice(low, "the bid needs no more tricks, and the lowest card is the least likely to win one")
    winners = [card for card in legal if view.beats(card, winning.card)]
    losers = [card for card in legal if not view.beats(card, winning.card)]
    if needs > 0:
        return _win(view, winners, losers, needs)
    if losers:
        best = max(losers, key=lambda card: (card.suit == "S", card.strength, -_length(view, card)))
        return Advice(best, "the bid needs no more tricks: it gets rid of the highest card that loses this one")
    if len(view.trick) == view.seats - 1:
        return Advice(max(winners, key=_price), "the trick cannot be lost, so the highest card goes on it")
    return Advice(min(winners, key=_price), "no card loses for sure, and a low one may still be beaten")


def _lead_to_win(view: View, legal: Sequence[Card], needs: int) -> Advice:
    """Lead the highest remaining card of a suit, side suits first; without one, lead low."""
    masters = [card for card in legal if view.is_master(card)]
    if masters:
        best = min(masters, key=lambda card: (card.suit == "S", _length(view, card)))
        return Advice(best, f"the bid needs {needs} more, and nobody can hold a higher card of this suit")
    low = min(legal, key=lambda card: (card.suit == "", card.suit == "S", card.strength, -_length(view, card)))
    return Advice(low, "no card is sure to win, so it leads low and keeps the high ones")


def _win(view: View, winners: list[Card], losers: list[Card], needs: int) -> Advice:
    """Win with the cheapest card if last to play, else with a card that will probably stay highest."""
    if winners:
        if len(view.trick) == view.seats - 1:
            return Advice(
                min(winners, key=_price), f"the bid needs {needs} more, and the cheapest winner takes this one"
            )
        sure = [card for card in winners if card.suit == "S" or view.is_master(card)]
        if sure:
            return Advice(min(sure, key=_price), f"the bid needs {needs} more, and this card is likely to hold")
    if losers:
        return Advice(min(losers, key=_price), "no card is likely to win this trick, so the cheapest goes")
    return Advice(min(winners, key=_price), "every legal card is the best so far, so the cheapest goes")


def _price(card: Card) -> tuple[bool, int]:
    return card.suit == "S", card.strength


def _length(view: View, card: Card) -> int:
    return sum(other.suit == card.suit for other in view.hand)
