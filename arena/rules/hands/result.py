"""A game's result: ranks, scores, winners, and why it ended."""

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
    """Each seat's rank and score, each game, and why it ended."""

    ranks: tuple[int, ...]  # of the seat's side: 1 is best, ties share
    scores: tuple[int, ...]  # of the last game, or in a series the games won
    games: tuple[GameScore, ...]
    ended: str


def result_of(table: Table) -> Result:
    """Return the result; raises `GameGoesOn` before the end."""
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
