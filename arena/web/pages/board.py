"""A board as a traveller: the same deal at all its rotations or tables, side by side."""

import asyncio
import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Final

from arena.api.inside import Desk
from arena.rules import (
    Decided,
    Game,
    Parting,
    costliest_departure,
    decided,
    defenders_share,
    names_of,
    partings,
    played,
    where_the_points_went,
)
from arena.web.drawings.waterfall import Fall, waterfalls
from arena.wire.gen.records_pb2 import GetBoardRequest, GetBoardResponse

BEFORE: Final = 3  # decisions shown before lines part
AFTER: Final = 6  # and from there on


@dataclass(frozen=True)
class Line:
    """A game of the board, by seat: *name* says which rotation or table."""

    name: str
    game: str
    players: list[str]
    scores: list[int]
    ranks: list[int]


@dataclass(frozen=True)
class Cell:
    """What was done in a line: "plays TD", by *player* in *seat*."""

    seat: int
    player: str
    told: str


@dataclass(frozen=True)
class Row:
    """The same decision in all lines, None where a line has no such.

    *decision* counts within the hand, from 0; *trick* from 1, 0 before the play and where lines are in several.
    """

    decision: int
    trick: int
    cells: list[Cell | None]
    parts_here: bool


@dataclass(frozen=True)
class Points:
    """What the hands of a line brought a seat, and of what; *part* and *points* are the CSV's."""

    seat: int
    line: str
    player: str
    parts: list[tuple[str, int]]
    total: int


@dataclass(frozen=True)
class Worst:
    """The hand in which a bot took fewest points beside the best who had the same cards; *hand* counts from 0."""

    bot: str
    hand: int
    seat: int
    game: str
    points: int
    other: str
    other_game: str
    other_points: int


@dataclass(frozen=True)
class Cost:
    """The decision that cost a bot most here: of those that others with the same cards answered otherwise.

    It is *decision* of *hand* (from 0) in *seat*, *game*; *points* are those of the hand, a line's; *others_points*
    the mean of the others.
    """

    bot: str
    game: str
    hand: int
    decision: int
    seat: int
    did: str
    others_did: list[tuple[str, list[str]]]
    points: int
    others_points: float


@dataclass(frozen=True)
class PartRow:
    """One part of the points, for the CSV."""

    line: str
    game: str
    seat: int
    player: str
    part: str
    points: int


@dataclass(frozen=True)
class BoardPage:
    """A board whose games are all played.

    *dealt*: the cards of each seat in the first hand. *results*: each bot's points a game over all lines, the best
    first. *asked*: whose *worst* hand and *cost* are shown, "" for nobody's; None where it took no fewer
    points than the others, or answered as they did.
    *partings*: all decisions where lines part, the first one first;
    *rows*: the decisions around the first. *defenders_share*: each defender scores what all have together.
    """

    board: str
    tournament: str
    number: int
    variant: str
    tables: int
    commitment: str
    seed: str
    epoch: int
    lines: list[Line]
    dealt: list[list[str]]
    results: list[tuple[str, float]]
    asked: str
    worst: Worst | None
    cost: Cost | None
    partings: list[Parting]
    rows: list[Row]
    defenders_share: bool
    points: list[Points]
    falls: list[Fall]


async def board(desk: Desk, board_id: str, bot: str = "") -> BoardPage:
    """Show a board's lines side by side, where they part, and where the points went.

    With *bot*, also what cost it most.
    """
    return await asyncio.to_thread(_page, await desk.ask(GetBoardRequest(board=board_id)), bot)


def rows(shown: BoardPage) -> Sequence[PartRow]:
    """Return each part of each seat's points in each line."""
    games = {line.name: line.game for line in shown.lines}
    return [
        PartRow(each.line, games[each.line], each.seat, each.player, name, points)
        for each in shown.points
        for name, points in each.parts
    ]


def _page(found: GetBoardResponse, bot: str) -> BoardPage:
    records = [json.loads(record) for record in found.records]
    kind = "table" if found.tables > 1 else "rotation"
    lines = [_line(f"{kind} {number}", record) for number, record in enumerate(records, start=1)]
    games = [played(record) for record in records]
    parted = partings(games)
    points = _points(games, lines)
    return BoardPage(
        found.board,
        found.tournament,
        found.number,
        found.variant,
        found.tables,
        found.commitment,
        found.seed,
        found.epoch,
        lines,
        records[0]["hands"][0]["dealt"]["hands"],
        _results(lines),
        bot if any(bot in line.players for line in lines) else "",
        _worst(games, lines, bot),
        _cost(games, lines, bot),
        parted,
        _rows(games, lines, parted[0]) if parted else [],
        defenders_share(games[0].rules),
        points,
        waterfalls([each.parts for each in points]),
    )


def _line(name: str, record: dict[str, Any]) -> Line:
    return Line(name, record["id"], names_of(record["seats"]), record["scores"], record["ranks"])


def _results(lines: Sequence[Line]) -> list[tuple[str, float]]:
    taken: dict[str, list[int]] = defaultdict(list)
    for line in lines:
        for player, score in zip(line.players, line.scores, strict=True):
            taken[player].append(score)
    return sorted(((player, fmean(scores)) for player, scores in taken.items()), key=lambda each: (-each[1], each[0]))


def _worst(games: Sequence[Game], lines: Sequence[Line], bot: str) -> Worst | None:
    found: list[Worst] = []
    for hand in range(min(len(game.hands) for game in games)):
        for seat in range(len(lines[0].players)):
            took = [(game.hands[hand].deltas[seat], line) for game, line in zip(games, lines, strict=True)]
            others = [each for each in took if each[1].players[seat] != bot]
            own = [each for each in took if each[1].players[seat] == bot]
            if own and others:
                (points, line), (best, other) = min(own, key=_taken), max(others, key=_taken)
                found.append(Worst(bot, hand, seat, line.game, points, other.players[seat], other.game, best))
    worst = min(found, key=lambda each: each.points - each.other_points, default=None)
    return worst if worst and worst.points < worst.other_points else None


def _taken(took: tuple[int, Line]) -> int:
    return took[0]


def _cost(games: Sequence[Game], lines: Sequence[Line], bot: str) -> Cost | None:
    seats = [[seat for seat, player in enumerate(line.players) if player == bot] for line in lines]
    found = costliest_departure(games, seats)
    if found is None or found.points >= found.others_points:
        return None
    at = found.parting
    others = [(choice.action, [lines[number].players[at.seat] for number in choice.lines]) for choice in found.others]
    points = (found.points, float(found.others_points))
    return Cost(bot, lines[found.line].game, at.hand, at.decision, at.seat, found.action, others, *points)


def _rows(games: Sequence[Game], lines: Sequence[Line], parted: Parting) -> list[Row]:
    """Return the decisions around a parting, in all lines."""
    told = [[each for each in decided(game) if each.hand == parted.hand] for game in games]
    first = max(0, parted.decision - BEFORE)
    last = min(max(map(len, told)), parted.decision + AFTER)
    return [
        Row(
            number,
            _same([each[number].trick for each in told if number < len(each)]),
            [_cell(each[number], line) if number < len(each) else None for each, line in zip(told, lines, strict=True)],
            number == parted.decision,
        )
        for number in range(first, last)
    ]


def _same(tricks: Sequence[int]) -> int:
    """Return the trick, or 0 where some are in the play already and others are not."""
    return tricks[0] if len(set(tricks)) == 1 else 0


def _cell(decision: Decided, line: Line) -> Cell:
    return Cell(decision.seat, line.players[decision.seat], decision.action)


def _points(games: Sequence[Game], lines: Sequence[Line]) -> list[Points]:
    """Return the points by seat, then by line, so that the same cards are beside each other."""
    went = where_the_points_went(games)
    return [
        Points(seat, line.name, line.players[seat], list(seats[seat].items()), sum(seats[seat].values()))
        for seat in range(len(lines[0].players))
        for line, seats in zip(lines, went, strict=True)
    ]
