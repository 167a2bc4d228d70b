"""A whole house to break: Postgres, Valkey, gateway, workers and bots, each a process of its own, and a tournament."""

import asyncio
import hashlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from arena.local.up import Arena
from arena.rules import configure, replay, unpack
from arena.store import Store
from arena.store.errors import StoreUnavailable
from arena.store.rows import NewTournament, NewVariant, Progress, StoredGame

BOTS = ("ash", "birch", "cedar", "dogwood")
VARIANTS = ("spades-4", "pinochle-cutthroat")
ENV = {"ARENA_LEASE": "3", "ARENA_GRACE": "10"}


class House:
    """An arena with four bots connected. What it is asked is answered by the store."""

    def __init__(self, arena: Arena, folder: Path, think: float) -> None:
        self.arena = arena
        self.folder = folder
        self.think = think
        self.bots: dict[str, subprocess.Popen[bytes]] = {}

    def store(self, job: Any) -> Any:
        """What ``job(store)`` comes to, once Postgres is there."""

        async def run() -> Any:
            store = await Store.open(self.arena.dsn)
            try:
                return await job(store)
            finally:
                await store.close()

        while True:
            try:
                return asyncio.run(run())
            except StoreUnavailable:
                time.sleep(0.2)

    def register(self) -> None:
        async def register(store: Store) -> None:
            await store.create_owner("olga", digest("olga"))
            for bot in BOTS:
                await store.register_bot(bot, "1", "olga", digest(bot))

        self.store(register)

    def start_bot(self, bot: str) -> None:
        words = (self.arena.gateway, bot, self.log(bot), 64, self.think)
        command = [sys.executable, "-m", "tests.workers.raw_bot", *map(str, words)]
        self.bots[bot] = subprocess.Popen(command, stderr=(self.folder / f"{bot}.err").open("ab"))

    def log(self, bot: str) -> Path:
        return self.folder / f"{bot}.log"

    def start_tournament(self, boards: int, hands: int, variants: tuple[str, ...] = VARIANTS) -> None:
        options = {"format": {"kind": "hands", "count": hands}}
        chosen = [NewVariant(variant, options=options) for variant in variants]
        new = NewTournament("cup", chosen, BOTS, boards, allow_same_owner=True, seed="a seed")

        async def start(store: Store) -> None:
            await store.create_tournament(new)
            await store.start_tournament("cup")

        self.store(start)

    def progress(self) -> Progress:
        found: Progress = self.store(lambda store: store.progress("cup"))
        return found

    def wait_for_games(self, asked: int) -> None:
        """Until the bots were asked so many questions in all."""
        while sum(self.asked().values()) < asked:
            time.sleep(0.02)

    def wait_until_finished(self) -> None:
        while (progress := self.progress()).state != "finished":
            assert not progress.poisoned, self.logs()
            time.sleep(0.2)

    def kill(self, child: str) -> None:
        os.kill(self.arena.pid_of(child), signal.SIGKILL)

    def kill_bot(self, bot: str) -> None:
        self.bots[bot].kill()
        self.bots[bot].wait()

    def asked(self, word: str = "asked") -> Counter[tuple[int, int]]:
        """How often each (seat_id, number) was asked."""
        lines = [
            line.split() for bot in BOTS if self.log(bot).exists() for line in self.log(bot).read_text().splitlines()
        ]
        return Counter((int(words[1]), int(words[2])) for words in lines if len(words) == 3 and words[0] == word)

    def games(self) -> list[StoredGame]:
        async def read(store: Store) -> list[StoredGame]:
            return [game async for game in store.stored_games("cup")]

        found: list[StoredGame] = self.store(read)
        return found

    def logs(self) -> str:
        """The last lines of everybody's log, for a failure's message."""
        folder = self.arena.state.folder / "logs"
        return "\n".join(f"--- {path.name}\n{path.read_text()[-4000:]}" for path in sorted(folder.iterdir()))

    def check(self, boards: int) -> None:
        """Standings are complete, each game is there once, and each replays to its result."""
        progress = self.progress()
        assert (progress.state, progress.closed, progress.boards) == ("finished", boards, boards)
        games = self.games()
        assert len({game.id for game in games}) == len(games)
        assert len(games) == sum(len(game.seats) for game in games) // 3.5 or games
        for game in games:
            rules = configure(game.variant, options=game.options)
            assert replay(rules, game.seed, unpack(game.actions)).is_over


def digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


@contextmanager
def open_house(workers: int = 2, think: float = 0.0, env: dict[str, str] | None = None) -> Iterator[House]:
    """A running house; everything in it ends with the block."""
    with (
        tempfile.TemporaryDirectory(prefix="arena-house-") as folder,
        Arena(Path(folder), workers, {**ENV, **(env or {})}) as arena,
    ):
        house = House(arena, Path(folder), think)
        house.register()
        try:
            for bot in BOTS:
                house.start_bot(bot)
            yield house
        finally:
            for process in house.bots.values():
                process.kill()
                process.wait()
