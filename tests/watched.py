"""An arena of processes, watched from outside: by what its Postgres has of it."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import psycopg

from arena.local.up import Arena
from arena.store import Store
from arena.store.errors import StoreUnavailableError
from arena.store.play.rows import StoredGame
from arena.store.tournaments.rows import CommitmentRow, Progress


@dataclass
class WatchedArena:
    """What a running arena's tables say, and waits until they say something."""

    arena: Arena

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
            except StoreUnavailableError:
                time.sleep(0.2)

    def progress(self, tournament: str = "cup") -> Progress:
        row: Progress = self.store(lambda store: store.tournaments.progress(tournament))
        return row

    def wait_until(self, holds: Callable[[], bool]) -> None:
        """Look again and again: of other processes' doings no event comes here."""
        while not holds():
            time.sleep(0.05)

    def wait_until_closed(self, boards: int) -> None:
        self.wait_until(lambda: self.progress().closed >= boards)

    def wait_until_played_on(self, moments: int = 20) -> None:
        """Wait until journals have grown, and games with them.

        A tournament that is over too soon for that gets more boards.
        """
        self.progress()  # Postgres is there
        with psycopg.connect(self.arena.dsn, autocommit=True) as connection:
            query = "SELECT coalesce(max(id), 0) FROM journal"
            (first,) = connection.execute(query).fetchone() or (0,)
            while (connection.execute(query).fetchone() or (0,))[0] < first + moments:
                if self.progress().state == "finished":
                    self.store(lambda store: store.tournaments.extend_tournament("cup", 1))
                time.sleep(0.05)

    def is_listed(self, gateway: str) -> bool:
        """Whether a living gateway has that address."""
        with psycopg.connect(self.arena.dsn) as connection:
            query = "SELECT count(*) FROM gateways WHERE link_address = %s AND seen > now() - interval '10 seconds'"
            link = self.arena.links[self.arena.gateways.index(gateway)]
            return connection.execute(query, (link,)).fetchone() == (1,)

    def bots_at(self) -> Counter[str]:
        """How many bots each gateway's row has."""
        with psycopg.connect(self.arena.dsn) as connection:
            query = "SELECT g.link_address FROM instances i JOIN gateways g ON g.id = i.gateway_id"
            links = [self.arena.links.index(link) for (link,) in connection.execute(query).fetchall()]
            return Counter(self.arena.gateways[at] for at in links)

    def games(self) -> list[StoredGame]:
        async def read(store: Store) -> list[StoredGame]:
            return [game async for game in store.play.stored_games("cup")]

        rows: list[StoredGame] = self.store(read)
        return rows

    def busy_worker(self, tournament: str = "cup") -> int:
        """Return the process id of the living worker that plays most blocks.

        As soon as one plays. One that was killed may have its leases a while longer.
        """
        while True:
            living = {self.arena.pid_of("worker-1"), self.arena.pid_of("worker-2")}
            with psycopg.connect(self.arena.dsn) as connection:
                rows = connection.execute("SELECT worker FROM blocks WHERE state = 'leased'").fetchall()
            playing = Counter(int(worker.rpartition(":")[2]) for (worker,) in rows)
            if busy := [pid for pid, _ in playing.most_common() if pid in living]:
                return busy[0]
            assert self.progress(tournament).state == "running", "the tournament was too short for the test"
            time.sleep(0.05)

    def take_overs(self) -> int:
        """How many claims there were beyond the first of each block."""
        with psycopg.connect(self.arena.dsn) as connection:
            row = connection.execute("SELECT sum(lease_number - 1)::integer FROM blocks").fetchone()
        assert row
        return int(row[0])

    def voided(self) -> int:
        rows: list[CommitmentRow] = self.store(lambda store: store.tournaments.commitments("cup"))
        return sum(row.voided for row in rows)
