"""The closed boards of what `arena export` wrote: of rotations, or at several tables."""

from collections import defaultdict
from itertools import permutations
from math import fsum
from typing import Any, NamedTuple

Lines = list[dict[str, Any]]
Scores = dict[tuple[str, str], float]  # of the first against the second, both ways round


class Board(NamedTuple):
    """*games*: its records, by rotation or table; `entrants` has who sat there for whom, by seat."""

    number: int
    tournament: str
    block: int
    variant: str
    pool: str  # "test" where deals follow from a test seed
    sides: int  # 2 where partners play, else how many sit there
    tables: int
    seed: str
    house: int | None  # the house bot's points
    scores: Scores
    points: dict[str, list[int]]  # by bot, the game's own
    games: Lines

    @property
    def bots(self) -> list[str]:
        return sorted(self.points)

    @property
    def line_up(self) -> tuple[str, ...]:
        """Its bots; at several tables those who had one seat stand together."""
        if self.tables == 1:
            return tuple(self.bots)
        at = [sorted(game["entrants"][side] for game in self.games) for side in range(self.sides)]
        return tuple(bot for seat in sorted(at) for bot in seat)

    @property
    def cluster(self) -> tuple[str, int, tuple[str, ...]]:
        """The boards that may depend on each other have one block and one line-up."""
        return self.tournament, self.block, self.line_up

    def total(self, bot: str) -> float:
        """What it scored against all with whom it is compared."""
        return fsum(score for (one, _), score in self.scores.items() if one == bot)

    def compared(self, bot: str) -> int:
        """With how many it is compared."""
        return sum(one == bot for one, _ in self.scores)

    def taken_in(self, game: dict[str, Any], seat: int) -> float:
        """The mean score of who sat in *seat*, or of that side, in one game."""
        if self.tables == 1:
            ranks = [-rank for rank in game["ranks"][: self.sides]]
            others = [rank for other, rank in enumerate(ranks) if other != seat]
            return fsum(_score(ranks[seat], rank) for rank in others) / len(others)
        points = [other["scores"][seat] for other in self.games if other is not game]
        return fsum(_score(game["scores"][seat], each) for each in points) / len(points)


def closed_boards(lines: Lines) -> list[Board]:
    """In schedule order; of one tournament."""
    games = {line["id"]: line for line in lines if line["format"] == "arena-game/1"}
    (about,) = (line for line in lines if line["format"] == "arena-tournament/1")
    closed = [line for line in lines if line["format"] == "arena-board/1" and line["state"] == "closed"]
    return [_board(about, line, [games[game] for game in line["games"]]) for line in closed]


def _board(about: dict[str, Any], line: dict[str, Any], games: Lines) -> Board:
    (sides,) = (each["sides"] for each in about["variants"] if each["variant"] == line["variant"])
    members = {each["bot"]: [member["bot"] for member in each["members"]] for each in about["entrants"]}
    sits = {member: bot for bot in line["line_up"] for member in members[bot] or [bot]}
    games = [game | {"entrants": [sits[bot] for bot in game["seats"]]} for game in games]
    points: dict[str, list[int]] = defaultdict(list)
    for game in games:
        for bot, score in dict(zip(game["entrants"], game["scores"], strict=True)).items():
            points[bot].append(score)
    taken = _by_rank(games) if line["tables"] == 1 else _by_points(games, sides)
    scores = {pair: fsum(each) / len(each) for pair, each in taken.items()}
    pool = "test" if about["test_seed"] else about["pool"]
    deal = line["tables"], line["seed"], line["house"]
    place = line["number"], about["name"], line["block"]
    return Board(*place, line["variant"], pool, sides, *deal, scores, points, games)


def _by_rank(games: Lines) -> dict[tuple[str, str], list[float]]:
    """Who finished before whom at the table."""
    taken: dict[tuple[str, str], list[float]] = defaultdict(list)
    for game in games:
        ranks = dict(zip(game["entrants"], game["ranks"], strict=True))
        for one, other in permutations(ranks, 2):
            taken[one, other].append(_score(-ranks[one], -ranks[other]))
    return taken


def _by_points(games: Lines, sides: int) -> dict[tuple[str, str], list[float]]:
    """Who took more from the same seat, at several tables."""
    taken: dict[tuple[str, str], list[float]] = defaultdict(list)
    for one, other in permutations(games, 2):
        for side in range(sides):
            pair = one["entrants"][side], other["entrants"][side]
            taken[pair].append(_score(one["scores"][side], other["scores"][side]))
    return taken


def _score(one: int, other: int) -> float:
    return (1 + (one > other) - (one < other)) / 2
