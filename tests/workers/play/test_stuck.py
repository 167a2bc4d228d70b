"""A real worker process whose bots never answer."""

import asyncio
import os
import re
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import psycopg
import pytest

from arena.rules import configure
from arena.store import Store
from arena.wakeups import BackgroundWakeUps
from tests.gateway.clients import until
from tests.workers.gateway import SECRET as LINK_SECRET
from tests.workers.gateway import ScriptedGateway, answered
from workers.link.directory import Directory
from workers.link.link_pool import LinkPool
from workers.play.games import LiveGame
from workers.play.place import at_once
from workers.play.stuck import LOOKS, THOUGHTS, StuckError, patience, run_unless_stuck
from workers.process import loop


@pytest.fixture
def cup_fields() -> dict[str, Any]:
    return {"move_us": 100_000, "bank_us": 0}


@pytest.fixture
async def worker(database: str, redis_url: str) -> AsyncIterator[Process]:
    env = {"ARENA_DSN": database, "ARENA_REDIS_URL": redis_url, "ARENA_LINK_SECRET": LINK_SECRET, "ARENA_STUCK": "1"}
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "workers", env=os.environ | env, stderr=PIPE)
    yield process
    process.terminate()
    await process.communicate()


async def test_a_stuck_game_is_stopped_logged_and_failed_like_any_error_of_the_arena(
    cup: Store, worker: Process, gateway: ScriptedGateway, database: str, redis_url: str
) -> None:
    gateway.answer = lambda ask: answered(ask) if len(gateway.asked) < 30 else None
    wake_ups = BackgroundWakeUps(redis_url)
    async with await psycopg.AsyncConnection.connect(database, autocommit=True) as connection:
        query = "UPDATE blocks SET attempts = 19, not_before = now() WHERE traceback IS NOT NULL AND state = 'owed'"
        while not (await connection.execute(query)).rowcount:
            wake_ups.send(1)
            await asyncio.sleep(0.1)
    while not (failed := await cup.tournaments.failed_blocks("cup")):
        wake_ups.send(1)
        await asyncio.sleep(0.1)
    ((block_id, block),) = failed
    assert (list(block.boards), block.attempts) == ([0, 1], 20)
    assert re.search(
        r"StuckError: nothing was settled for 1.2 s: game \d+, hand 1, decision \d+: seat \d", block.traceback
    )
    assert "workers/link/gateway_link.py" in block.traceback  # where it waited for an answer
    assert sum(row.voided for row in await cup.tournaments.commitments("cup")) > 0

    gateway.answer = answered
    await cup.tournaments.retry_blocks("cup", [block_id])
    while (await cup.tournaments.progress("cup")).closed < 2:
        wake_ups.send(1)
        await asyncio.sleep(0.1)
    wake_ups.stop()
    assert worker.returncode is None


async def test_a_game_may_stand_still_while_the_block_may_not_be_ours(
    cup: Store, links: LinkPool, directory: Directory
) -> None:
    claim = await cup.play.claim("w", 60)
    assert claim
    board = claim.boards[0]
    game = LiveGame(claim, configure(claim.variant, options=claim.options), board, board.games[0])
    game.sit(links, directory, at_once)
    ours, looks = False, 0

    def is_held() -> bool:
        nonlocal looks
        looks += 1
        return ours

    playing = asyncio.create_task(run_unless_stuck(game, asyncio.Event().wait(), 0.1, is_held))
    await until(lambda: looks > 3 * LOOKS)  # more than three times what it may stand still
    assert not playing.done()
    ours = True
    with pytest.raises(StuckError, match=r"seat_id [0-9a-f]+, asked by itself, not open at the gateway none"):
        await playing


async def test_tables_of_bots_that_were_submitted_wait_for_each_other(
    cup: Store, links: LinkPool, directory: Directory
) -> None:
    claim = await cup.play.claim("w", 60)
    assert claim
    board = claim.boards[0]
    clocks = {}
    for submitted in (frozenset[int](), frozenset(board.games[0].players)):
        own = replace(claim, submitted=submitted)
        game = LiveGame(own, configure(claim.variant, options=claim.options), board, board.games[0])
        game.sit(links, directory, at_once)
        clocks[bool(submitted)] = patience(game, 10.0) - 10.0
    assert clocks == pytest.approx({False: 0.2, True: 0.2 * THOUGHTS})


SPINS = """
import time
from workers.process.loop import Loop
from workers.process.loop import watch_for_hang

async def spins():
    watch = watch_for_hang(0.5)
    watch.send(None)
    print("watched", flush=True)
    time.sleep(600)

loop = Loop()
loop.run(spins())
"""


def test_a_process_whose_loop_does_not_turn_ends_and_says_where_it_was() -> None:
    done = subprocess.run([sys.executable, "-c", SPINS], capture_output=True, text=True)
    assert done.returncode == 1
    assert re.search(r"line \d+ in spins", done.stderr)


async def test_a_process_whose_loop_turns_has_all_its_time_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []

    class Handler:
        """As `faulthandler`, which has one limit for the process."""

        @staticmethod
        def dump_traceback_later(limit: float, exit: bool, file: int) -> None:
            lines.append(f"{limit:g} s from now")

        @staticmethod
        def cancel_dump_traceback_later() -> None:
            lines.append("no limit")

    monkeypatch.setattr(loop, "EVERY", 0.01)
    monkeypatch.setattr(loop, "faulthandler", Handler)
    watching = asyncio.create_task(loop.watch_for_hang(7.0))
    await until(lambda: len(lines) > 3)
    watching.cancel()
    await asyncio.wait({watching})
    assert lines == ["7 s from now"] * (len(lines) - 1) + ["no limit"]


def test_a_worker_that_is_too_large_stops_as_after_term(database: str, redis_url: str) -> None:
    env = {"ARENA_DSN": database, "ARENA_REDIS_URL": redis_url, "ARENA_LINK_SECRET": LINK_SECRET}
    words = [sys.executable, "-m", "workers"]
    small = os.environ | env | {"ARENA_WORKER_MEMORY": "1"}
    done = subprocess.run(words, env=small, capture_output=True, text=True)
    assert done.returncode == 0
    assert re.search(r"the worker has \d+ MiB in memory, more than 1: it ends", done.stderr)
