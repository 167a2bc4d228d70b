"""Sizes of `make bench`: whole by default, the smallest with SMOKE=1 (see the Makefile)."""

import os
from typing import Final

from arena.rules import VARIANTS

SECONDS: Final = os.environ.get("BENCH_SECONDS", "3")  # of each figure
ROUNDS: Final = int(os.environ.get("BENCH_ROUNDS", "3"))
LUCK_SECONDS: Final = os.environ.get("BENCH_LUCK_SECONDS", "10")  # of a variant
PAGE_SECONDS: Final = float(os.environ.get("BENCH_PAGE_SECONDS", "5"))  # of a page
BOARDS: Final = int(os.environ.get("BENCH_BOARDS", "1000000")) // 8 * 8  # in the store
BOTS: Final = int(os.environ.get("BENCH_BOTS", "500"))  # of the largest tournament
FEWER_TABLES: Final = int(os.environ.get("BENCH_FEWER_TABLES", "1"))  # divides the tables of turns
COLUMNS: Final = os.environ.get("BENCH_COLUMNS", "512 2048 4096").split()  # tables asked in columns
LOOPS: Final = os.environ.get("BENCH_LOOPS", "bridge hanabi columns gymnasium pettingzoo").split()  # environments
SEATS: Final = int(os.environ.get("BENCH_SEATS", "100"))  # confined seats started
CLOSED_BOARDS: Final = int(os.environ.get("BENCH_CLOSED_BOARDS", "20"))  # played in the pool closed
WATCHERS: Final = int(os.environ.get("BENCH_WATCHERS", "500"))  # of a page
CHOSEN: Final = os.environ.get("BENCH_VARIANTS", " ".join(VARIANTS)).split()
