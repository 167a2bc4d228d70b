"""Measure over real time what a seat can tell from the time between its own decisions.

`python -m tools.timing [GAMES] [--auto-single]`: a gateway, a worker, and four bots of the kit that
take 4 to 12 ms for whatever they are asked. With `--auto-single` the arena answers where there is
one legal answer, as in the pool trust.
"""

import asyncio
import random
import sys
import time
from dataclasses import replace
from typing import Any, ClassVar, Final

from arena.rules import Game, configure, new_game, unpack
from arena.wire.address import parse_address
from arena.wire.loops import new_loop
from bots.sdk.bot.async_bot import AsyncBot
from bots.sdk.bot.bot import Outcome
from bots.sdk.bot.view import View
from bots.sdk.seats.faults import Faults
from bots.sdk.streams.client import Client
from tests.gateway.clients import SECRET
from tests.gateway.few_tokens import FewTokens
from tests.gateway.serving import serving
from tests.workers.both_ways import OneBlock, claim_of
from tools.bench.machine import machine
from tools.bench.turns.store import NoStore
from tools.timing.measure import Gap, auc, gaps_of
from workers.process.service import Service
from workers.process.settings import Settings

NOBODY_GOES_BLIND: Final = {"blind_nil_allowed": False, "blind_six_limit": 0}
RULES: Final = configure("spades-4", options={"format": {"kind": "hands", "count": 4}, **NOBODY_GOES_BLIND})
VERSION: Final = 7
TABLES: Final = 4  # at once: more would wait for the processor
LEAST, MOST = 0.004, 0.012  # seconds
Key = tuple[int, frozenset[str]]  # a seat, and its first hand


class Thinking(AsyncBot):
    """Answers at random, and notes when it was asked and answered."""

    variants = ("spades-4",)
    seen: ClassVar["dict[Key, list[tuple[float, float]]]"] = {}

    def __init__(self) -> None:
        self.spans: list[tuple[float, float]] = []
        self.hand: frozenset[str] = frozenset()

    async def answer(self, view: View) -> Any:
        """Take as long for anything."""
        asked = time.monotonic()
        self.hand = self.hand or frozenset(map(str, view.hand))
        await asyncio.sleep(random.uniform(LEAST, MOST))
        self.spans.append((asked, time.monotonic()))
        return random.choice(view.legal)

    async def game_over(self, view: View, outcome: Outcome) -> None:
        """Keep what was noted."""
        self.seen[view.seat, self.hand] = self.spans


def first_hand(game: Game, seat: int) -> frozenset[str]:
    """Return what a seat holds before the first bid."""
    view = View(game.rules, seat)
    view.observe(*game.events(seat))
    return frozenset(map(str, view.hand))


async def played(games: int, auto_single: bool) -> tuple[list[Gap], float]:
    """Play; return the gaps of all seats, and how long it took."""
    claim = replace(claim_of(RULES, games, [VERSION] * 4, auto_single=auto_single), tables=TABLES)
    async with serving(FewTokens()) as (_, reached):
        client = Client(Thinking, [parse_address(reached.bots)], f"token-of-{VERSION}", 4 * TABLES, Faults(strict=True))
        serve = asyncio.create_task(client.serve())
        store = OneBlock(reached.workers, claim)
        service = Service.over(Settings("", SECRET, 10.0, "w"), NoStore(store), lambda count, families: None)
        began = time.monotonic()
        await service.play_block()
        took = time.monotonic() - began
        await service.close()
        client.signals.told()
        await serve
    gaps: list[Gap] = []
    seeds = {game.game_id: board.seed for board in claim.boards for game in board.games}
    for result in store.results:
        dealt = new_game(RULES, seeds[result.game_id])
        for seat in range(RULES.seats):
            spans = Thinking.seen[seat, first_hand(dealt, seat)]
            gaps += gaps_of(RULES, seeds[result.game_id], unpack(result.actions), seat, spans)
    return gaps, took


def main() -> None:
    """Print the AUC with its 99.9% interval."""
    words = sys.argv[1:]
    auto_single = "--auto-single" in words
    games = int(next((word for word in words if word.isdecimal()), "120"))
    with asyncio.Runner(loop_factory=new_loop) as runner:
        gaps, took = runner.run(played(games, auto_single))
    found = auc(gaps)
    print(machine())
    print(f"asked where there is one legal answer: {'no' if auto_single else 'yes'}; {games} games in {took:.1f} s")
    print(f"AUC {found.value:.3f}, 99.9% interval {found.low:.3f} to {found.high:.3f}, from {found.gaps:,} gaps")


if __name__ == "__main__":
    main()
