"""Show the last tricks of the newest hand; a fresh arena shows an example that house bots play."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import cos, pi, sin
from typing import Final

from arena.api.local_client import LocalClient
from arena.guards.auth import RefusedError
from arena.rules import Game, card_text, configure, new_game
from arena.rules.replays.narrate import narrate
from arena.rules.replays.place import finish_record, names_of
from arena.wire.gen.records_pb2 import GetBoardRequest, GetBoardResponse
from arena.wire.gen.tournaments_pb2 import Tournament
from bots.house.asking import answer_by

SHOWN: Final = 5  # tricks
MAX_TRIES: Final = 3  # tournaments that are asked for a hand
EXAMPLE: Final = "spades-4"
BOTS: Final = ("expert", "simple", "expert", "simple")


@dataclass(frozen=True)
class Trick:
    """A trick, its number from 1; *cards*: seats and cards in the order of play."""

    number: int
    winner: int
    cards: list[tuple[int, str]]


@dataclass(frozen=True)
class LastTricks:
    """The last tricks of a hand. *game*: its id, "" for an example; *hand*: its number from 1.

    *points*: of each seat in the hand. *places*: of each seat around a table of 400 by 300, clockwise from the bottom.
    *lines*: the tricks and the result in words.
    """

    game: str
    tournament: str
    hand: int
    variant: str
    players: list[str]
    tricks: list[Trick]
    points: list[int]
    places: list[tuple[int, int]]
    lines: list[str]


class Newest:
    """Finds the newest hand, and looks again only when more boards have closed."""

    def __init__(self) -> None:
        self._key: object = None
        self._found: LastTricks | None = None

    async def find(self, client: LocalClient, tournaments: Sequence[Tournament]) -> LastTricks:
        """Return the newest hand of *tournaments* that lasted `SHOWN` tricks, or else an example."""
        played = [each for each in tournaments if each.HasField("played")]
        played.sort(key=lambda each: each.played.ToNanoseconds(), reverse=True)
        key = [(each.name, each.created.ToNanoseconds(), each.played.ToNanoseconds()) for each in played[:MAX_TRIES]]
        if self._found is not None and key == self._key:
            return self._found
        found = None
        for each in played[:MAX_TRIES]:
            found = found or await _newest(client, each.name)
        shown = await asyncio.to_thread(example) if found is None else found
        self._key, self._found = key, shown
        return shown


async def _newest(client: LocalClient, tournament: str) -> LastTricks | None:
    try:
        board: GetBoardResponse = await client.ask(GetBoardRequest(newest_of=tournament))
    except RefusedError:  # its boards are still hidden, or were moved to a file
        return None
    record = json.loads(board.records[0])
    return await asyncio.to_thread(lambda: _show(finish_record(record), record["seats"], record["id"], tournament))


@cache
def example() -> LastTricks:
    """Return the last tricks of a hand that house bots play; always the same one."""
    game = new_game(configure(EXAMPLE, options={"format": {"kind": "hands", "count": 1}}), bytes(32))
    while not game.is_over:
        game.apply(answer_by(BOTS[game.to_act], game))
    shown = _show(game, BOTS, "", "")
    assert shown is not None, "the example has many tricks"
    return shown


def _show(game: Game, bots: Sequence[str], id: str, tournament: str) -> LastTricks | None:
    """Return the tricks of the last hand that is long enough; None if there is no such hand."""
    hand = next((each for each in reversed(game.hands) if each.gathered >= SHOWN), None)
    if hand is None:
        return None
    names, seats, first = names_of(bots), len(bots), hand.gathered - SHOWN
    tricks = [
        Trick(number + 1, hand.winner(number), [(seat, card_text(card)) for seat, card in cards])
        for number, cards in enumerate(hand.tricks())
    ][first : hand.gathered]
    angles = [pi / 2 + 2 * pi * seat / seats for seat in range(seats)]
    places = [(round(200 + 140 * cos(angle)), round(142 + 88 * sin(angle))) for angle in angles]
    lines = narrate(game, hand.number, names)
    begin = next(number for number, line in enumerate(lines) if line.startswith(f"Trick {first + 1}:"))
    about = (id, tournament, hand.number + 1, game.rules.name, names, tricks, list(hand.deltas), places)
    return LastTricks(*about, [line.strip() for line in lines[begin:]])
