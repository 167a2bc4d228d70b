"""What a seat is worth, whoever sits there, and what each bot scored there (docs/explanation/ratings.md)."""

from collections import defaultdict
from collections.abc import Sequence
from math import fsum

from tests.recomputed.boards import Board
from tests.recomputed.means import Row, row


def seat_effects(boards: Sequence[Board]) -> list[Row]:
    """Of one variant, by place from the first dealer; of each the mean less 1/2, and so its ends."""
    counted = [board for board in boards if board.tables == 1 and _dealer(board) is not None]
    places = range(counted[0].sides) if counted else ()
    return [_less_half(row([_from_place(board, place) for board in counted])) for place in places]


def seat_scores(boards: Sequence[Board]) -> dict[tuple[str, int], tuple[Row, float]]:
    """Return by bot ("" for all) and place, or seat where the dealer is drawn, its score and mean points."""
    taken: dict[tuple[str, int], list[tuple[float, int]]] = defaultdict(list)
    for board in boards:
        for game in board.games:
            for seat in range(board.sides):
                place = (seat - (_dealer(board) or 0)) % board.sides
                for bot in (game["entrants"][seat], ""):
                    taken[bot, place].append((board.taken_in(game, seat), game["scores"][seat]))
    return {
        key: (row([score for score, _ in own]), fsum(points for _, points in own) / len(own))
        for key, own in taken.items()
    }


def _dealer(board: Board) -> int | None:
    """The seat that deals first; None where each game draws it and seats say nothing."""
    drawn = board.games[0]["options"]["first_dealer"]
    if drawn != "draw":
        return int(drawn)
    return 0 if board.variant.startswith("spades") else None


def _from_place(board: Board, place: int) -> float:
    seat = ((_dealer(board) or 0) + place) % board.sides
    return fsum(board.taken_in(game, seat) for game in board.games) / len(board.games)


def _less_half(found: Row) -> Row:
    low, high = (None if end is None else end - 0.5 for end in (found.low, found.high))
    return Row(found.boards, found.score - 0.5, found.error, low, high)
