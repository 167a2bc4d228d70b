"""How `simple` plays cutthroat spades: it counts likely tricks."""

from typing import Final

from bots.sdk import Card, View

SIDE_SUITS: Final = ("D", "C", "H")
FEW_SEATS: Final = {3: 1.6}  # with fewer opponents a card wins more often
MOON: Final = 14.5
MOST_HOPELESS: Final = 13  # a longer hand takes a trick sooner or later
SAFE: Final = 6  # strength of an eight: below it a card rarely wins


def bid(view: View) -> int | str:
    """Bid likely tricks, as exactly one or two if legal, or nil."""
    hand = view.hand
    legal = view.legal
    if "nil" in legal and is_hopeless(hand):
        return "nil"
    likely = likely_tricks(hand) * FEW_SEATS.get(view.seats, 1.0)
    if "moon" in legal and likely > MOON:
        return "moon"
    tricks = max(1, round(likely))
    exact = {1: "one_for_50", 2: "two_for_40"}.get(tricks, "")
    return exact if exact in legal else min(tricks, len(hand))


def likely_tricks(hand: list[Card]) -> float:
    """Return how many tricks these cards take on average."""
    spades = [card for card in hand if card.suit == "S"]
    tricks = sum(_guarded(card, len(spades)) for card in spades)
    tricks += max(0, len(spades) - 4) * 0.6
    for suit in SIDE_SUITS:
        cards = [card for card in hand if card.suit == suit]
        tricks += sum(_guarded(card, len(cards)) * (0.9 if len(cards) < 6 else 0.6) for card in cards)
        if len(cards) < 2 and len(spades) > 2:
            tricks += 0.4 * (2 - len(cards))
    return tricks


def _guarded(card: Card, length: int) -> float:
    """Return a high card's worth among *length* cards of its suit."""
    if card.rank == "A":
        return 1.0
    if card.rank == "K":
        return 0.8 if length > 1 else 0.3
    if card.rank == "Q":
        return 0.5 if length > 2 else 0.1
    return 0.2 if card.rank == "J" and length > 3 else 0.0


def is_hopeless(hand: list[Card]) -> bool:
    """Return whether this hand hardly takes a trick: few and low cards."""
    if len(hand) > MOST_HOPELESS:
        return False
    spades = [card for card in hand if card.suit == "S"]
    if len(spades) > 3 or any(card.strength > SAFE + 1 for card in spades):
        return False
    for suit in SIDE_SUITS:
        low_first = sorted(card.strength for card in hand if card.suit == suit)
        if any(strength > 2 * place + 4 for place, strength in enumerate(low_first[:3])):
            return False
    return True


def play(view: View) -> Card:
    """Choose a card: win tricks up to the bid, then duck."""
    legal: list[Card] = list(view.legal)
    winning = view.winning
    if winning is None:
        return _lead_to_win(view, legal) if wanted(view) > 0 else _lead_to_lose(view, legal)
    winners = [card for card in legal if view.beats(card, winning.card)]
    losers = [card for card in legal if not view.beats(card, winning.card)]
    if wanted(view) > 0:
        return _win(view, winners, losers)
    return _duck(view, winners, losers)


def wanted(view: View) -> int:
    """Return the tricks that the bid still needs; negative beyond it."""
    bid = view.bids[view.seat]
    named = {"one_for_50": 1, "two_for_40": 2, "blind_six": 6, "moon": 14}
    promised = bid if isinstance(bid, int) else named.get(bid or "", 0)
    return promised - view.tricks[view.seat]


def _lead_to_win(view: View, legal: list[Card]) -> Card:
    """Lead a master, side suits first; else low from the longest."""
    masters = [card for card in legal if view.is_master(card)]
    if masters:
        return min(masters, key=lambda card: (card.suit == "S", _length(view, card)))
    return min(legal, key=lambda card: (card.suit == "", card.suit == "S", card.strength, -_length(view, card)))


def _lead_to_lose(view: View, legal: list[Card]) -> Card:
    return min(legal, key=lambda card: (card.suit == "S", card.strength, _length(view, card)))


def _win(view: View, winners: list[Card], losers: list[Card]) -> Card:
    """Win cheaply: when last anyhow, else with a card that holds."""
    if winners:
        if len(view.trick) == view.seats - 1:
            return min(winners, key=_price)
        sure = [card for card in winners if card.suit == "S" or view.is_master(card)]
        if sure:
            return min(sure, key=_price)
    return min(losers or winners, key=_price)


def _duck(view: View, winners: list[Card], losers: list[Card]) -> Card:
    """Play the highest loser; without one, high only if last."""
    if losers:
        return max(losers, key=lambda card: (card.suit == "S", card.strength, -_length(view, card)))
    last = len(view.trick) == view.seats - 1
    return max(winners, key=_price) if last else min(winners, key=_price)


def _price(card: Card) -> tuple[bool, int]:
    return card.suit == "S", card.strength


def _length(view: View, card: Card) -> int:
    return sum(other.suit == card.suit for other in view.hand)
