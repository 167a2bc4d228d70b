"""Sizes of `make bench`: whole by default, the smallest with SMOKE=1 (see the Makefile)."""

import os
from typing import Final

from arena.rules import VARIANTS

SECONDS: Final = os.environ.get("BENCH_SECONDS", "3")  # per figure
ROUNDS: Final = int(os.environ.get("BENCH_ROUNDS", "3"))
LUCK_SECONDS: Final = os.environ.get("BENCH_LUCK_SECONDS", "10")  # per variant
PAGE_SECONDS: Final = float(os.environ.get("BENCH_PAGE_SECONDS", "5"))  # per page
BOARDS: Final = int(os.environ.get("BENCH_BOARDS", "1000000")) // 8 * 8  # boards in the store
BOTS: Final = int(os.environ.get("BENCH_BOTS", "500"))  # bots of the largest tournament
FEWER_TABLES: Final = int(os.environ.get("BENCH_FEWER_TABLES", "1"))  # divisor of the numbers of tables in turns
COLUMNS: Final = os.environ.get("BENCH_COLUMNS", "512 2048 4096").split()  # numbers of tables asked in columns
LOOPS: Final = os.environ.get("BENCH_LOOPS", "bridge hanabi columns gymnasium pettingzoo").split()  # environments
SEATS: Final = int(os.environ.get("BENCH_SEATS", "100"))  # confined seats to start
CLOSED_BOARDS: Final = int(os.environ.get("BENCH_CLOSED_BOARDS", "20"))  # boards to play in the pool closed
WATCHERS: Final = int(os.environ.get("BENCH_WATCHERS", "500"))  # watchers of a page
CHOSEN: Final = os.environ.get("BENCH_VARIANTS", " ".join(VARIANTS)).split()
