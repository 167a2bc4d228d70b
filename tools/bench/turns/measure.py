"""Measure all figures of the turns, round by round, with all peers within the same minute."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from arena.wire.polling import WITHOUT_ENGINE
from tests.compiled import compiled_core
from tools.bench.processes import run, running
from tools.bench.sizes import COLUMNS, FEWER_TABLES, ROUNDS
from tools.bench.turns.store import VERSION

ROWS: Final = ("1", "128")  # tables
MAX_SEATS: Final = "16384"


def measure(seconds: str, rounds: int = ROUNDS) -> list[dict[str, Any]]:
    """Measure each way to ask, and each peer, for *seconds* in each round."""
    core = compiled_core()
    return [measure_once(seconds, core) for _ in range(rounds)]


def measure_once(seconds: str, core: Path | None) -> dict[str, Any]:
    """Measure one round; figures are decisions per second unless named otherwise."""
    return {
        "openspiel hands": run("tools.bench.openspiel", seconds, "python")["python"],
        # Importing our code switches gRPC's event engine off, also in child processes; other authors do not get that.
        "ping-pong": run("tools.bench.turns.pingpong", seconds, GRPC_EXPERIMENTS=""),
        "ping-pong without engine": run("tools.bench.turns.pingpong", seconds, GRPC_EXPERIMENTS=WITHOUT_ENGINE),
        "http": max(run("tools.bench.turns.http", seconds).values()),
        "rows": {tables: turns("tools.bench.turns.bots", int(tables), seconds, core) for tables in ROWS},
        "columns": {tables: turns("tools.bench.turns.vector_bots", int(tables), seconds, core) for tables in COLUMNS},
    }


def turns(bot: str, tables: int, seconds: str, core: Path | None) -> dict[str, Any]:
    """Return the worker's figures for so many tables, with all seats in one process of *bot*."""
    with ExitStack() as parts:
        gateway = parts.enter_context(running("tests.gateway.serving", path=core))
        assert gateway.stdout
        address, link = gateway.stdout.readline().split()
        playing = (bot, "--arena", address, "--max-seats", MAX_SEATS)
        player = parts.enter_context(running(*playing, path=core, ARENA_TOKEN=f"token-of-{VERSION}"))
        beside = (str(gateway.pid), str(player.pid))
        played = str(max(1, tables // FEWER_TABLES))
        figures: dict[str, Any] = run("tools.bench.turns.worker", link, played, seconds, *beside, path=core)
    if core and not figures["compiled"]:
        raise RuntimeError("the compiled core was not loaded: is there a C compiler?")
    return figures
