"""A board as a traveller: the same deal at all its rotations or tables, side by side."""

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
from arena.rules.replays.parting import Decided, LostHand, Parting, decided, lost_hand, partings, where_the_points_went
from arena.rules.replays.place import names_of, played
from arena.web.drawings import Fall, waterfalls
from arena.web.serving.rows import Row
from arena.wire.gen.records_pb2 import GetBoardRequest, GetBoardResponse

BEFORE: Final = 3  # decisions shown before lines part
AFTER: Final = 6  # and from there on


@dataclass(frozen=True)
class Line:
    """A game of the board, by seat: *name* says which rotation or table.

    *players* are *bots*, numbered by seat where one has several.
    """

    name: str
    game: str
    bots: list[str]
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
class Decision:
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
class BoardPage:
    """A board whose games are all played.

    *results*: each bot's points a game over all lines, the best first. *asked*: the bot whose *lost* hand is shown, ""
    for nobody; None where the best of the others took no more. *hand*: the one that is shown, from 0: the lost one, or
    that of the first parting; *dealt*: the cards of each seat in it; *decisions*: those around where lines part.
    *partings*: all decisions where lines part from the first hand on, the first one first. *defenders_share*: each
    defender scores what all have together.
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
    """Show a board's lines side by side, where they part, and where the points went.

    With *bot*, also the hand that cost it most.
    """
    return await asyncio.to_thread(_page, await client.ask(GetBoardRequest(board=board_id)), bot)


def rows(shown: BoardPage) -> Iterator[Row]:
    """Yield each part of each seat's points in each line."""
    games = {line.name: line.game for line in shown.lines}
    for each in shown.points:
        for part, points in each.parts:
            yield {
                "line": each.line,
                "game": games[each.line],
                "seat": each.seat,
                "player": each.player,
                "part": part,
                "points": points,
            }


def _page(found: GetBoardResponse, bot: str) -> BoardPage:
    records = [json.loads(record) for record in found.records]
    kind = "table" if found.tables > 1 else "rotation"
    lines = [_line(f"{kind} {number}", record) for number, record in enumerate(records, start=1)]
    games = [played(record) for record in records]
    parted = partings(games)
    asked = bot if any(bot in line.bots for line in lines) else ""
    lost = lost_hand(games, [line.bots for line in lines], bot) if asked else None
    shown = lost.parting if lost else next(iter(parted), None)
    hand = lost.hand if lost else shown.hand if shown else 0
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
        _results(lines),
        asked,
        lost,
        hand,
        records[0 if lost is None else lost.own.line]["hands"][hand]["dealt"]["hands"],
        parted,
        _decisions(games, lines, hand, shown.decision if shown else None),
        defenders_share(games[0].rules),
        points,
        waterfalls([each.parts for each in points]),
    )


def _line(name: str, record: dict[str, Any]) -> Line:
    return Line(name, record["id"], record["seats"], names_of(record["seats"]), record["scores"], record["ranks"])


def _results(lines: Sequence[Line]) -> list[tuple[str, float]]:
    taken: dict[str, list[int]] = defaultdict(list)
    for line in lines:
        for player, score in zip(line.bots, line.scores, strict=True):
            taken[player].append(score)
    return sorted(((player, fmean(scores)) for player, scores in taken.items()), key=lambda each: (-each[1], each[0]))


def _decisions(games: Sequence[Game], lines: Sequence[Line], hand: int, parted: int | None) -> list[Decision]:
    """Return the decisions of a hand in all lines: those around *parted*, or its first."""
    told = [[each for each in decided(game) if each.hand == hand] for game in games]
    first = max(0, (parted or 0) - BEFORE)
    last = min(max(map(len, told)), (parted or 0) + AFTER)
    return [
        Decision(
            number,
            _same([each[number].trick for each in told if number < len(each)]),
            [_cell(each[number], line) if number < len(each) else None for each, line in zip(told, lines, strict=True)],
            number == parted,
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
