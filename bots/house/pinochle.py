"""How `simple` plays pinochle: by likely meld and likely tricks."""

from collections import Counter
from typing import Final

from bots.sdk import Card, View

SUITS: Final = ("S", "D", "C", "H")
COUNTERS: Final = ("A", "T", "K")
WIDOW_BRINGS: Final = 5  # points that three unknown cards add to a hand, with some luck
HOPE: Final = 3  # points beyond the likely ones for which a declarer plays on instead of conceding


def auction(view: View) -> int | str:
    """Bid the least while the hand is worth it, else pass."""
    bids = view.legal
    if bids and (not view.may_pass or bids[0] <= worth(view)):
        least: int = bids[0]
        return least
    return "pass"


def worth(view: View) -> float:
    """Return the bid that this hand may make: likely meld and points."""
    return max((in_trump(view, suit) for suit in SUITS if may_declare(view, suit)), default=0)


def in_trump(view: View, suit: str) -> float:
    """Return what the declarer's side likely makes with this trump suit."""
    if view.partner is not None:
        return view.meld_points(suit) + likely_help(view, suit)
    points = duel_points if view.seats == 2 else likely_points
    return view.meld_points(suit) + points(view.hand, suit)


def likely_help(view: View, trump: str) -> float:
    """Return what the side's tricks and partner's meld likely add."""
    copies = view.rules.deck.copies
    counters = 2 * copies * _scale(view)
    meld = counters * (1 if view.rules.giving is None else copies)
    return meld + likely_share(view.hand, trump) * 6.25 * counters


def likely_share(hand: list[Card], trump: str) -> float:
    """Return the part of trick points that this declarer's side takes."""
    trumps = sum(card.suit == trump for card in hand)
    aces = sum(card.rank == "A" for card in hand)
    return min(0.85, 0.2 + 0.6 * (trumps + aces) / len(hand))


def may_declare(view: View, suit: str) -> bool:
    """Return whether this trump is allowed: some games need a royal marriage."""
    assert view.rules.melds is not None
    return not view.rules.melds.needs_royal_marriage or ("K" + suit in view.hand and "Q" + suit in view.hand)


def likely_points(hand: list[Card], trump: str) -> float:
    """Return the trick points, with discards, that a declarer likely takes."""
    trumps = sum(card.suit == trump for card in hand)
    aces = sum(card.rank == "A" for card in hand)
    return min(20.0, 2.0 + 1.2 * trumps + 1.3 * aces)


def duel_points(hand: list[Card], trump: str) -> float:
    """Return the same against one seat, where a dummy adds cards."""
    trumps = sum(card.suit == trump for card in hand)
    aces = sum(card.rank == "A" for card in hand)
    return min(22.0, 8.0 + 0.9 * trumps + 0.7 * aces)


def best_trump(view: View, suits: list[str]) -> str:
    """Choose the trump suit that melds most and is longest."""
    hand = view.hand

    def value(suit: str) -> tuple[bool, int]:
        length = sum(card.suit == suit for card in hand)
        return may_declare(view, suit), view.meld_points(suit) + 2 * length

    return max(suits, key=value)


def widow(view: View) -> str:
    """Concede at the least cost if no likely widow brings the bid."""
    return "take" if worth(view) + WIDOW_BRINGS >= view.high_bid else "concede"


def discard(view: View) -> list[Card] | str:
    """Concede a bid out of reach if that is legal; else `bury`."""
    out_of_reach = worth(view) + HOPE < view.high_bid
    return "concede" if view.may_concede and out_of_reach else bury(view)


def bury(view: View) -> list[Card]:
    """Lay away what melds nothing: tens and kings first, then short suits."""
    trump = view.trump or best_trump(view, list(SUITS))
    legal: list[Card] = list(view.legal)
    chosen: list[Card] = []
    for _ in range(view.count):
        rest = _without(legal, chosen)
        full = view.meld_points(trump, chosen)
        costs = {card: full - view.meld_points(trump, [*chosen, card]) for card in dict.fromkeys(rest)}
        chosen.append(min(costs, key=lambda card: (card.suit == trump, costs[card], _kept(card, rest))))
    return chosen


def give(view: View) -> list[Card]:
    """Give the declarer trumps and aces; the declarer returns what melds nothing."""
    declares = view.seat == view.declarer
    trump = view.trump
    assert trump is not None
    legal: list[Card] = list(view.legal)
    chosen: list[Card] = []
    for _ in range(view.count):
        rest = _without(legal, chosen)
        full = view.meld_points(trump, chosen)
        costs = {card: full - view.meld_points(trump, [*chosen, card]) for card in dict.fromkeys(rest)}
        if declares:
            key = {card: (card.suit == trump, costs[card], card.rank == "A", *_kept(card, rest)) for card in costs}
            chosen.append(min(costs, key=lambda card: key[card]))
        else:
            scale = _scale(view)
            useful = {card: _use(card, trump, chosen) - costs[card] / scale for card in costs}
            chosen.append(max(costs, key=lambda card: (useful[card], -card.strength)))
    return chosen


def _scale(view: View) -> int:
    """Return 1 where points count as ones, 10 where as tens."""
    contract = view.rules.contract
    return 1 if contract is None else contract.counter


def _use(card: Card, trump: str, given: list[Card]) -> int:
    """Return a card's worth to the declarer: run trumps, then aces."""
    if card.suit == trump and card.rank != "9":
        return 4 if card in given else 8
    return 3 if card.rank == "A" else 0


def _kept(card: Card, hand: list[Card]) -> tuple[bool, bool, int, int]:
    """Return a sort key: cards that come later are kept longer."""
    length = sum(other.suit == card.suit for other in hand)
    return card.rank == "A", card.rank not in COUNTERS, length, card.strength


def _without(hand: list[Card], gone: list[Card]) -> list[Card]:
    rest = list(hand)
    for card in gone:
        rest.remove(card)
    return rest


def play(view: View) -> Card:
    """Play: win cheaply, counters to the own side only."""
    legal: list[Card] = list(view.legal)
    winning = view.winning
    if len(legal) == 1:
        return legal[0]
    if winning is None:
        return _lead(view, legal)
    winners = [card for card in legal if view.beats(card, winning.card)]
    losers = [card for card in legal if not view.beats(card, winning.card)]
    last = len(view.trick) == view.seats - 1
    if ours(view, winning.seat) and losers and (last or view.is_master(winning.card)):
        return min(losers, key=_smeared)
    if winners and (last or not losers):
        return min(winners, key=lambda card: (card.suit == view.trump, card.rank == "A", card.strength))
    sure = [card for card in winners if view.is_master(card)]
    return min(sure, key=_saved) if sure else min(losers or winners, key=_saved)


def ours(view: View, seat: int) -> bool:
    """Return whether that seat is on the own side."""
    if view.partner is not None:
        return seat in (view.seat, view.partner)
    return view.seat != view.declarer and seat != view.declarer


def _lead(view: View, legal: list[Card]) -> Card:
    """Lead a master, else a low card that is no counter."""
    masters = [card for card in legal if view.is_master(card)]
    if masters:
        draws = view.declarer in (view.seat, view.partner)
        return min(masters, key=lambda card: ((card.suit == view.trump) != draws, card.code))
    lengths = Counter(card.suit for card in view.hand)
    return min(legal, key=lambda card: (*_saved(card), card.suit == view.trump, lengths[card.suit]))


def _smeared(card: Card) -> tuple[bool, bool, int]:
    """Return a sort key: counters first, aces last among them."""
    return card.rank not in COUNTERS, card.rank == "A", card.strength


def _saved(card: Card) -> tuple[bool, int]:
    """Return a sort key: low cards that count nothing first."""
    return card.rank in COUNTERS, card.strength
