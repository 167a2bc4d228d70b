"""Payments after a hand, in dollars and chips (pinochle.md §1)."""

from collections.abc import Iterator

from arena.rules.games.game import Game
from arena.rules.hands.hand import CONCEDED, DOUBLE_SET, MADE, PASSED_OUT, SINGLE_SET, Hand
from arena.rules.phases.score_chips import value
from arena.rules.records.parts import KITTY, payments_of
from arena.rules.replays.contract import had, sum_of
from arena.rules.rules import Chips
from arena.rules.words import SUIT_NAMES, counted

CHIPS = (("blue", 10), ("red", 5), ("white", 1))


def payments(game: Game, hand: Hand, who: list[str]) -> Iterator[str]:
    """Tell the contract's outcome, who paid whom, and each purse."""
    if hand.outcome == PASSED_OUT:
        yield "All pass: nobody pays."
    else:
        yield outcome(hand, who[hand.declarer])
        assert game.rules.chips is not None
        yield worth(game.rules.chips, hand)
        yield from _paid(game, hand, who)
    for seat, name in enumerate(who):
        yield f"  {name}: {had(game.rules, hand, seat)}{hand.deltas[seat]:+d}, purse {money(hand.scores[seat])}"
    yield f"  the kitty holds {money(hand.pot)}"


def outcome(hand: Hand, declarer: str) -> str:
    """Return the contract's outcome as a sentence."""
    if hand.outcome == CONCEDED:
        return f"{declarer} has conceded the bid of {hand.bid} without the widow."
    if hand.outcome == SINGLE_SET:
        return f"{declarer} has conceded the bid of {hand.bid} after seeing the widow: a single set."
    trump = f"{SUIT_NAMES[hand.trump]} trump"
    has = sum_of(hand, [hand.declarer])
    if hand.outcome == MADE:
        return f"{declarer} makes the bid of {hand.bid}, {trump}, with {has}."
    out_of_reach = ", and it can't be reached any more" if any(seat.cards for seat in hand.seats) else ""
    return f"{declarer} is set, a double set: {has}, for a bid of {hand.bid}, {trump}{out_of_reach}."


def worth(chips: Chips, hand: Hand) -> str:
    """Say what the bid is worth."""
    amount = value(chips, hand)
    doubled = f", doubled for {SUIT_NAMES[hand.trump]}" if hand.trump == chips.doubled_trump else ""
    twice = f"; a double set costs {counted(2 * amount, 'dollar')}" if hand.outcome == DOUBLE_SET else ""
    return f"The bid is worth {counted(amount, 'dollar')}{doubled}{twice}:"


def _paid(game: Game, hand: Hand, who: list[str]) -> Iterator[str]:
    """Tell each payment in order, from the declarer's left, kitty last."""
    names = {KITTY: "the kitty"} | dict(enumerate(who))
    for paid in payments_of(game, hand):
        yield f"  {names[paid.payer]} pays {names[paid.payee]} {counted(paid.dollars, 'dollar')}"
    order = [(hand.declarer + place) % game.rules.seats for place in range(1, game.rules.seats)]
    for seat in [seat for seat in [*order, hand.declarer] if hand.broke and not hand.scores[seat]]:
        yield f"  {who[seat]} has nothing left: the game ends"


def chips_for(dollars: int) -> list[tuple[str, int]]:
    """Return the chips that show so many dollars: (color, count), the dearest first."""
    chips = []
    left = dollars
    for color, each in CHIPS:
        count, left = divmod(left, each)
        chips += [(color, count)] if count else []
    return chips


def money(dollars: int) -> str:
    """Return dollars, and the chips that show them."""
    chips = ", ".join(f"{count} {color}" for color, count in chips_for(dollars))
    return f"{counted(dollars, 'dollar')} ({chips or 'no chips'})"
