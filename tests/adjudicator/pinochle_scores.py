"""What a hand of pinochle is worth to each seat (pinochle.md §1-6)."""

from tests.adjudicator.cards import counters
from tests.adjudicator.played import Hand

VALUES = ((55, 20), (50, 16), (45, 13), (40, 10), (35, 7), (30, 4), (25, 2), (0, 1))


def meld(hand: Hand, seats: list[int]) -> int:
    return sum(ways[0]["points"] for ways in hand.melds if ways[0]["seat"] in seats)


def earned(hand: Hand, seats: list[int]) -> int:
    return sum(hand.points[seat] for seat in seats)


def contract(hand: Hand) -> tuple[int, int]:
    assert hand.declarer is not None
    assert hand.bid is not None
    return hand.declarer, hand.bid


def give(hand: Hand, seats: list[int], delta: int) -> None:
    for seat in seats:
        hand.deltas[seat] = delta


def score_deal(hand: Hand) -> None:
    """Score a hand of §2-6 that was not thrown in. Sets its outcome and deltas."""
    declarer, bid = contract(hand)
    side, others = hand.sheet.side(declarer), hand.sheet.others(declarer)
    if hand.outcome == "no_royal_marriage":
        give(hand, side, -bid)
        give(hand, others, 0 if hand.sheet.id == "pinochle-single-deck" else bid)
        return
    is_made = meld(hand, side) + earned(hand, side) >= bid and side_saved(hand, side)
    hand.outcome = "made" if is_made else "set"
    if hand.options.get("scoring") == "alternate":
        give(hand, side, 2 if is_made else -1)
        give(hand, others, 0 if is_made else 1)
        return
    give(hand, side, meld(hand, side) + earned(hand, side) if is_made else -bid)
    if hand.options.get("defenders_score") == "own":
        for seat in others:
            give(hand, [seat], defence(hand, [seat]))
    else:
        give(hand, others, defence(hand, others))
    if not is_made and hand.options.get("set_scoring") == "opponents_gain":
        give(hand, side, 0)
        give(hand, others, defence(hand, others) + bid)


def side_saved(hand: Hand, side: list[int]) -> bool:
    """Whether the declaring side has what saves its meld."""
    name = hand.sheet.id
    if name in ("pinochle-racehorse", "pinochle-cutthroat"):
        return True
    return earned(hand, side) > 0 if name == "pinochle-two-handed" else hand.tricks_of(side) > 0


def defence(hand: Hand, seats: list[int]) -> int:
    """Return what these defenders score together. Meld and points, if they have saved them."""
    by_point = hand.sheet.id == "pinochle-two-handed" or hand.options.get("save_meld") == "point"
    saved = earned(hand, seats) > 0 if by_point else hand.tricks_of(seats) > 0
    if saved:
        return meld(hand, seats) + earned(hand, seats)
    return 0 if hand.options.get("nines_need_save", True) else nines(hand, seats)


def nines(hand: Hand, seats: list[int]) -> int:
    laid = [entry for ways in hand.melds if ways[0]["seat"] in seats for entry in ways[0]["melds"]]
    return sum(entry[2] for entry in laid if entry[0] == "nine")


def score_thrown_in(hand: Hand) -> None:
    """Score a hand that was thrown in.

    §2: it costs the bid and the defenders score their meld; §3 alternate: it has failed.
    """
    declarer, bid = contract(hand)
    side, others = hand.sheet.side(declarer), hand.sheet.others(declarer)
    if hand.options.get("scoring") == "alternate":
        give(hand, side, -1)
        give(hand, others, 1)
        return
    gain = hand.options["set_scoring"] == "opponents_gain"
    give(hand, side, 0 if gain else -bid)
    give(hand, others, meld(hand, others) + (bid if gain else 0))


def counted(hand: Hand) -> int:
    """Return the declarer's meld and all that it has taken (§1).

    Its discards count whether or not it has won a trick.
    """
    declarer, _ = contract(hand)
    last = 1 if hand.tricks and not any(hand.hands) and hand.tricks[-1]["winner"] == declarer else 0
    return meld(hand, [declarer]) + counters(hand.taken[declarer]) + counters(hand.buried) + last


def reached(hand: Hand) -> bool:
    """Return whether the bid is reached (§1). The meld alone does, or meld and counters with at least one trick won."""
    declarer, bid = contract(hand)
    return meld(hand, [declarer]) >= bid or (hand.tricks_of([declarer]) > 0 and counted(hand) >= bid)


def hopeless(hand: Hand) -> bool:
    """Return whether the bid cannot be reached any more (§1).

    Not even every counter that is still in a hand, and the last trick, would do.
    """
    _, bid = contract(hand)
    return counted(hand) + sum(counters(cards) for cards in hand.hands) + 1 < bid


def value(hand: Hand) -> int:
    """§1: V, doubled once spades are named trump."""
    _, bid = contract(hand)
    return next(worth for least, worth in VALUES if bid >= least) * (2 if hand.trump == "S" else 1)


def chips_pay(hand: Hand) -> None:
    """Pay the chips of a hand (§1). One after another from the declarer's left, the kitty last."""
    declarer, bid = contract(hand)
    defenders = [hand.sheet.left(declarer), hand.sheet.left(declarer, 2)]
    v, kitty_too = value(hand), bid >= 35
    purses = list(hand.standing.scores)
    if hand.outcome == "made":
        for seat in defenders:
            paid = cut(hand, purses, seat, v)
            purses[declarer] += paid
        if kitty_too:
            paid = min(v, hand.standing.pot)
            hand.standing.pot -= paid
            purses[declarer] += paid
    else:
        v = 2 * v if hand.outcome == "double_set" else v
        for seat in defenders if hand.outcome != "conceded" else []:
            purses[seat] += cut(hand, purses, declarer, v)
        if kitty_too or hand.outcome == "conceded":
            hand.standing.pot += cut(hand, purses, declarer, v)
    hand.deltas = [after - before for after, before in zip(purses, hand.standing.scores, strict=True)]


def cut(hand: Hand, purses: list[int], payer: int, amount: int) -> int:
    """Take what the payer can pay of *amount*; return it. A player cut short is broke."""
    paid = min(amount, purses[payer])
    purses[payer] -= paid
    hand.broke = hand.broke or paid < amount
    return paid
