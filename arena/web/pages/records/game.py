"""Show a game: a hand step by step, and the score sheet of all hands."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from grpc import StatusCode

from arena.api.labels import format_words
from arena.api.local_client import LocalClient
from arena.guards.auth import RefusedError
from arena.rules import GameLineError
from arena.rules.replays.contract import defenders_share
from arena.rules.replays.line import from_line, to_line
from arena.rules.replays.narrate import narrate
from arena.rules.replays.place import finish_record, names_of
from arena.rules.replays.sheet import Sheet, score_sheet
from arena.rules.replays.steps import Step, steps
from arena.web.serving.addresses import invalid
from arena.web.serving.rows import Row, row_of
from arena.wire.gen.records_pb2 import GetBoardRequest, GetBoardResponse


@dataclass(frozen=True)
class Times:
    """The time charged to a player in a hand, in milliseconds.

    *asked*: measured decisions, of which *batched* were answered in batches, whose times are in no sum. *total_ms* and
    *longest_ms*, at step *longest_at*, are of the others; -1 if there are none. *longest_batch_ms*: 0 without batches.
    """

    player: str
    asked: int
    batched: int
    total_ms: int
    longest_ms: int
    longest_at: int
    longest_batch_ms: int


def _sum_times(steps: Sequence[Step], players: Sequence[str]) -> list[Times]:
    """Return the times of each player; [] if nothing was measured."""
    if all(step.charged_ms is None and step.batch_ms is None for step in steps):
        return []
    return [_times(player, [step for step in steps if step.seat == seat]) for seat, player in enumerate(players)]


def _times(player: str, steps: Sequence[Step]) -> Times:
    alone = [(step.charged_ms, -step.number) for step in steps if step.charged_ms is not None]
    batched = [step.batch_ms for step in steps if step.batch_ms is not None]
    longest_ms, before = max(alone, default=(-1, 1))
    total_ms, longest_batch_ms = sum(ms for ms, _ in alone), max(batched, default=0)
    return Times(player, len(alone) + len(batched), len(batched), total_ms, longest_ms, -before, longest_batch_ms)


MAX_WAITING: Final = 8  # requests for games by their lines
MAX_HANDS: Final = 40  # of a game by its line
MAX_LETTERS: Final = 16_000  # of a line in an address
MAX_BYTES: Final = 6_000  # of an unpacked line: a thousand passed hands, or about 80 played ones


@dataclass(frozen=True)
class Origin:
    """The board of a stored game; *place*: its rotation or table, from 1 to *places*."""

    tournament: str
    board: str
    number: int
    tables: int
    place: int
    places: int
    commitment: str
    epoch: int


@dataclass(frozen=True)
class GamePage:
    """A hand of a game.

    *board* is None for a game given as a line. *hand* and steps count from 0, as in records. *told*: the hand in words,
    all cards open. *sheet* has all hands. *line*: the whole game, as `arena replay` reads it. *elapsed_s*: play time
    after each hand, if measured. *times*: of each player in the hand; [] if not measured. *defenders_share*: each
    defender scores what all have together.
    """

    id: str
    variant: str
    format: str
    players: list[str]
    board: Origin | None
    hand: int
    hands: int
    steps: list[Step]
    told: list[str]
    sheet: list[Sheet]
    elapsed_s: list[float]
    times: list[Times]
    defenders_share: bool
    ended: str
    ranks: list[int]
    scores: list[int]
    seed: str
    line: str
    record: dict[str, Any]


async def game(client: LocalClient, game_id: str, hand: int = 1) -> GamePage:
    """Show a hand of a stored game, counted from 1, step by step."""
    board: GetBoardResponse = await client.ask(GetBoardRequest(game=game_id))
    place, places = list(board.games).index(game_id) + 1, len(board.games)
    about = (board.tournament, board.board, board.number, board.tables)
    origin = Origin(*about, place, places, board.commitment, board.epoch)
    return await asyncio.to_thread(_page, json.loads(board.records[0]), hand, origin)


class Lines:
    """Shows games given as lines, one at a time, since anybody can write one that takes long."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def of_line(self, _client: LocalClient, line: str, hand: int = 1) -> GamePage:
        """Show a hand, counted from 1, of a game given as one line (docs/reference/game-line.md)."""
        if len(line) > MAX_LETTERS:
            raise _too_much(f"{len(line)} letters were given; the page takes {MAX_LETTERS}")
        if self._waiting >= MAX_WAITING:
            line = "too many games are requested by their lines just now: try again"
            raise RefusedError(StatusCode.RESOURCE_EXHAUSTED, line, 1000)
        self._waiting += 1
        try:
            async with self._turn:
                return await self._of_line(line, hand)
        finally:
            self._waiting -= 1

    async def _of_line(self, line: str, hand: int) -> GamePage:
        try:
            record = await asyncio.to_thread(from_line, line, MAX_BYTES)
        except GameLineError as problem:
            raise invalid(f"line: {problem}") from None
        if len(record["hands"]) > MAX_HANDS:
            raise _too_much(f"a game of {len(record['hands'])} hands; the page takes {MAX_HANDS}")
        return await asyncio.to_thread(_page, record, hand, None)


def _too_much(line: str) -> RefusedError:
    return invalid(f"line: {line}, and `arena replay` longer ones")


def rows(shown: GamePage) -> Iterator[Row]:
    """Return a row for each step of the hand."""
    return (row_of(each) for each in shown.steps)


def _page(record: dict[str, Any], asked: int, origin: Origin | None) -> GamePage:
    """Return the page of hand *asked*, from 1 on, of a record. Raises `RefusedError` if it has no such hand."""
    hands, hand = len(record["hands"]), asked - 1
    if not 0 <= hand < hands:
        raise RefusedError(StatusCode.NOT_FOUND, f"hand {asked}: the game has hands 1 to {hands}")
    whole, names, form = finish_record(record), names_of(record["seats"]), record["options"]["format"]
    shown = steps(record, hand)
    return GamePage(
        record["id"],
        record["variant"],
        format_words(f"{form['kind']} {form.get('count', form.get('wins', ''))}".strip()),
        names,
        origin,
        hand,
        hands,
        shown,
        narrate(whole, hand, names),
        score_sheet(whole, names),
        [each["elapsed_s"] for each in record["hands"] if "elapsed_s" in each],
        _sum_times(shown, names),
        defenders_share(whole.rules),
        record["ended"],
        record["ranks"],
        record["scores"],
        record["seed"],
        to_line(record),
        record,
    )
