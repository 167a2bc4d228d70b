"""The closed boards of what `arena export` wrote, of rotations, without registered pairs."""

from collections import defaultdict
from math import fsum
from typing import Any, NamedTuple

Lines = list[dict[str, Any]]
Scores = dict[tuple[str, str], float]  # of the first against the second, both ways round


class Board(NamedTuple):
    number: int
    variant: str
    sides: int  # 2 where partners play, else how many sit there
    scores: Scores
    points: dict[str, list[int]]  # by bot, the game's own
    games: Lines  # its records, by rotation

    @property
    def bots(self) -> list[str]:
        return sorted(self.points)

    def total(self, bot: str) -> float:
        """What it scored against all others."""
        return fsum(score for (one, _), score in self.scores.items() if one == bot)


def closed_boards(lines: Lines) -> list[Board]:
    """In schedule order."""
    games = {line["id"]: line for line in lines if line["format"] == "arena-game/1"}
    (about,) = (line for line in lines if line["format"] == "arena-tournament/1")
    sides = {each["variant"]: each["sides"] for each in about["variants"]}
    closed = [line for line in lines if line["format"] == "arena-board/1" and line["state"] == "closed"]
    return [_board(line, sides[line["variant"]], [games[game] for game in line["games"]]) for line in closed]


def taken_in(game: dict[str, Any], seat: int, sides: int) -> float:
    """The mean score of who sat in *seat*, or of that side, in one game."""
    ranks = game["ranks"][:sides]
    others = [rank for other, rank in enumerate(ranks) if other != seat]
    return fsum(_score(ranks[seat], rank) for rank in others) / len(others)


def _board(line: dict[str, Any], sides: int, games: Lines) -> Board:
    points: dict[str, list[int]] = defaultdict(list)
    taken: dict[tuple[str, str], list[float]] = defaultdict(list)
    for game in games:
        ranks = dict(zip(game["seats"], game["ranks"], strict=True))
        for bot, score in dict(zip(game["seats"], game["scores"], strict=True)).items():
            points[bot].append(score)
        for one in ranks:
            for other in ranks.keys() - {one}:
                taken[one, other].append(_score(ranks[one], ranks[other]))
    scores = {pair: fsum(each) / len(each) for pair, each in taken.items()}
    return Board(line["number"], line["variant"], sides, scores, points, games)


def _score(rank: int, other: int) -> float:
    return (1 + (rank < other) - (rank > other)) / 2
