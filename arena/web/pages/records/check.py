"""Show how many points each card of a hand cost, compared with the best card."""

import asyncio
import json
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from grpc import StatusCode

from arena.api.local_client import LocalClient
from arena.guards.auth import RefusedError
from arena.rules import COMPILED, card_text
from arena.rules.check import SeatCost, check_plays, check_totals
from arena.rules.replays.place import names_of
from arena.wire.gen.records_pb2 import GetBoardRequest, GetBoardResponse

PLAYOUTS: Final = 64 if COMPILED else 0  # playouts per decision; with 0, only the last tricks are checked
MAX_WAITING: Final = 8  # requests that may wait at once
MAX_CACHED: Final = 512  # checked hands that are cached for ever, as they never change


@dataclass(frozen=True)
class CardCost:
    """A card that was played while others were legal, and its cost.

    *decision* and *trick* count from 1. *regret*: how many points the card is worth less than the card *better*.
    *error*: standard error of *regret*; 0 if the position was *solved* with all cards known. *is_clear*: the
    regret exceeds 1.96 standard errors.
    """

    decision: int
    trick: int
    seat: int
    player: str
    card: str
    better: str
    regret: float
    error: float
    solved: bool
    is_clear: bool


@dataclass(frozen=True)
class CheckPage:
    """The content of the page of a checked hand."""

    id: str  # of the game
    variant: str
    players: list[str]
    hand: int  # number of the hand, from 0
    hands: int  # number of hands of the game
    playouts: int  # per decision; 0 if only the last tricks were checked
    cards: list[CardCost]
    seats: list[SeatCost]


class Checks:
    """Check hands of closed boards, one at a time because a search is slow, and cache the results."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._cache: OrderedDict[tuple[str, int], CheckPage] = OrderedDict()

    async def check(self, client: LocalClient, game_id: str, hand: int = 1) -> CheckPage:
        """Show how many points each card of a hand cost; *hand* counts from 1."""
        board: GetBoardResponse = await client.ask(GetBoardRequest(game=game_id))  # refused while the board is open
        return await self.check_record((game_id, hand), board.records[0])

    async def check_record(self, key: tuple[str, int], record: str) -> CheckPage:
        """Return the check of a hand of *record*; *key*: a name of the record, and the hand, from 1."""
        cached = self._look_up(key)
        if cached is not None:
            return cached
        if self._waiting >= MAX_WAITING:
            line = "too many checks are running: try again in a moment"
            raise RefusedError(StatusCode.RESOURCE_EXHAUSTED, line, 1000)
        self._waiting += 1
        try:
            await self._turn.acquire()
        except asyncio.CancelledError:
            self._waiting -= 1
            raise
        # If the reader disconnects, the thread goes on, as it cannot be stopped, and the next check waits for it.
        return await asyncio.shield(asyncio.ensure_future(self._check(key, record)))

    async def _check(self, key: tuple[str, int], record: str) -> CheckPage:
        try:
            page = self._look_up(key)
            if page is None:
                page = await asyncio.to_thread(_check_hand, record, key[1])
                self._cache[key] = page
                if len(self._cache) > MAX_CACHED:
                    self._cache.popitem(last=False)
            return page
        finally:
            self._turn.release()
            self._waiting -= 1

    def _look_up(self, key: tuple[str, int]) -> CheckPage | None:
        page = self._cache.get(key)
        if page is not None:
            self._cache.move_to_end(key)
        return page


def _check_hand(text: str, number: int) -> CheckPage:
    record = json.loads(text)
    hands, hand = len(record["hands"]), number - 1
    if not 0 <= hand < hands:
        raise RefusedError(StatusCode.NOT_FOUND, f"hand {number} does not exist: the game has hands 1 to {hands}")
    names = names_of(record["seats"])
    plays = list(check_plays(record, hand, playouts=PLAYOUTS))
    cards = []
    for each in plays:
        card, better = card_text(each.card), card_text(each.best)
        place = (each.decision + 1, each.trick, each.seat, names[each.seat])
        cards.append(CardCost(*place, card, better, each.regret, each.error, each.solved, each.is_clear))
    totals = check_totals(plays, len(names), 1)
    return CheckPage(record["id"], record["variant"], names, hand, hands, PLAYOUTS, cards, totals)
