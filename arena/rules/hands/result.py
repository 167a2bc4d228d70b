"""How a game came out: ranks, scores, who won each game, and why it ended."""

from dataclasses import dataclass

from arena.rules.errors import GameGoesOn
from arena.rules.hands.table import Table
from arena.rules.rules import Format
from arena.rules.sides import side_of


@dataclass(frozen=True)
class GameScore:
    """One game: the seats that won it, and every seat's final score."""

    winner: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True)
class Result:
    """Per seat the finishing rank of its side (1 is best, ties share) and its score.

    `scores` are those of the last game, or in a series the games won.
    """

    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    games: tuple[GameScore, ...]
    ended: str


def result_of(table: Table) -> Result:
    """The result; `GameGoesOn` before the end."""
    if not table.ended:
        raise GameGoesOn("the game is not over: it has no result yet")
    hands = [*table.finished, table.hand]
    games = [GameScore(tuple(hand.game_winners), tuple(hand.scores)) for hand in hands if hand.game_winners]
    if table.rules.length.format is Format.SERIES:
        scores = tuple([int(seat.wins) for seat in table.seats])
        merits = [(0, score) for score in scores]
    else:
        scores = games[-1].scores
        merits = [(1 if seat in games[-1].winner else 0, score) for seat, score in enumerate(scores)]
    firsts = [seat for seat in range(len(merits)) if side_of(table.rules, seat)[0] == seat]
    ranks = [1 + len([first for first in firsts if merits[first] > merit]) for merit in merits]
    return Result(tuple(ranks), scores, tuple(games), table.ended)
