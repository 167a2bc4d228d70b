"""Show a hand of a game step by step, and the score sheet of the game."""

import asyncio
import json
from collections.abc import Sequence
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
from arena.wire.gen.records_pb2 import GetBoardRequest, GetBoardResponse


@dataclass(frozen=True)
class Times:
    """The time charged to a player in a hand, in milliseconds.

    *decisions*: number of measured decisions. *batched*: how many of them were answered in batches. *total_ms*,
    *longest_ms*: sum and maximum of the times of the other decisions; without any, the maximum is -1. *longest_at*:
    step of the longest decision. *longest_batch_ms*: time of the longest batch, 0 without batches.
    """

    player: str
    decisions: int
    batched: int
    total_ms: int
    longest_ms: int
    longest_at: int
    longest_batch_ms: int


def _sum_times(steps: Sequence[Step], players: Sequence[str]) -> list[Times]:
    """Return the times of each player in a hand; [] if no time was measured."""
    if all(step.charged_ms is None and step.batch_ms is None for step in steps):
        return []
    return [_times(player, [step for step in steps if step.seat == seat]) for seat, player in enumerate(players)]


def _times(player: str, steps: Sequence[Step]) -> Times:
    alone = [(step.charged_ms, -step.number) for step in steps if step.charged_ms is not None]
    batched = [step.batch_ms for step in steps if step.batch_ms is not None]
    longest_ms, before = max(alone, default=(-1, 1))
    total_ms, longest_batch_ms = sum(ms for ms, _ in alone), max(batched, default=0)
    return Times(player, len(alone) + len(batched), len(batched), total_ms, longest_ms, -before, longest_batch_ms)


# Limits for games given as lines. 6,000 bytes suffice for a thousand hands that all pass, or about 80 played hands.
MAX_WAITING: Final = 8  # requests that may wait at once
MAX_HANDS: Final = 40
MAX_LETTERS: Final = 16_000
MAX_BYTES: Final = 6_000  # unpacked


@dataclass(frozen=True)
class Origin:
    """The board of a stored game; *place*: the game's rotation or table, from 1 to *places*."""

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
    """The content of the page of a game's hand.

    *board*: None for a game given as a line. *hand* and the steps count from 0, as in records. *narration*: the hand in
    words, with all cards. *sheet*: the scores of all hands. *elapsed_s*: seconds of play after each measured hand.
    *times*: the times of each player in the hand; [] if not measured. *defenders_share*: each defender scores the
    points of all defenders. *line*: the whole game as one line, as `arena replay` reads it.
    """

    id: str
    variant: str
    format: str
    players: list[str]
    board: Origin | None
    hand: int
    hands: int
    steps: list[Step]
    narration: list[str]
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
    return await asyncio.to_thread(page_of, json.loads(board.records[0]), hand, origin)


class Lines:
    """Show games given as lines, one at a time, since anybody can send a line that takes long to replay."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def of_line(self, _client: LocalClient, line: str, hand: int = 1) -> GamePage:
        """Show a hand, counted from 1, of a game given as one line (docs/reference/game-line.md)."""
        if len(line) > MAX_LETTERS:
            raise _too_much(f"{len(line)} letters; the page shows lines of up to {MAX_LETTERS}")
        if self._waiting >= MAX_WAITING:
            line = "too many game lines are being shown: try again in a moment"
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
            raise _too_much(f"a game of {len(record['hands'])} hands; the page shows up to {MAX_HANDS}")
        return await asyncio.to_thread(page_of, record, hand, None)


def _too_much(line: str) -> RefusedError:
    return invalid(f"line: {line}. `arena replay` shows longer games")


def page_of(record: dict[str, Any], number: int, origin: Origin | None = None) -> GamePage:
    """Return the page of a record's hand, counted from 1. Raises `RefusedError` for an unknown hand."""
    hands, hand = len(record["hands"]), number - 1
    if not 0 <= hand < hands:
        raise RefusedError(StatusCode.NOT_FOUND, f"hand {number} does not exist: the game has hands 1 to {hands}")
    whole, names, form = finish_record(record), names_of(record["seats"]), record["options"]["format"]
    hand_steps = steps(record, hand)
    return GamePage(
        record["id"],
        record["variant"],
        format_words(f"{form['kind']} {form.get('count', form.get('wins', ''))}".strip()),
        names,
        origin,
        hand,
        hands,
        hand_steps,
        narrate(whole, hand, names),
        score_sheet(whole, names),
        [each["elapsed_s"] for each in record["hands"] if "elapsed_s" in each],
        _sum_times(hand_steps, names),
        defenders_share(whole.rules),
        record["ended"],
        record["ranks"],
        record["scores"],
        record["seed"],
        to_line(record),
        record,
    )
