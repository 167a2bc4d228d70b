"""A spades hand's score in its parts (spades.md, Scoring a hand)."""

from collections.abc import Iterator

from arena.rules.cards import card_text
from arena.rules.games.game import Game
from arena.rules.hands.hand import Hand
from arena.rules.hands.layout import layout_of
from arena.rules.hands.seat import Seat
from arena.rules.phases.score_bids import BAG_COST, JH, bags_over, bid_points, jacks_awarded
from arena.rules.records.parts import hand_before
from arena.rules.reference.words import bid_text, counted
from arena.rules.rules import Awards, BagRule, Rules


def bids(game: Game, hand: Hand, who: list[str]) -> Iterator[str]:
    """Tell what each seat scored, and for what."""
    yield "The score:"
    for number, name in enumerate(who):
        seat = hand.seats[number]
        kept = f", {counted(seat.bags, 'bag')}" if _adds_up(game.rules) else ""
        yield f"  {name}: {'; '.join(of_seat(game, hand, number))}. In all {seat.delta:+d}, score {seat.score}{kept}"


def of_seat(game: Game, hand: Hand, number: int) -> list[str]:
    """Return the parts of a seat's score in words, the bid first."""
    earlier, seat = hand_before(game, hand), hand.seats[number]
    before = int(earlier.seats[number].bags) if earlier is not None else 0
    return [
        f"bid {bid_text(seat.bid)}, won {seat.tricks}: {bid_points(seat.bid, seat.tricks):+d}",
        *_jacks(game.rules, seat, before),
        *_bags(game.rules, seat, before),
    ]


def _adds_up(rules: Rules) -> bool:
    return rules.bags is not None and rules.bags.rule is BagRule.LIMIT


def _awarded(rules: Rules, seat: Seat) -> tuple[Awards, list[int]]:
    """Return the award jacks that count for a seat."""
    assert rules.awards is not None
    return rules.awards, jacks_awarded(seat.taken, rules.awards, layout_of(rules.deck))


def _jacks(rules: Rules, seat: Seat, before: int) -> Iterator[str]:
    """Tell the captured award jacks; the seat had *before* bags."""
    awards, counting = _awarded(rules, seat)
    layout = layout_of(rules.deck)
    captured = [jack for jack in awards.jacks if seat.taken & layout.field[jack]]
    if captured and not counting:
        yield f"{' and '.join(card_text(jack) for jack in captured)} captured: nothing for either"
    for jack in counting:
        heart = "one bag less" if before + bags_over(seat.bid, seat.tricks) else "there is no bag to take away"
        yield f"{card_text(jack)} captured: {heart if jack == JH else f'{awards.points:+d}'}"


def _bags(rules: Rules, seat: Seat, before: int) -> Iterator[str]:
    """Tell the hand's bags and cost; the seat had *before* bags."""
    assert rules.bags is not None
    extra = bags_over(seat.bid, seat.tricks)
    spared = 1 if JH in _awarded(rules, seat)[1] else 0
    if not _adds_up(rules):
        costing = max(extra - spared, 0)
        if extra:
            yield (
                f"{counted(extra, 'bag')}: {-BAG_COST * costing:+d}" if costing else f"{counted(extra, 'bag')} spared"
            )
        return
    if extra:
        yield counted(extra, "bag")
    total = max(before + extra - spared, 0)
    if total >= rules.bags.limit:
        yield f"with those before {counted(total, 'bag')}, at the limit of {rules.bags.limit}: {-BAG_COST * total:+d}"
