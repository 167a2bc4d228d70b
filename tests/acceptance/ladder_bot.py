"""Bots of twelve strengths: `simple` with a share of random answers.

ARENA_CARELESS=0.5 python -m tests.acceptance.ladder_bot --arena ... --token ...
"""

import os
from typing import Any, Final
from zlib import crc32

from bots.house.random import RandomBot
from bots.house.simple import SimpleBot
from bots.sdk import Bot, View, run

CARELESS: Final = float(os.environ.get("ARENA_CARELESS", "0"))  # of its answers are those of `random`
PARTS: Final = 1 << 32  # of crc32


class LadderBot(Bot):
    """A bot that gives equal views equal answers, in any process."""

    def __init__(self) -> None:
        self._careful, self._careless = SimpleBot(), RandomBot()

    def answer(self, view: View) -> Any:
        core = view.core
        seen = repr((CARELESS, core.number, core.seat, core.cards, core.said, core.played))
        careless = crc32(seen.encode()) < CARELESS * PARTS
        return (self._careless if careless else self._careful).answer(view)


if __name__ == "__main__":
    run(LadderBot)
