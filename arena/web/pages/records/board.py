"""Show a board: compare its lines, the games of one deal in all rotations or at all tables."""

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
from arena.rules.replays.parting import LineDecision, Parting, list_decisions, partings, sum_parts
from arena.rules.replays.place import finish_record, names_of
from arena.web.charts import Chart, Table, plot_stacks
from arena.web.serving.rows import Row
from arena.wire.gen import records_pb2
from arena.wire.gen.records_pb2 import GetBoardRequest, GetBoardResponse, LostHand

BEFORE: Final = 3  # decisions shown before a parting
AFTER: Final = 6  # decisions shown from a parting on
ANSWER_FIELDS: Final = ("board", "tournament", "number", "variant", "tables", "commitment", "seed", "epoch")


@dataclass(frozen=True)
class Line:
    """One game of a board; lists are by seat."""

    name: str  # "rotation 1" or "table 1"
    game: str  # the game's id
    bots: list[str]
    players: list[str]  # *bots*, with numbers if a bot has several seats
    scores: list[int]
    ranks: list[int]


@dataclass(frozen=True)
class Cell:
    """A decision in one line of a board; *action*: in words, as "plays TD"."""

    seat: int
    player: str
    action: str


@dataclass(frozen=True)
class Decision:
    """The decision of one number in all lines of a board; a cell is None if its line has no such decision.

    *decision* counts from 0 within the hand. *trick* counts from 1; it is 0 before the play, and if it differs between
    the lines.
    """

    decision: int
    trick: int
    cells: list[Cell | None]
    is_parting: bool


@dataclass(frozen=True)
class Points:
    """The points of a seat in a line; *parts*: the sources of the points, each a name and its points."""

    seat: int
    line: str
    player: str
    parts: list[tuple[str, int]]
    total: int


@dataclass(frozen=True)
class BoardPage:
    """The content of a closed board's page.

    *results*: each bot's mean points per game over all lines, best first. *bot*: the bot whose *costliest* hand is
    shown, "" for none. *costliest*: None if the best other bot has no more points. *hand*: number of the shown hand,
    from 0: the costliest hand, or that of the first parting. *cards*: the hand's cards by seat. *decisions*: the
    decisions around the hand's parting. *partings*: all partings, in order. *defenders_share*: each defender scores the
    points of all defenders. *sources*: a chart of each bot's points a game, by source.
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
    bot: str
    costliest: LostHand | None
    hand: int
    cards: list[list[str]]
    partings: list[Parting]
    decisions: list[Decision]
    defenders_share: bool
    points: list[Points]
    sources: Chart


async def board(client: LocalClient, board_id: str, bot: str = "") -> BoardPage:
    """Show a board's lines with their partings and points, and the costliest hand of *bot*."""
    return await asyncio.to_thread(_page, await client.ask(GetBoardRequest(board=board_id, bot=bot)), bot)


def rows(page: BoardPage) -> Iterator[Row]:
    """Yield a CSV row for each source of points of each seat in each line."""
    games = {line.name: line.game for line in page.lines}
    for each in page.points:
        about = {"line": each.line, "game": games[each.line], "seat": each.seat, "player": each.player}
        for part, points in each.parts:
            yield about | {"part": part, "points": points}


def _page(board: GetBoardResponse, bot: str) -> BoardPage:
    records = [json.loads(record) for record in board.records]
    kind = "table" if board.tables > 1 else "rotation"
    lines = [_line(f"{kind} {number}", record) for number, record in enumerate(records, start=1)]
    games = [finish_record(record) for record in records]
    all_partings = partings(games)
    bot = bot if any(bot in line.bots for line in lines) else ""
    costliest = board.costliest if board.HasField("costliest") else None
    parting: Parting | records_pb2.Parting | None = next(iter(all_partings), None)
    if costliest is not None:
        parting = costliest.parting if costliest.HasField("parting") else None
    hand = costliest.hand if costliest else parting.hand if parting else 0
    points = _points(games, lines)
    return BoardPage(
        **{field: getattr(board, field) for field in ANSWER_FIELDS},
        lines=lines,
        results=_results(lines),
        bot=bot,
        costliest=costliest,
        hand=hand,
        cards=records[0 if costliest is None else costliest.own.line]["hands"][hand]["dealt"]["hands"],
        partings=all_partings,
        decisions=_decisions(games, lines, hand, parting.decision if parting else None),
        defenders_share=defenders_share(games[0].rules),
        points=points,
        sources=_draw_sources(lines, points),
    )


def _line(name: str, record: dict[str, Any]) -> Line:
    return Line(name, record["id"], record["seats"], names_of(record["seats"]), record["scores"], record["ranks"])


def _results(lines: Sequence[Line]) -> list[tuple[str, float]]:
    points: dict[str, list[int]] = defaultdict(list)
    for line in lines:
        for player, score in zip(line.bots, line.scores, strict=True):
            points[player].append(score)
    return sorted(((player, fmean(scores)) for player, scores in points.items()), key=lambda each: (-each[1], each[0]))


def _decisions(games: Sequence[Game], lines: Sequence[Line], hand: int, parting: int | None) -> list[Decision]:
    """Return the decisions of hand *hand* in all lines, around decision *parting*; None: the first decisions."""
    by_line = [[each for each in list_decisions(game) if each.hand == hand] for game in games]
    first = max(0, (parting or 0) - BEFORE)
    last = min(max(map(len, by_line)), (parting or 0) + AFTER)
    decisions = []
    for number in range(first, last):
        at_number = [each[number] if number < len(each) else None for each in by_line]
        tricks = {each.trick for each in at_number if each}
        cells = [_cell(each, line) if each else None for each, line in zip(at_number, lines, strict=True)]
        decisions.append(Decision(number, tricks.pop() if len(tricks) == 1 else 0, cells, number == parting))
    return decisions


def _cell(decision: LineDecision, line: Line) -> Cell:
    return Cell(decision.seat, line.players[decision.seat], decision.action)


def _points(games: Sequence[Game], lines: Sequence[Line]) -> list[Points]:
    """Return the points by seat, then by line, so that seats with equal cards are next to each other."""
    sources = sum_parts(games)
    return [
        Points(seat, line.name, line.players[seat], list(seats[seat].items()), sum(seats[seat].values()))
        for seat in range(len(lines[0].players))
        for line, seats in zip(lines, sources, strict=True)
    ]


def _draw_sources(lines: Sequence[Line], points: Sequence[Points]) -> Chart:
    """Draw each bot's mean points a game by source, best bot first."""
    bots = {line.name: line.bots for line in lines}
    own: dict[str, list[dict[str, int]]] = {bot: [] for bot, _ in _results(lines)}
    for each in points:
        own[bots[each.line][each.seat]].append(dict(each.parts))
    names = dict.fromkeys(name for each in points for name, _ in each.parts)
    parts = {name: [fmean(sums.get(name, 0) for sums in games) for games in own.values()] for name in names}
    columns = [*parts.values(), [sum(means) for means in zip(*parts.values(), strict=True)] or [0.0] * len(own)]
    rows = [(bot, *(f"{mean:+.1f}" for mean in means)) for bot, *means in zip(own, *columns, strict=True)]
    return plot_stacks(
        "Points a game by source", "points a game", list(own), parts, Table(("bot", *names, "total"), rows)
    )
