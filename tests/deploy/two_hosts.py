"""Cut the cable between two hosts of an arena, and mend it: `python -m tests.deploy.two_hosts`.

The far host has one worker and one bot, this one everything else. Start it in a network namespace of its own
(`cable.PRIVATE`). It prints its result as JSON, and fails if anything differs from a run without the cut.
"""

import json
import os
import re
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import psycopg

from arena.local.postgres import Postgres
from arena.local.state import State
from arena.local.supervisor import Child
from arena.local.up import Arena
from arena.local.valkey import Valkey
from tests.deploy.cable import FAR, NEAR, Cable
from tests.house import House
from tests.workers.raw_bot import choose

HERE: Final = "127.0.0.1"
FAR_WORKER: Final = "worker-2"
FAR_BOT: Final = "elm"
BOTS: Final = ("ash", "birch", "cedar", "dogwood", FAR_BOT)
THINK: Final = 0.05  # seconds
BOARDS: Final = 4  # of each line-up
LEASE: Final = 3  # seconds
# Seconds: longer than a lease, than a link that hears nothing, and than a bot may answer no ping.
CUT: Final = 15.0
ENV: Final = {"ARENA_LEASE": f"{LEASE}", "ARENA_GRACE": "60", "ARENA_PLAIN": "allow"}
FENCED: Final = re.compile(r"block \d+ is another worker's now")


class OpenPostgres(Postgres):
    """A Postgres that the far host reaches too."""

    @classmethod
    def prepare(cls, state: State) -> "Postgres":
        prepared = super().prepare(state)
        with (state.folder / "postgres" / "pg_hba.conf").open("a") as rules:
            print(f"host all all {FAR}/32 scram-sha-256", file=rules)
        return prepared

    def child(self, *settings: str) -> Child:
        return super().child(f"listen_addresses={HERE},{NEAR}", *settings)


class OpenValkey(Valkey):
    """A Valkey that the far host reaches too."""

    def child(self) -> Child:
        child = super().child()
        return replace(child, argv=(*child.argv, "--bind", HERE, NEAR))


class TwoHosts(Arena):
    """An arena with its second worker at the far end of *cable*."""

    def __init__(self, folder: Path, cable: Cable) -> None:
        super().__init__(folder, workers=2, env=ENV)
        self._cable = cable

    def _gateway(self, name: str, address: str, link: str, listen: str) -> Child:
        open_to_both = f"{listen},{near(address)}"
        return super()._gateway(name, address, near(link), open_to_both)

    def _child(self, name: str, module: str) -> Child:
        child = super()._child(name, module)
        if name != FAR_WORKER:
            return child
        env = {"ARENA_DSN": near(self.dsn), "ARENA_REDIS_URL": near(self.redis_url)}
        return replace(child, argv=tuple(self._cable.there(*child.argv)), env={**child.env, **env})


def near(address: str) -> str:
    """Return an address of this host as the far one dials it."""
    return address.replace(HERE, NEAR)


def main() -> int:
    """Play, cut, mend, finish and check."""
    os.environ["ARENA_PLAIN"] = "allow"
    with (
        tempfile.TemporaryDirectory(prefix="arena-hosts-") as folder,
        Cable() as cable,
        patch("arena.local.up.Postgres", OpenPostgres),
        patch("arena.local.up.Valkey", OpenValkey),
        TwoHosts(Path(folder), cable) as arena,
    ):
        words = [sys.executable, "-m", "tests.workers.raw_bot", near(arena.gateway), FAR_BOT]
        far = cable.there(*words, str(Path(folder) / f"{FAR_BOT}.log"), "64", str(THINK))
        house = House(arena, Path(folder), THINK, "", {FAR_BOT: far}, {"olga": BOTS})
        house.choose = choose
        try:
            print(json.dumps(_played(house, cable)))
        except BaseException:
            print(house.logs(), file=sys.stderr)
            raise
        finally:
            for bot in house.bots.values():
                bot.kill()
                bot.wait()
    return 0


def _played(house: House, cable: Cable) -> dict[str, Any]:
    house.register()
    for bot in BOTS:
        house.start_bot(bot)
    house.start_tournament(boards=BOARDS, hands=1, bots=BOTS)
    far = house.arena.pid_of(FAR_WORKER)
    house.wait_until_played_on()
    while not _is_at_work(house, far):
        time.sleep(0.05)
    taken_over = house.take_overs()
    cable.cut()
    began = time.monotonic()
    while house.take_overs() == taken_over:  # until its leases are over, and the worker here has a block of its
        time.sleep(0.05)
    house.wait_until_played_on(moments=5)
    time.sleep(max(0.0, began + CUT - time.monotonic()))
    log = house.arena.state.log(FAR_WORKER)
    before = len(FENCED.findall(log.read_text()))
    cable.mend()
    while len(FENCED.findall(log.read_text())) == before:
        time.sleep(0.05)
    house.finish()  # nothing lost, doubled or changed, no board void, no infraction
    assert house.arena.pid_of(FAR_WORKER) == far
    games = house.games()
    assert any(f"{FAR_BOT}@1" in game.seats for game in games)
    return {
        "boards": house.progress().boards,
        "games": len(games),
        "take_overs": house.take_overs(),
        "asked_most": max(house.asked().values()),
    }


def _is_at_work(house: House, pid: int) -> bool:
    """Return whether the worker with that process id has a block in which the far bot has no seat."""
    query = """SELECT count(*) FROM blocks b WHERE state = 'leased' AND worker LIKE %s AND NOT EXISTS (
        SELECT FROM block_seats s JOIN bot_versions v ON v.id = s.version_id JOIN bots o ON o.id = v.bot_id
        WHERE s.block_id = b.id AND o.name = %s)"""
    with psycopg.connect(house.arena.dsn) as connection:
        return connection.execute(query, (f"%:{pid}", FAR_BOT)).fetchone() != (0,)


if __name__ == "__main__":
    sys.exit(main())
