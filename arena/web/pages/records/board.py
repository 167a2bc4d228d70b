"""Show a board like a bridge traveller: the same deal in all rotations or at all tables, side by side."""

import asyncio
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Final

from arena.api.local_client import LocalClient
from arena.rules import Game
from arena.rules.replays.contract import defenders_share
from arena.rules.replays.parting import (
    LineDecision,
    LostHand,
    Parting,
    list_decisions,
    lost_hand,
    partings,
    sum_parts,
)
from arena.rules.replays.place import finish_record, names_of
from arena.web.drawings import Fall, waterfalls
from arena.web.serving.rows import Row
from arena.wire.gen.records_pb2 import GetBoardRequest, GetBoardResponse

BEFORE: Final = 3  # decisions shown before lines part
AFTER: Final = 6  # decisions shown from there on
COPIED: Final = ("board", "tournament", "number", "variant", "tables", "commitment", "seed", "epoch")  # of the answer


@dataclass(frozen=True)
class Line:
    """A game of the board by seat; *name*: its rotation or table; *players*: *bots*, numbered if one has many seats."""

    name: str
    game: str
    bots: list[str]
    players: list[str]
    scores: list[int]
    ranks: list[int]


@dataclass(frozen=True)
class Cell:
    """A decision in one line; *told*: its words, as "plays TD"."""

    seat: int
    player: str
    told: str


@dataclass(frozen=True)
class Decision:
    """The same decision in all lines; None for a line without it.

    *decision* counts from 0 within the hand, *trick* from 1; it is 0 before the play and if lines are in several.
    """

    decision: int
    trick: int
    cells: list[Cell | None]
    parts_here: bool


@dataclass(frozen=True)
class Points:
    """The points of a seat in a line, and their sources."""

    seat: int
    line: str
    player: str
    parts: list[tuple[str, int]]
    total: int


@dataclass(frozen=True)
class BoardPage:
    """A closed board.

    *results*: each bot's points a game over all lines, the best first. *asked*: the bot whose *lost* hand is shown, ""
    for none; *lost* is None if the best of the others took no more. *hand*: the hand shown, from 0: the lost one or
    that of the first parting; *dealt*: its cards by seat; *decisions*: those around its parting. *partings*: all
    decisions at which lines part, in order. *defenders_share*: each defender scores what all have together.
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
    results: list[tuple[str, float]]
    asked: str
    lost: LostHand | None
    hand: int
    dealt: list[list[str]]
    partings: list[Parting]
    decisions: list[Decision]
    defenders_share: bool
    points: list[Points]
    falls: list[Fall]


async def board(client: LocalClient, board_id: str, bot: str = "") -> BoardPage:
    """Show a board's lines side by side with their partings and points, and the hand that cost *bot* most."""
    return await asyncio.to_thread(_page, await client.ask(GetBoardRequest(board=board_id)), bot)


def rows(shown: BoardPage) -> Iterator[Row]:
    """Yield each source of each seat's points in each line."""
    games = {line.name: line.game for line in shown.lines}
    for each in shown.points:
        about = {"line": each.line, "game": games[each.line], "seat": each.seat, "player": each.player}
        for part, points in each.parts:
            yield about | {"part": part, "points": points}


def _page(board: GetBoardResponse, bot: str) -> BoardPage:
    records = [json.loads(record) for record in board.records]
    kind = "table" if board.tables > 1 else "rotation"
    lines = [_line(f"{kind} {number}", record) for number, record in enumerate(records, start=1)]
    games = [finish_record(record) for record in records]
    all_partings = partings(games)
    asked = bot if any(bot in line.bots for line in lines) else ""
    lost = lost_hand(games, [line.bots for line in lines], bot) if asked else None
    shown = lost.parting if lost else next(iter(all_partings), None)
    hand = lost.hand if lost else shown.hand if shown else 0
    points = _points(games, lines)
    return BoardPage(
        **{field: getattr(board, field) for field in COPIED},
        lines=lines,
        results=_results(lines),
        asked=asked,
        lost=lost,
        hand=hand,
        dealt=records[0 if lost is None else lost.own.line]["hands"][hand]["dealt"]["hands"],
        partings=all_partings,
        decisions=_decisions(games, lines, hand, shown.decision if shown else None),
        defenders_share=defenders_share(games[0].rules),
        points=points,
        falls=waterfalls([each.parts for each in points]),
    )


def _line(name: str, record: dict[str, Any]) -> Line:
    return Line(name, record["id"], record["seats"], names_of(record["seats"]), record["scores"], record["ranks"])


def _results(lines: Sequence[Line]) -> list[tuple[str, float]]:
    points: dict[str, list[int]] = defaultdict(list)
    for line in lines:
        for player, score in zip(line.bots, line.scores, strict=True):
            points[player].append(score)
    return sorted(((player, fmean(scores)) for player, scores in points.items()), key=lambda each: (-each[1], each[0]))


def _decisions(games: Sequence[Game], lines: Sequence[Line], hand: int, parted: int | None) -> list[Decision]:
    """Return the decisions of a hand in all lines, around decision *parted* or its first."""
    by_line = [[each for each in list_decisions(game) if each.hand == hand] for game in games]
    first = max(0, (parted or 0) - BEFORE)
    last = min(max(map(len, by_line)), (parted or 0) + AFTER)
    shown = []
    for number in range(first, last):
        at_number = [each[number] if number < len(each) else None for each in by_line]
        tricks = {each.trick for each in at_number if each}
        cells = [_cell(each, line) if each else None for each, line in zip(at_number, lines, strict=True)]
        shown.append(Decision(number, tricks.pop() if len(tricks) == 1 else 0, cells, number == parted))
    return shown


def _cell(decision: LineDecision, line: Line) -> Cell:
    return Cell(decision.seat, line.players[decision.seat], decision.action)


def _points(games: Sequence[Game], lines: Sequence[Line]) -> list[Points]:
    """Return the points by seat, then by line: the same cards are next to each other."""
    went = sum_parts(games)
    return [
        Points(seat, line.name, line.players[seat], list(seats[seat].items()), sum(seats[seat].values()))
        for seat in range(len(lines[0].players))
        for line, seats in zip(lines, went, strict=True)
    ]
