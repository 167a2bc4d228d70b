"""A hand of cutthroat spades (spades.md)."""

from typing import Any

from tests.adjudicator.played import Hand
from tests.adjudicator.tricks import breaks_spades, may_lead_spades, may_play_spades, winner

Bid = int | str


def play_hand(hand: Hand) -> None:
    bids = bidding(hand)
    play_tricks(hand)
    hand.outcome = "scored"
    score(hand, bids)


def bidding(hand: Hand) -> dict[int, Bid]:
    """Return the bids of a hand, once round.

    The dealer's left first; each answers `blind` and then at once, if it looked, `bid`.
    """
    bids: dict[int, Bid] = {}
    for place in range(1, hand.sheet.seats + 1):
        seat = hand.sheet.left(hand.dealer, place)
        blind = blind_bids(hand, seat)
        bid: Any = None
        if blind:
            allowed: list[dict[str, Any]] = [{"do": "look"}, *({"do": "bid", "value": name} for name in blind)]
            bid = hand.answers.one_of(seat, "blind", allowed).get("value")
        if bid == "blind_six":
            hand.standing.blind_sixes[seat] += 1
        if bid is None:
            allowed = [{"do": "bid", "value": value} for value in seen_bids(len(hand.hands[seat]))]
            bid = hand.answers.one_of(seat, "bid", allowed)["value"]
        bids[seat] = bid
    return bids


def blind_bids(hand: Hand, seat: int) -> list[str]:
    """Return which blind bids the seat may make. The blind six has two conditions."""
    options, scores = hand.options, hand.standing.scores
    names = ["blind_nil"] if options["blind_nil_allowed"] else []
    limit = options["blind_six_limit"]
    left = limit is None or hand.standing.blind_sixes[seat] < limit
    if left and max(scores) - scores[seat] >= options["blind_six_deficit"]:
        names.append("blind_six")
    return names


def seen_bids(cards: int) -> list[Bid]:
    return [*range(1, cards + 1), "nil", "one_for_50", "two_for_40", *(["moon"] if cards >= 14 else [])]


def first_leader(hand: Hand) -> int:
    """Return who leads to the first trick.

    The dealer's left; with jokers who holds 2C, but for a dealer that sits out the first trick.
    """
    left = hand.sheet.left(hand.dealer)
    if "jokers" not in hand.sheet.id:
        return left
    holder = next(seat for seat in range(hand.sheet.seats) if "2C" in hand.hands[seat])
    return left if holder == hand.dealer and hand.sheet.id == "spades-5-2jokers" else holder


def play_tricks(hand: Hand) -> None:
    leader, broken = first_leader(hand), False
    while any(hand.hands):
        seats = [hand.sheet.left(leader, by) for by in range(hand.sheet.seats)]
        if hand.sheet.id == "spades-5-2jokers" and not hand.tricks:
            seats.remove(hand.dealer)
        cards: list[str] = []
        for seat in seats:
            own_cards = hand.hands[seat]
            allowed = may_play_spades(own_cards, cards, broken) if cards else may_lead_spades(own_cards, broken)
            card = hand.play(seat, allowed)
            broken = broken or breaks_spades(card, cards)
            cards.append(card)
        leader = hand.gather(seats, cards, winner(cards, "S", hand.sheet.ranks))


def worth(bid: Bid, tricks: int) -> tuple[int, int]:
    """Return (points, bags) of a bid with so many tricks. By the table of bids."""
    if isinstance(bid, int):
        return (10 * bid, tricks - bid) if tricks >= bid else (-10 * bid, 0)
    if bid in ("nil", "blind_nil"):
        promise = 100 if bid == "nil" else 200
        return (promise, 0) if tricks == 0 else (-promise, tricks)
    if bid in ("one_for_50", "two_for_40"):
        exact, promise = (1, 50) if bid == "one_for_50" else (2, 40)
        if tricks == exact:
            return promise, 0
        return (10 * exact, tricks - exact) if tricks > exact else (-promise, 0)
    if bid == "blind_six":
        return (100, tricks - 6) if tricks >= 6 else (-100, 0)
    return (150, 0) if tricks >= 14 else (-150, 0)


def awards(options: dict[str, Any], taken: list[str]) -> list[str]:
    """The jacks that the seat is awarded."""
    captured = [jack for jack in options["award_jacks"] if jack in taken]
    return captured if len(captured) in (1, 3) else []


def score(hand: Hand, bids: dict[int, Bid]) -> None:
    """Bid, then awards, then bags."""
    for seat, bid in bids.items():
        hand.points[seat] = hand.tricks_of([seat])
        delta, bags = worth(bid, hand.points[seat])
        jacks = awards(hand.options, hand.taken[seat])
        delta += hand.options["award_points"] * len([jack for jack in jacks if jack != "JH"])
        spared = 1 if "JH" in jacks else 0
        if hand.options["bag_rule"] == "each":
            delta -= 10 * max(0, bags - spared)
            bags_left = 0
        else:
            bags_left = max(0, hand.standing.bags[seat] + bags - spared)
            if bags_left >= hand.options["bag_limit"]:
                delta -= 10 * bags_left
                bags_left = 0
        hand.standing.bags[seat] = bags_left
        hand.deltas[seat] = delta
