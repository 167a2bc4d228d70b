"""Describe in words the outcome of a hand: bids, contracts, and payments in dollars and chips (pinochle.md §1)."""

from collections.abc import Iterator

from arena.rules.cards import card_text
from arena.rules.games.game import Game
from arena.rules.hands.hand import (
    CONCEDED,
    DOUBLE_SET,
    MADE,
    NO_ROYAL_MARRIAGE,
    PASSED_OUT,
    SET,
    SINGLE_SET,
    THROWN_IN,
    Hand,
)
from arena.rules.hands.layout import counters, layout_of
from arena.rules.hands.seat import Seat
from arena.rules.phases.score_bids import BAG_COST, JH, bags_over, bid_points, jacks_awarded
from arena.rules.phases.score_chips import value
from arena.rules.records.parts import KITTY, hand_before, payments_of
from arena.rules.rules import (
    Awards,
    BagRule,
    Chips,
    Contract,
    DefendersScore,
    Rules,
    SavedBy,
    SetScoring,
    Sides,
    Stakes,
    require,
)
from arena.rules.sides import side_of
from arena.rules.words import SUIT_NAMES, bid_text, discard_verb, format_count


def format_bids(game: Game, hand: Hand, who: list[str]) -> Iterator[str]:
    """Describe each seat's score in a hand of spades, and how it was made; *who*: names by seat."""
    yield "The score:"
    for number, name in enumerate(who):
        seat = hand.seats[number]
        bags = f", {format_count(seat.bags, 'bag')}" if _adds_up(game.rules) else ""
        yield f"  {name}: {'; '.join(list_parts(game, hand, number))}. In all {seat.delta:+d}, score {seat.score}{bags}"


def list_parts(game: Game, hand: Hand, number: int) -> list[str]:
    """Return the parts of a seat's score in words, the bid first; *number*: the seat."""
    earlier, seat = hand_before(game, hand), hand.seats[number]
    before = int(earlier.seats[number].bags) if earlier is not None else 0
    return [
        f"bid {bid_text(seat.bid)}, won {seat.tricks}: {bid_points(seat.bid, seat.tricks):+d}",
        *_format_jacks(game.rules, seat, before),
        *_format_bags(game.rules, seat, before),
    ]


def _adds_up(rules: Rules) -> bool:
    return rules.bags is not None and rules.bags.rule is BagRule.LIMIT


def _find_awards(rules: Rules, seat: Seat) -> tuple[Awards, list[int]]:
    awards = require(rules.awards)
    return awards, jacks_awarded(seat.taken, awards, layout_of(rules.deck))


def _format_jacks(rules: Rules, seat: Seat, before: int) -> Iterator[str]:
    awards, counting = _find_awards(rules, seat)
    layout = layout_of(rules.deck)
    captured = [jack for jack in awards.jacks if seat.taken & layout.field[jack]]
    if captured and not counting:
        yield f"{' and '.join(card_text(jack) for jack in captured)} captured: nothing for either"
    for jack in counting:
        heart = "one bag less" if before + bags_over(seat.bid, seat.tricks) else "there is no bag to take away"
        yield f"{card_text(jack)} captured: {heart if jack == JH else f'{awards.points:+d}'}"


def _format_bags(rules: Rules, seat: Seat, before: int) -> Iterator[str]:
    limit = require(rules.bags).limit
    extra = bags_over(seat.bid, seat.tricks)
    spared = 1 if JH in _find_awards(rules, seat)[1] else 0
    if not _adds_up(rules):
        costing = max(extra - spared, 0)
        if extra:
            yield (
                f"{format_count(extra, 'bag')}: {-BAG_COST * costing:+d}"
                if costing
                else f"{format_count(extra, 'bag')} spared"
            )
        return
    if extra:
        yield format_count(extra, "bag")
    total = max(before + extra - spared, 0)
    if total >= limit:
        yield f"with those before {format_count(total, 'bag')}, at the limit of {limit}: {-BAG_COST * total:+d}"


CHIPS = (("blue", 10), ("red", 5), ("white", 1))
ALL_PASS = "All pass: nothing is scored."
LAID = {"buries": "buried", "discards": "discarded"}


def format_contract(rules: Rules, hand: Hand, who: list[str]) -> Iterator[str]:
    """Describe the outcome of a contract, and each seat's points and score; *who*: names by seat."""
    yield ALL_PASS if hand.outcome == PASSED_OUT else format_outcome(rules, hand, who)
    yield from _format_others(rules, hand, who)
    for seat, name in enumerate(who):
        yield f"  {name}: {format_points(rules, hand, seat)}{hand.deltas[seat]:+d}, score {hand.scores[seat]}"


def format_outcome(rules: Rules, hand: Hand, who: list[str]) -> str:
    declarer = who[hand.declarer]
    if hand.outcome == THROWN_IN:
        return f"{declarer} has thrown the hand in: the bid of {hand.bid} has failed."
    if hand.outcome == NO_ROYAL_MARRIAGE:
        return f"{declarer} has no royal marriage: the bid of {hand.bid} is lost without play."
    side = side_of(rules, hand.declarer)
    names = " and ".join(who[seat] for seat in side)
    verb = "make" if len(side) > 1 else "makes"
    if hand.outcome == MADE:
        return f"{names} {verb} the bid of {hand.bid}, {SUIT_NAMES[hand.trump]} trump, with {format_sum(hand, side)}."
    return f"{names} {'are' if len(side) > 1 else 'is'} set: {format_sum(hand, side)}{_format_lack(rules, hand, side)}."


def format_sum(hand: Hand, side: list[int]) -> str:
    melds = sum(int(hand.seats[seat].melded) for seat in side)
    points = sum(hand.points[seat] for seat in side)
    return f"{melds} melded and {points} in tricks, {melds + points} in all"


def _format_lack(rules: Rules, hand: Hand, side: list[int]) -> str:
    short = hand.bid - sum(int(hand.seats[seat].melded) + hand.points[seat] for seat in side)
    suit = f", {SUIT_NAMES[hand.trump]} trump"
    if short > 0:
        return f", {short} short of the bid of {hand.bid}{suit}"
    what = (
        "trick"
        if rules.contract is not None and rules.contract.declarer_saved_by is SavedBy.TRICK
        else "point in tricks"
    )
    return f", enough for the bid of {hand.bid}{suit}, but no {what}"


def format_points(rules: Rules, hand: Hand, seat: int) -> str:
    """Return a seat's points of melds and tricks in words; "" if none were counted."""
    said = []
    if hand.laid and (seat == hand.declarer or rules.melds is None or not rules.melds.only_declarer_lays):
        said.append(f"{hand.seats[seat].melded} melded")
    if hand.gathered:
        parts = ", ".join(_parts(rules, hand, seat))
        said.append(f"{hand.points[seat]} in tricks{f' ({parts})' if parts else ''}")
    return "".join(f"{text}, " for text in said)


def _parts(rules: Rules, hand: Hand, seat: int) -> Iterator[str]:
    """Yield which of a seat's points in tricks are from discards and from the last trick, in words."""
    if not hand.points[seat]:
        return
    each = 1 if rules.contract is None else rules.contract.counter
    laid = each * counters(layout_of(rules.deck), hand.seats[seat].laid) if rules.exchange is not None else 0
    if laid:
        yield f"{laid} of them {LAID[discard_verb(rules)]}"
    if hand.last_winner == seat and not any(player.cards for player in hand.seats):
        last = rules.chips.last_trick if rules.chips is not None else rules.contract.last_trick if rules.contract else 0
        yield f"{last} for the last trick"


def _format_others(rules: Rules, hand: Hand, who: list[str]) -> Iterator[str]:
    terms = rules.contract
    if terms is None or terms.stakes is Stakes.ALTERNATE or hand.outcome == PASSED_OUT:
        return
    side = side_of(rules, hand.declarer)
    others = [seat for seat in range(rules.seats) if seat not in side]
    gains = hand.outcome == NO_ROYAL_MARRIAGE and terms.gain_without_royal
    if gains or (hand.outcome != MADE and terms.set_scoring is SetScoring.OPPONENTS_GAIN):
        yield f"  {' and '.join(who[seat] for seat in others)}: +{hand.bid} for the bid"
    if hand.outcome in (MADE, SET):
        if len(others) > 1 and terms.defenders_score is DefendersScore.TEAM:
            shared = defenders_share(rules) and not _find_missing(terms, hand, others)
            each = ", which each of them scores" if shared else ""
            yield f"  {' and '.join(who[seat] for seat in others)} have {format_sum(hand, others)}{each}"
        for team in [[seat] for seat in others] if terms.defenders_score is DefendersScore.OWN else [others]:
            melds = sum(int(hand.seats[seat].melded) for seat in team)
            missing = _find_missing(terms, hand, team)
            if missing and melds:
                names = " and ".join(who[seat] for seat in team)
                lost = f"{format_count(melds, 'point')} lost"
                loss = lost if terms.nines_need_save else "only the nines of it count"
                yield f"  {names}: no {missing}, so the meld is not saved, {loss}"


def defenders_share(rules: Rules) -> bool:
    """Return whether each defender scores all defenders' points although they are not partners."""
    terms = rules.contract
    if terms is None or terms.stakes is Stakes.ALTERNATE or rules.seats == 2:
        return False
    return rules.sides is Sides.ALONE and terms.defenders_score is DefendersScore.TEAM


def _find_missing(terms: Contract, hand: Hand, team: list[int]) -> str:
    """Return what the defenders of *team* lack to save their melds; "" if their melds are saved."""
    tricks = sum(int(hand.seats[seat].tricks) for seat in team)
    points = sum(hand.points[seat] for seat in team)
    lacks = {SavedBy.TRICK: "trick" if not tricks else "", SavedBy.POINT: "point in tricks" if not points else ""}
    return lacks.get(terms.defenders_saved_by, "")


def format_payments(game: Game, hand: Hand, who: list[str]) -> Iterator[str]:
    """Describe the outcome of a hand for money, its payments, and each player's dollars; *who*: names by seat."""
    if hand.outcome == PASSED_OUT:
        yield "All pass: nobody pays."
    else:
        yield format_money_outcome(hand, who[hand.declarer])
        yield format_value(require(game.rules.chips), hand)
        names = {KITTY: "the kitty"} | dict(enumerate(who))
        for paid in payments_of(game, hand):
            yield f"  {names[paid.payer]} pays {names[paid.payee]} {format_count(paid.dollars, 'dollar')}"
        order = [(hand.declarer + place) % game.rules.seats for place in range(1, game.rules.seats)]
        for seat in [seat for seat in [*order, hand.declarer] if hand.broke and not hand.scores[seat]]:
            yield f"  {who[seat]} has nothing left: the game ends"
    for seat, name in enumerate(who):
        points, purse = format_points(game.rules, hand, seat), format_money(hand.scores[seat])
        yield f"  {name}: {points}{hand.deltas[seat]:+d}, purse {purse}"
    yield f"  the kitty holds {format_money(hand.pot)}"


def format_money_outcome(hand: Hand, declarer: str) -> str:
    if hand.outcome == CONCEDED:
        return f"{declarer} has conceded the bid of {hand.bid} without the widow."
    if hand.outcome == SINGLE_SET:
        return f"{declarer} has conceded the bid of {hand.bid} after seeing the widow: a single set."
    trump = f"{SUIT_NAMES[hand.trump]} trump"
    has = format_sum(hand, [hand.declarer])
    if hand.outcome == MADE:
        return f"{declarer} makes the bid of {hand.bid}, {trump}, with {has}."
    out_of_reach = ", and it can't be reached any more" if any(seat.cards for seat in hand.seats) else ""
    return f"{declarer} is set, a double set: {has}, for a bid of {hand.bid}, {trump}{out_of_reach}."


def format_value(chips: Chips, hand: Hand) -> str:
    amount = value(chips, hand)
    doubled = f", doubled for {SUIT_NAMES[hand.trump]}" if hand.trump == chips.doubled_trump else ""
    twice = f"; a double set costs {format_count(2 * amount, 'dollar')}" if hand.outcome == DOUBLE_SET else ""
    return f"The bid is worth {format_count(amount, 'dollar')}{doubled}{twice}:"


def chips_for(dollars: int) -> list[tuple[str, int]]:
    """Return chips worth *dollars*: (color, count), the most valuable color first."""
    chips = []
    left = dollars
    for color, each in CHIPS:
        count, left = divmod(left, each)
        chips += [(color, count)] if count else []
    return chips


def format_money(dollars: int) -> str:
    """Return dollars in words, with chips of the same value: "7 dollars (1 red, 2 white)"."""
    chips = ", ".join(f"{count} {color}" for color, count in chips_for(dollars))
    return f"{format_count(dollars, 'dollar')} ({chips or 'no chips'})"
