"""When a game is over, who has won it, and the ranks.

docs/rules/sheets/README.md, "Game length and ranks", and the sheets' Winning.
"""

from typing import Any

from tests.adjudicator.played import Hand
from tests.adjudicator.variants import Sheet

End = tuple[str, list[int]]  # (why, every winning seat)


def game_end(hand: Hand, hands: int) -> End | None:
    """Whether the game is over after *hand*, its *hands*-th."""
    sheet, options, scores = hand.sheet, hand.options, hand.standing.scores
    chips = sheet.id == "pinochle-chips"
    exactly = options["format"]["kind"] == "hands"
    if chips and (hand.broke or 0 in scores):
        return "broke", top(scores)
    if not chips and not exactly:
        winners = at_target(hand)
        if winners:
            return "target", winners
    count = options["format"]["count"] if exactly else options.get("hands")
    if count is not None and hands >= count:
        return "hands", top(scores)
    if hands >= options["max_hands"]:
        return "max_hands", top(scores)
    return None


def top(scores: list[int]) -> list[int]:
    return [seat for seat, score in enumerate(scores) if score == max(scores)]


def alone_at_top(sheet: Sheet, scores: list[int]) -> list[int]:
    """The side that has more than every other; nobody in a tie."""
    best = top(scores)
    return best if best == sheet.side(best[0]) else []


def at_target(hand: Hand) -> list[int]:
    """Return who has won by the target after this hand. Or by the limits of `win_needs_bid`; empty where nobody has."""
    sheet, scores, target = hand.sheet, hand.standing.scores, hand.options["target"]
    there = [seat for seat, score in enumerate(scores) if score >= target]
    if hand.options.get("win_needs_bid"):
        return won_with_the_bid(hand)
    if sheet.id == "pinochle-two-handed" or hand.options.get("both_reach") == "declarer":
        if hand.declarer is not None and hand.declarer in there:
            return sheet.side(hand.declarer)
        return there
    return alone_at_top(sheet, scores) if there else []


def won_with_the_bid(hand: Hand) -> list[int]:
    """§2 `win_needs_bid`."""
    scores = hand.standing.scores
    if hand.outcome == "made" and hand.declarer is not None and scores[hand.declarer] >= hand.options["target"]:
        return hand.sheet.side(hand.declarer)
    if min(scores) <= -1200 or max(scores) - min(scores) >= 1500:
        return alone_at_top(hand.sheet, scores)
    return []


def ranks(sheet: Sheet, scores: list[int], winners: list[int]) -> list[int]:
    """Return each seat's rank: 1 + how many sides did better.

    Who won did better than who did not, whatever the score.
    """
    standing = [(seat in winners, score) for seat, score in enumerate(scores)]
    sides = [sheet.side(seat)[0] for seat in range(sheet.seats)]
    return [1 + len({sides[other] for other, theirs in enumerate(standing) if theirs > own}) for own in standing]


def wins_needed(options: dict[str, Any]) -> int | None:
    shape = options["format"]
    return int(shape["wins"]) if shape["kind"] == "series" else None
