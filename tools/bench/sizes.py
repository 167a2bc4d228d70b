"""How much `make bench` measures: whole by default, the least there is with SMOKE=1 (see the Makefile)."""

import os
from typing import Final

from arena.rules import VARIANTS

SECONDS: Final = os.environ.get("BENCH_SECONDS", "3")  # of each figure
ROUNDS: Final = int(os.environ.get("BENCH_ROUNDS", "3"))
LUCK_SECONDS: Final = os.environ.get("BENCH_LUCK_SECONDS", "10")  # of a variant
PAGE_SECONDS: Final = float(os.environ.get("BENCH_PAGE_SECONDS", "5"))  # of a page
BOARDS: Final = int(os.environ.get("BENCH_BOARDS", "1000000")) // 8 * 8  # in the store
BOTS: Final = int(os.environ.get("BENCH_BOTS", "500"))  # of the largest tournament
FEWER_TABLES: Final = int(os.environ.get("BENCH_FEWER_TABLES", "1"))  # what the tables of turns are divided by
CHOSEN: Final = os.environ.get("BENCH_VARIANTS", " ".join(VARIANTS)).split()
