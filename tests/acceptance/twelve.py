"""Twelve deterministic bots of five owners over all eleven variants, every part a process of its own."""

import asyncio
import hashlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import grpc
import psycopg
import redis

from arena.local.up import Arena
from arena.rules import VARIANTS
from arena.store import Store
from arena.store.errors import StoreUnavailable
from arena.store.rows import NewTournament, NewVariant, Progress
from arena.wire.gen import arena_pb2 as pb
from arena.wire.gen.arena_pb2_grpc import ArenaServiceStub

OWNERS: Final = {"ann": "abc", "bob": "def", "cat": "gh", "dan": "ij", "eve": "kl"}
BOTS: Final = "".join(OWNERS.values())
ENV: Final = {"ARENA_LEASE": "3", "ARENA_GRACE": "20"}
NAME: Final = "twelve"
HANDS: Final = 2  # a game: long enough for every interruption


class Twelve:
    """The arena, its bots, and the one tournament."""

    def __init__(self, arena: Arena, folder: Path) -> None:
        self.arena = arena
        self._folder = folder
        self._bots: dict[str, subprocess.Popen[bytes]] = {}
        self._store(self._register)
        for bot in BOTS:
            self.start_bot(bot)
        self._store(self._start)

    @staticmethod
    async def _register(store: Store) -> None:
        for owner, bots in OWNERS.items():
            await store.create_owner(owner, _digest(owner))
            for bot in bots:
                await store.register_bot(bot, "1", owner, _digest(bot))

    @staticmethod
    async def _start(store: Store) -> None:
        chosen = [NewVariant(each, options={"format": {"kind": "hands", "count": HANDS}}) for each in VARIANTS]
        await store.create_tournament(NewTournament(NAME, chosen, BOTS, boards=1, seed="twelve at eleven"))
        await store.start_tournament(NAME)

    def start_bot(self, bot: str) -> None:
        words = ["--arena", self.arena.gateway, "--token", bot, "--max-seats", "64"]
        careless = {"ARENA_CARELESS": str(BOTS.index(bot) / (len(BOTS) - 1))}
        with (self._folder / f"{bot}.err").open("ab") as errors:
            command = [sys.executable, "-m", "tests.acceptance.ladder_bot", *words]
            self._bots[bot] = subprocess.Popen(command, env=os.environ | careless, stderr=errors)

    def kill_bot(self, bot: str) -> None:
        """The bot's process dies, and another is started a second later."""
        self._bots[bot].kill()
        self._bots[bot].wait()
        time.sleep(1)
        self.start_bot(bot)

    def kill(self, child: str) -> None:
        os.kill(self.arena.pid_of(child), signal.SIGKILL)

    def flush_redis(self) -> None:
        with redis.Redis.from_url(self.arena.redis_url) as client:
            client.flushall()

    def _store(self, job: Any) -> Any:
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

    def progress(self) -> Progress:
        found: Progress = self._store(lambda store: store.progress(NAME))
        assert not found.poisoned
        assert all(bot.poll() is None for bot in self._bots.values()), "a bot died"
        return found

    def recovers(self) -> bool:
        """Wait until whoever was killed is back and others have what it had; False where the tournament ends before.

        Leases last 3 s and journals are a second apart: after 6 s every lease of the dead has run out, and what is
        leased then belongs to the living, who have journalled since.
        """
        rested = time.monotonic() + 6
        while self.progress().state != "finished":
            if time.monotonic() > rested and not self._leases_of_the_dead():
                return True
            time.sleep(0.2)
        return False

    def _leases_of_the_dead(self) -> int:
        with psycopg.connect(self.arena.dsn) as connection:
            query = "SELECT count(*) FROM blocks WHERE state = 'leased' AND lease_until < now()"
            (count,) = connection.execute(query).fetchone() or (0,)
        return int(count)

    def voided(self) -> int:
        async def count(store: Store) -> int:
            return sum(row.voided for row in await store.commitments(NAME))

        found: int = self._store(count)
        return found

    def take_overs(self) -> int:
        """How many claims there were beyond the first of each block."""
        with psycopg.connect(self.arena.dsn) as connection:
            row = connection.execute("SELECT sum(token - 1)::integer FROM blocks").fetchone()
        assert row
        return int(row[0])

    def infractions(self) -> int:
        return sum(len(game[-1]) for game in self.games())

    def games(self) -> list[tuple[Any, ...]]:
        """All games in schedule order: their deals, who sat where, every decision, and what went wrong."""

        async def read(store: Store) -> list[tuple[Any, ...]]:
            return [
                (game.variant, game.seed, game.seats, game.actions, game.infractions)
                async for game in store.stored_games(NAME)
            ]

        found: list[tuple[Any, ...]] = self._store(read)
        return found

    def published(self) -> dict[str, bytes]:
        """Every table, as people are answered; but for the moment the tournament was created at."""
        metadata = (("authorization", f"Bearer {self.arena.operator_token}"),)
        asked = {
            "GetStandings": pb.GetStandingsRequest(name=NAME),
            "ListRatings": pb.ListRatingsRequest(),
            "GetStrengths": pb.GetStrengthsRequest(),
            "GetSeatEffects": pb.GetSeatEffectsRequest(),
        }
        with grpc.insecure_channel(self.arena.gateway) as channel:
            people = ArenaServiceStub(channel)
            answers = {call: getattr(people, call)(request, metadata=metadata) for call, request in asked.items()}
            pooled = people.GetStrengths(pb.GetStrengthsRequest(pooled=True), metadata=metadata)
        answers["GetStandings"].tournament.ClearField("created")
        return {
            call: each.SerializeToString(deterministic=True) for call, each in {**answers, "pooled": pooled}.items()
        }

    def stop(self) -> None:
        for process in self._bots.values():
            process.kill()
            process.wait()

    def logs(self) -> str:
        """The last lines of everybody's log, for a failure's message."""
        paths = [*sorted((self.arena.state.folder / "logs").iterdir()), *sorted(self._folder.glob("*.err"))]
        return "\n".join(f"--- {path.name}\n{path.read_text(errors='replace')[-2000:]}" for path in paths)


@contextmanager
def twelve(workers: int = 2) -> Iterator[Twelve]:
    """A tournament under way; everything in it ends with the block."""
    with tempfile.TemporaryDirectory(prefix="arena-twelve-") as folder, Arena(Path(folder), workers, env=ENV) as arena:
        house = Twelve(arena, Path(folder))
        try:
            yield house
        except BaseException:
            print(house.logs(), file=sys.stderr)
            raise
        finally:
            house.stop()


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
