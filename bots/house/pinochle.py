"""How `simple` plays pinochle: by likely meld and likely trick points."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from bots.house.advice import Advice
from bots.sdk import Card, View

SUITS: Final = ("S", "D", "C", "H")
COUNTERS: Final = ("A", "T", "K")
WIDOW_BRINGS: Final = 5  # points that the three unknown cards of the widow add to a hand, with some luck
KEPT_BACK: Final = 7  # points by which a bid stays below the hand's worth where each seat bids only once
HOPE: Final = 3  # points that a declarer may lack and still play on


def auction(view: View[int]) -> Advice:
    """Make the lowest legal bid if the hand is worth it, else pass."""
    bids = view.legal
    limit = worth(view)
    counts = _describe_worth(limit)
    if not bids:
        return Advice("pass", "no bid is left")
    least = bids[0]
    if least <= limit and _bids_first_and_once(view):
        sure = [bid for bid in bids if bid <= limit - KEPT_BACK]
        return Advice(max([least, *sure]), f"{counts}; it bids once, and a least bid would be bid over")
    if least <= limit:
        return Advice(least, f"{counts}, and the least bid leaves room")
    if view.may_pass:
        return Advice("pass", f"{counts}: too little for the least bid of {least}")
    return Advice(least, f"{counts}; passing is not allowed, so it is the least bid")


def _bids_first_and_once(view: View) -> bool:
    """Return whether this seat bids only once, and another seat may still bid higher."""
    assert view.rules.auction is not None
    return view.rules.auction.bidding.value == "single" and len(view.calls) < view.seats - 1


def _describe_worth(worth: float) -> str:
    if not worth:
        return "no suit has the king and the queen that trump needs here"
    return f"likely meld and likely tricks come to {worth:.1f}"


def worth(view: View) -> float:
    """Return the highest bid that the hand can probably make, in points; 0 if no suit may be trump."""
    return max((in_trump(view, suit) for suit in SUITS if may_declare(view, suit)), default=0)


def in_trump(view: View, suit: str) -> float:
    """Return the likely points of this seat's side if it declares with the trump suit *suit*."""
    trumps = sum(card.suit == suit for card in view.hand)
    aces = sum(card.rank == "A" for card in view.hand)
    if view.partner is not None:  # a share of the trick points, and the partner's likely meld
        copies = view.rules.deck.copies
        counters = 2 * copies * _scale(view)
        meld = counters * (1 if view.rules.giving is None else copies)
        points = meld + min(0.85, 0.2 + 0.6 * (trumps + aces) / len(view.hand)) * 6.25 * counters
    elif view.seats == 2:  # the dummy adds cards to tricks
        points = min(26.0, 12.0 + 0.9 * trumps + 0.7 * aces)
    else:  # discards included
        points = min(20.0, 2.0 + 1.2 * trumps + 1.3 * aces)
    return view.meld_points(suit) + points


def may_declare(view: View, suit: str) -> bool:
    """Return whether *suit* may be named as trump; some variants require its king and queen in the hand."""
    assert view.rules.melds is not None
    return not view.rules.melds.needs_royal_marriage or ("K" + suit in view.hand and "Q" + suit in view.hand)


def trump(view: View[str]) -> Advice:
    """Name the trump suit with the best sum of meld points and length."""
    suit = best_trump(view, view.legal)
    length = sum(card.suit == suit for card in view.hand)
    return Advice(suit, f"meld and length speak for it: {view.meld_points(suit)} to meld, and {length} cards")


def best_trump(view: View, suits: Sequence[str]) -> str:
    """Return the suit, of *suits*, with the best sum of meld points and length."""
    hand = view.hand

    def value(suit: str) -> tuple[bool, int]:
        length = sum(card.suit == suit for card in hand)
        return may_declare(view, suit), view.meld_points(suit) + 2 * length

    return max(suits, key=value)


def widow(view: View) -> Advice:
    """Take the widow, or concede now if even a good widow probably cannot make the bid."""
    sums = f"the hand is worth {worth(view):.1f} and a widow brings some {WIDOW_BRINGS}"
    if worth(view) + WIDOW_BRINGS >= view.high_bid:
        return Advice("take", f"{sums}: enough for the bid of {view.high_bid}")
    return Advice("concede", f"{sums}: not enough for the bid of {view.high_bid}, and conceding now costs least")


def discard(view: View[Card]) -> Advice:
    """Concede if that is legal and the bid is out of reach; else discard the cards that meld least."""
    if view.may_concede and worth(view) + HOPE < view.high_bid:
        return Advice("concede", f"{_describe_worth(worth(view))}: too little for the bid of {view.high_bid}")
    cards = choose_discards(view, view.trump or best_trump(view, SUITS))
    return Advice(cards, "these cards meld least; trumps and aces are kept, tens and kings laid away count")


def choose_discards(view: View[Card], suit: str) -> list[Card]:
    """Return the discards for the trump suit *suit*: cards that meld nothing first, counters before others."""
    chosen: list[Card] = []
    for _ in range(view.count):
        rest, costs = _costs(view, suit, chosen)
        chosen.append(min(costs, key=lambda card: (card.suit == suit, costs[card], _keep_key(card, rest))))
    return chosen


def give(view: View[Card]) -> Advice:
    """Give the declarer trumps and aces; as declarer, return the cards that meld nothing."""
    if view.seat == view.declarer:
        return Advice(choose_gift(view), "the declarer keeps trumps, melds and aces, and returns the rest")
    return Advice(choose_gift(view), "the declarer can use trumps and aces most")


def choose_gift(view: View[Card]) -> list[Card]:
    """Return the cards to give to the partner."""
    declares = view.seat == view.declarer
    trump = view.trump
    assert trump is not None
    chosen: list[Card] = []
    for _ in range(view.count):
        rest, costs = _costs(view, trump, chosen)
        if declares:
            key = {card: (card.suit == trump, costs[card], card.rank == "A", *_keep_key(card, rest)) for card in costs}
            chosen.append(min(costs, key=lambda card: key[card]))
        else:
            scale = _scale(view)
            useful = {card: _use(card, trump, chosen) - costs[card] / scale for card in costs}
            chosen.append(max(costs, key=lambda card: (useful[card], -card.strength)))
    return chosen


def _scale(view: View) -> int:
    """Return the points that one counter scores: 1 or 10."""
    contract = view.rules.contract
    return 1 if contract is None else contract.counter


def _use(card: Card, trump: str, given: list[Card]) -> int:
    """Return how useful *card* is to the declarer: trumps (but the nine), then aces. *given*: cards chosen so far."""
    if card.suit == trump and card.rank != "9":
        return 4 if card in given else 8
    return 3 if card.rank == "A" else 0


def _keep_key(card: Card, hand: list[Card]) -> tuple[bool, bool, int, int]:
    """Return a sort key that puts the cards to keep last."""
    length = sum(other.suit == card.suit for other in hand)
    return card.rank == "A", card.rank not in COUNTERS, length, card.strength


def _costs(view: View[Card], trump: str, chosen: list[Card]) -> tuple[list[Card], dict[Card, int]]:
    """Return the legal cards without the *chosen* ones, and the meld points that giving up each of them costs."""
    rest = list(view.legal)
    for card in chosen:
        rest.remove(card)
    full = view.meld_points(trump, chosen)
    return rest, {card: full - view.meld_points(trump, [*chosen, card]) for card in dict.fromkeys(rest)}


def throw_in(view: View) -> Advice:
    """Throw in the hand if the seat has a partner, else play on."""
    if view.partner is None:
        return Advice("play_on", "the others may still go wrong")
    return Advice("throw_in", "all is lost, and the others then score no tricks")


def play(view: View[Card]) -> Advice:
    """Play a card: win cheaply, and put counters only on tricks of the own side."""
    legal = view.legal
    winning = view.winning
    if len(legal) == 1:
        return Advice(legal[0], "it is the only legal card")
    if winning is None:
        return _lead(view, legal)
    winners = [card for card in legal if view.beats(card, winning.card)]
    losers = [card for card in legal if not view.beats(card, winning.card)]
    last = len(view.trick) == view.seats - 1
    if is_ours(view, winning.seat) and losers and (last or view.is_master(winning.card)):
        return Advice(
            min(losers, key=lambda card: (card.rank not in COUNTERS, card.rank == "A", card.strength)),
            "the trick is the own side's: a counter goes on it if there is one",
        )
    if winners and (last or not losers):
        best = min(winners, key=lambda card: (card.suit == view.trump, card.rank == "A", card.strength))
        return Advice(best, "it is the cheapest card that wins")
    sure = [card for card in winners if view.is_master(card)]
    if sure:
        return Advice(min(sure, key=_save_key), "it wins so far, and nobody can hold a higher card of this suit")
    return Advice(min(losers or winners, key=_save_key), "no card is sure to win, so the one that counts least goes")


def is_ours(view: View, seat: int) -> bool:
    """Return whether *seat* is on the same side as the seat of *view*."""
    if view.partner is not None:
        return seat in (view.seat, view.partner)
    return view.seat != view.declarer and seat != view.declarer


def _lead(view: View, legal: Sequence[Card]) -> Advice:
    masters = [card for card in legal if view.is_master(card)]
    if masters:
        draws = view.declarer in (view.seat, view.partner)
        best = min(masters, key=lambda card: ((card.suit == view.trump) != draws, card.code))
        return Advice(best, "nobody can hold a higher card of this suit")
    lengths = Counter(card.suit for card in view.hand)
    low = min(legal, key=lambda card: (*_save_key(card), card.suit == view.trump, lengths[card.suit]))
    return Advice(low, "no card is sure to win: it leads low, a card that does not count if there is one")


def _save_key(card: Card) -> tuple[bool, int]:
    """Return a sort key that puts low cards first, counters last."""
    return card.rank in COUNTERS, card.strength
