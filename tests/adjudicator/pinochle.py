"""Play a hand of pinochle up to its scoring, phase by phase. See pinochle.md, the sections of the six variants."""

from tests.adjudicator.auction import contract, trump_suits
from tests.adjudicator.cards import counters
from tests.adjudicator.melds import best, has_royal_marriage
from tests.adjudicator.pinochle_scores import chips_pay, hopeless, meld, reached, score_deal, score_thrown_in
from tests.adjudicator.played import Hand
from tests.adjudicator.tricks import may_lead_pinochle, may_play_pinochle, winner


def play_hand(hand: Hand) -> None:
    bought = contract(hand.answers, hand.sheet, hand.options, hand.dealer, hand.hands)
    if bought is None:
        hand.outcome = "passed_out"
        return
    hand.declarer, hand.bid = bought
    if hand.sheet.id == "pinochle-chips":
        play_chips(hand)
        return
    before_the_melds(hand)
    lay_melds(hand)
    if hand.sheet.royal_needed and not has_royal_marriage(hand.melds[0][0]["melds"]):
        hand.outcome = "no_royal_marriage"
    elif throws_in(hand):
        hand.outcome = "thrown_in"
        score_thrown_in(hand)
        return
    else:
        while any(hand.hands):
            play_trick(hand)
    count_points(hand)
    score_deal(hand)


def before_the_melds(hand: Hand) -> None:
    """Do what comes between the auction and the melds. Each variant in its order."""
    name, declarer = hand.sheet.id, hand.declarer
    assert declarer is not None
    hand.hands[declarer] += hand.kitty
    if name == "pinochle-cutthroat":
        discard(hand)
        name_trump(hand)
    elif name == "pinochle-two-handed":
        name_trump(hand)
        discard(hand)
    else:
        name_trump(hand)
        partner = hand.sheet.left(declarer, 2)
        count = int(hand.options.get("pass_count", hand.sheet.give))
        if count:
            give(hand, partner, declarer, count)
            give(hand, declarer, partner, count)


def name_trump(hand: Hand) -> None:
    assert hand.declarer is not None
    suits = trump_suits(hand.options, hand.hands[hand.declarer])
    answer = hand.answers.one_of(hand.declarer, "trump", [{"do": "trump", "suit": suit} for suit in suits])
    hand.trump = str(answer["suit"])


def discard(hand: Hand, may_concede: bool = False) -> bool:
    """Whether the declarer has discarded 3 cards and not conceded."""
    assert hand.declarer is not None
    cards = hand.answers.cards(hand.declarer, "discard", hand.hands[hand.declarer], 3, may_concede)
    for card in cards or []:
        hand.hands[hand.declarer].remove(card)
        hand.buried.append(card)
    return cards is not None


def give(hand: Hand, giver: int, to: int, count: int) -> None:
    for card in hand.answers.cards(giver, "give", hand.hands[giver], count) or []:
        hand.hands[giver].remove(card)
        hand.hands[to].append(card)


def lay_melds(hand: Hand) -> None:
    """Lay the melds, the declarer first, then to its left. Each entry lists every way to lay the highest meld."""
    assert hand.declarer is not None
    assert hand.trump is not None
    alone = hand.sheet.id == "pinochle-chips" or hand.options.get("scoring") == "alternate"
    for by in range(1 if alone else hand.sheet.seats):
        seat = hand.sheet.left(hand.declarer, by)
        ways = best(hand.sheet, hand.options, hand.hands[seat], hand.trump)
        hand.melds.append([{"seat": seat} | way for way in ways])


def throws_in(hand: Hand) -> bool:
    """Whether the declarer throws the hand in, where the sheet lets it."""
    assert hand.declarer is not None
    assert hand.bid is not None
    offered = hand.options.get("scoring") == "alternate"
    if hand.sheet.id == "pinochle-racehorse":
        offered = meld(hand, hand.sheet.side(hand.declarer)) + 250 < hand.bid
    if not offered:
        return False
    answer = hand.answers.one_of(hand.declarer, "throw_in", [{"do": "throw_in"}, {"do": "play_on"}])
    return bool(answer["do"] == "throw_in")


def play_trick(hand: Hand) -> None:
    assert hand.declarer is not None
    assert hand.trump is not None
    first = not hand.tricks
    leader = hand.declarer if first else hand.tricks[-1]["winner"]
    seats = [hand.sheet.left(leader, by) for by in range(hand.sheet.seats)]
    lead = may_lead_pinochle(hand.sheet, hand.options, hand.hands[leader], first, hand.trump)
    cards = [hand.play(leader, lead)]
    for seat in seats[1:]:
        allowed = may_play_pinochle(hand.sheet, hand.options, hand.hands[seat], cards, hand.trump)
        cards.append(hand.play(seat, allowed))
    took = hand.gather(seats, cards, winner(cards, hand.trump, hand.sheet.ranks))
    if hand.sheet.dummy:
        hand.taken[took].append(hand.dummy[len(hand.tricks) - 1])


def count_points(hand: Hand) -> None:
    """Count each seat's points.

    Its counters, the last trick to its winner, discards to the declarer; nothing where there was no
    play.
    """
    if not hand.tricks:
        return
    assert hand.declarer is not None
    hand.points = [hand.sheet.scale * counters(cards) for cards in hand.taken]
    if not any(hand.hands):
        hand.points[hand.tricks[-1]["winner"]] += hand.sheet.last_trick
    if hand.sheet.id != "pinochle-chips" or hand.tricks_of([hand.declarer]):
        hand.points[hand.declarer] += hand.sheet.scale * counters(hand.buried)


def play_chips(hand: Hand) -> None:
    """Play a hand of pinochle-chips (§1).

    The widow, the discard, the trump, the meld, and tricks until it is made or hopeless.
    """
    assert hand.declarer is not None
    if hand.answers.one_of(hand.declarer, "widow", [{"do": "take"}, {"do": "concede"}])["do"] == "concede":
        hand.outcome = "conceded"
    else:
        hand.hands[hand.declarer] += hand.kitty
        if not discard(hand, may_concede=True):
            hand.outcome = "single_set"
        else:
            name_trump(hand)
            lay_melds(hand)
            while not reached(hand) and not hopeless(hand) and any(hand.hands):
                play_trick(hand)
                count_points(hand)
            hand.outcome = "made" if reached(hand) else "double_set"
    chips_pay(hand)
