"""Compiles the core, and what decisions go through, with mypyc where a compiler is; else the same source runs as it is.

Editable installs stay uncompiled: a compiled module in the source tree would shadow the source that is being edited.
"""

import os
import shutil
import sys
from pathlib import Path
from typing import Any

from setuptools import setup

ROOT = Path(__file__).resolve().parent
CORE = Path("arena/rules")
# They work on the core's native integers, once for each decision of a columnar bot: modules of it for the compiler.
COLUMNS = [
    Path("arena/wire/columns/pack.py"),
    *(Path("arena/play", name) for name in ("account.py", "ledger.py", "entries.py")),
    *(Path("workers/link", name) for name in ("lockstep.py", "batches.py")),
    Path("arena/rl/stepping.py"),
]
# What every batch of theirs goes through at the gateway.
BATCHES = [Path("arena/gateway/seats", name) for name in ("answered_batches.py", "open_batches.py", "worker_stream.py")]
# What every decision that is asked by itself goes through: the codec, the table, the gateway's seats, the kit.
ROWS = [
    *(Path("arena/wire", name) for name in ("actions.py", "events.py", "laying.py", "legal.py", "seats.py")),
    *(Path("arena/play", name) for name in ("clock.py", "seat.py", "table.py")),
    *(Path("workers", name) for name in ("link/outcomes.py", "play/remote_seat.py")),
    *(
        Path("arena/gateway/seats", name)
        for name in ("asks.py", "bot_stream.py", "clock.py", "seat.py", "story.py", "timekeeper.py")
    ),
    Path("bots/sdk/bot/answers.py"),  # but not the clock beside it: what is compiled tells `help()` nothing
    *(Path("bots/sdk/seats", name) for name in ("seat.py", "session.py")),
]
# What no game waits for stays Python, as do the variants' pages: setting a game up, and its record.
COLD = {"__init__", "check", "claim", "compare", "draw", "errors", "native", "parts", "play_counts", "record", "verify"}
PAGES = {"variants", "reference", "replays"}
# Calls within the core need not go through the linker's table: about a tenth faster.
FLAGS = [] if sys.platform == "win32" else ["-fno-semantic-interposition", "-fvisibility=hidden"]


def compiled_sources() -> list[Path]:
    """The modules that are compiled, below the folder of this file."""
    core = [path.relative_to(ROOT) for path in sorted((ROOT / CORE).rglob("*.py"))]
    return [path for path in core if path.stem not in COLD and not PAGES & set(path.parts)] + COLUMNS + BATCHES + ROWS


def core_extensions() -> list[Any]:
    """They as optional setuptools extensions; only for a wheel, and not with ARENA_COMPILE=0."""
    if "bdist_wheel" not in sys.argv or os.environ.get("ARENA_COMPILE") == "0":
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    for earlier in Path("build").glob("lib.*"):  # what an earlier build compiled would be packed too
        shutil.rmtree(earlier)
    print(
        "compiling the rules core and what decisions go through: some minutes; ARENA_COMPILE=0 leaves it out",
        flush=True,
    )
    extensions = mypycify(["--config-file=", "--strict", *map(str, compiled_sources())], opt_level="3")
    for extension in extensions:
        extension.optional = True
        extension.extra_compile_args += FLAGS
    return extensions


if __name__ == "__main__":  # the tests ask what is compiled
    setup(ext_modules=core_extensions())
