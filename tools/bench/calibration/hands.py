"""Collect bids, their success, and their points, hand by hand."""

from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import NormalDist, fmean
from typing import Final, NamedTuple

from arena.rules import BID_NAMES, Game, Rules, side_of, sides_of
from arena.rules.records.play_counts import COUNTS, calls_of, play_counts
from bots.sdk.practice.local import board_seed, house_bot, play_board, seat_of
from tools.bench.strength.boards import one_hand

Z: Final = NormalDist().inv_cdf(0.975)
NO_CALL: Final = "no contract"  # another seat declared, or none did


class CalledHand(NamedTuple):
    """A hand of the bot: its call, whether it was made, its points, tricks and points ahead."""

    call: str
    is_made: bool
    points: int
    tricks: int
    ahead: float


class Line(NamedTuple):
    """All hands with one call; *low* and *high* are Wilson's 95% interval of the share made."""

    call: str
    hands: int
    made: int
    low: float
    high: float
    points: float
    tricks: float
    ahead: float


def hands_of(variant: str, bot: str, against: str, seed: int, deal: int) -> list[CalledHand]:
    """Play a deal with *bot* in one place and *against* in the others, in all rotations."""
    rules = one_hand(variant)
    line_up = [house_bot(bot), *[house_bot(against)] * (sides_of(rules) - 1)]
    games = play_board(rules, board_seed(seed, deal), line_up)
    return [each for rotation, game in enumerate(games) for each in _of_game(rules, game, seat_of(game, 0, rotation))]


def _of_game(rules: Rules, game: Game, first: int) -> Iterator[CalledHand]:
    own = side_of(rules, first)
    scores = game.result().scores
    ahead = scores[first] - fmean(score for seat, score in enumerate(scores) if seat not in own)
    hands = []
    for seat in own:
        counts = dict(zip(COUNTS, play_counts(game)[seat], strict=True))
        for slot, call in enumerate(calls_of(rules)):
            if counts[f"called_{slot}"]:
                state = game.hand.seats[seat]
                name = call if rules.bags is None else BID_NAMES.get(int(state.bid), str(state.bid)).replace("_", " ")
                is_made, points = bool(counts[f"called_made_{slot}"]), counts[f"called_points_{slot}"]
                hands.append(CalledHand(name, is_made, points, int(state.tricks), ahead))
    yield from hands or [CalledHand(NO_CALL, False, game.hand.deltas[first], 0, ahead)]


def lines(rules: Rules, hands: Sequence[CalledHand]) -> list[Line]:
    """Return a line for each call, and a last one for the hands without a call."""
    order = [*calls_of(rules), *sorted({hand.call for hand in hands} - {*calls_of(rules), NO_CALL}), NO_CALL]
    result = []
    for call in order:
        if these := [hand for hand in hands if hand.call == call]:
            successes = sum(hand.is_made for hand in these)
            means = (fmean(hand.points for hand in these), fmean(hand.tricks for hand in these))
            ahead = fmean(hand.ahead for hand in these)
            result.append(Line(call, len(these), successes, *wilson(successes, len(these)), *means, ahead))
    return result


def wilson(made: int, count: int) -> tuple[float, float]:
    """Return the 95% interval of a share (E. B. Wilson, *Journal of the American Statistical Association* 22, 1927)."""
    share, square = made / count, Z * Z
    middle = (share + square / (2 * count)) / (1 + square / count)
    half = Z / (1 + square / count) * sqrt(share * (1 - share) / count + square / (4 * count * count))
    return max(0.0, middle - half), min(1.0, middle + half)
