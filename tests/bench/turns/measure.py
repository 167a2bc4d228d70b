"""All figures of one run, each decisions a second unless it says otherwise."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from arena.wire.polling import WITHOUT_ENGINE
from tests.bench.processes import run, running
from tests.compiled import compiled_core

TABLES: Final = (1, 128)
COLUMNAR_TABLES: Final = 512
MOST_SEATS: Final = "4096"


def measure(seconds: str, openspiel: float) -> dict[str, Any]:
    """*openspiel*: hands a second of its Python loop in the same run."""
    core = compiled_core()
    return {
        "openspiel hands": openspiel,
        # Who imports our code has gRPC's event engine switched off, and so have its children: not what an author gets.
        "ping-pong": run("tests.bench.turns.pingpong", seconds, GRPC_EXPERIMENTS=""),
        "ping-pong without engine": run("tests.bench.turns.pingpong", seconds, GRPC_EXPERIMENTS=WITHOUT_ENGINE),
        "http": run("tests.bench.turns.http", seconds),
        "rows": {tables: turns("tests.bench.turns.bots", tables, seconds, core) for tables in TABLES},
        "columns": turns("tests.bench.turns.vector_bots", COLUMNAR_TABLES, seconds, core),
    }


def turns(bot: str, tables: int, seconds: str, core: Path | None) -> dict[str, Any]:
    """What the worker measured of so many tables whose seats are all the one process of *bot*; *core*: compiled."""
    with ExitStack() as parts:
        gateway = parts.enter_context(running("tests.bench.turns.gateway", path=core))
        assert gateway.stdout
        address, link = gateway.stdout.readline().split()
        playing = (bot, "--arena", address, "--max-seats", MOST_SEATS)
        parts.enter_context(running(*playing, path=core, ARENA_TOKEN="any"))
        figures: dict[str, Any] = run("tests.bench.turns.worker", link, str(tables), seconds, path=core)
    if core and not figures["compiled"]:
        raise RuntimeError("the compiled core was not loaded: is there a C compiler?")
    return figures
