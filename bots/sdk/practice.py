"""`--local`: boards against the random bot in process, with a progress line and a table of results."""

import statistics
import sys
import time
from collections.abc import Sequence
from typing import NamedTuple

from arena.rules import Game, Rules, configure, presets_of, sides_of
from bots.sdk.bot import Bot
from bots.sdk.faults import Faults
from bots.sdk.local import board_score, board_seed, house_bot, play_board, seat_of

OPPONENT = "random"


class Row(NamedTuple):
    """One bot of the line-up: its score of each board, and its points and rank in each game."""

    name: str
    boards: list[float]
    points: list[int]
    ranks: list[int]


def practise(bot: type[Bot], rules: Rules, boards: int, seed: int, faults: Faults) -> str:
    """Play the boards and return the table of results.

    Raises:
        BotFailed: the bot is at fault and the run is strict.
    """
    opponent = house_bot(OPPONENT)
    others = sides_of(rules) - 1
    bots = [bot] + [opponent] * others
    names = [bot.__name__] + [OPPONENT] * others
    rows = [Row(name, [], [], []) for name in names]
    began = time.monotonic()
    for board in range(boards):
        _progress(board, boards)
        _score(rows, play_board(rules, board_seed(seed, board), bots, faults))
    _progress(boards, boards)
    took = time.monotonic() - began
    games = f"{boards} boards of {others + 1} games, seed {seed}, {took:.1f} s, {faults.count} faults"
    return "\n".join([f"{rules.name}: {games}", *_table(rows)])


def rated_rules(variant: str, preset: str | None) -> Rules:
    """The rules of a match of rated length: as many hands as seats, unless the preset has a length of its own.

    `UnknownVariant`, `UnknownPreset` name what was given and what is accepted.
    """
    rules = configure(variant, preset)
    if preset is not None and "format" in presets_of(variant)[preset]:
        return rules
    return configure(variant, preset, {"format": {"kind": "hands", "count": rules.seats}})


def _score(rows: Sequence[Row], games: Sequence[Game]) -> None:
    for bot, row in enumerate(rows):
        row.boards.append(board_score(games, bot))
        for rotation, game in enumerate(games):
            seat = seat_of(game, bot, rotation)
            row.points.append(game.result().scores[seat])
            row.ranks.append(game.result().ranks[seat])


def _table(rows: Sequence[Row]) -> list[str]:
    """Board score with its standard error, points a game, share of games won."""
    width = max(len(row.name) for row in rows)
    lines = [f"{'bot':<{width}}  board score        points a game  first"]
    for row in rows:
        error = statistics.stdev(row.boards) / len(row.boards) ** 0.5 if len(row.boards) > 1 else 0.0
        first = sum(rank == 1 for rank in row.ranks) / len(row.ranks)
        score = f"{statistics.mean(row.boards):.3f} +- {error:.3f}"
        lines.append(f"{row.name:<{width}}  {score:<17}  {statistics.mean(row.points):>13.1f}  {first:>5.0%}")
    return lines


def _progress(board: int, boards: int) -> None:
    if sys.stderr.isatty():
        end = "\r" if board < boards else "\r\033[K"
        print(f"board {board} of {boards}", end=end, file=sys.stderr, flush=True)
