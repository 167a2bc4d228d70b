"""An upgrade under a tournament: its schema first, then gateways and workers one after another."""

import os
import signal
import subprocess
import sys

import psycopg
import pytest

from arena.store import migrate
from tests.house import BOTS, House, open_house
from tests.programs import program

pytestmark = pytest.mark.faults

BEFORE = "0039"  # the newest migrations, which processes of before do without
GATEWAYS = ("gateway", "gateway-2")
WORKERS = ("worker-1", "worker-2")


def applied(house: House) -> set[str]:
    with psycopg.connect(house.arena.dsn) as sql:
        return {name for (name,) in sql.execute("SELECT name FROM migrations").fetchall()}


def restart(house: House, name: str) -> None:
    """Stop a part by TERM; wait until its next process is known, and all bots are at some gateway."""
    before = house.arena.pid_of(name)
    os.kill(before, signal.SIGTERM)
    house.wait_until(lambda: house.arena.pid_of(name) != before)
    if name in GATEWAYS:
        house.wait_until(lambda: house.is_listed(house.arena.gateways[GATEWAYS.index(name)]))
    else:
        house.wait_until(lambda: is_at_work(house, house.arena.pid_of(name)))
    house.wait_until(lambda: house.bots_at().total() == len(BOTS))


def is_at_work(house: House, pid: int) -> bool:
    with psycopg.connect(house.arena.dsn) as sql:
        found = sql.execute("SELECT name FROM live_workers").fetchall()
    return str(pid) in {name.rpartition(":")[2] for (name,) in found}


def test_an_upgrade_loses_nothing_and_doubles_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    newest = migrate.migrations()
    monkeypatch.setattr(migrate, "migrations", lambda: {name: sql for name, sql in newest.items() if name < BEFORE})
    with open_house(workers=2, think=0.02, gateways=2) as house:
        monkeypatch.undo()
        house.start_tournament(boards=4, hands=1)
        house.wait_until_played_on()
        assert max(applied(house)) < BEFORE
        prepare = {"ARENA_DSN": house.arena.dsn, "ARENA_OPERATOR_TOKEN": house.arena.operator_token}
        subprocess.run([sys.executable, "-m", "arena.local.prepare"], env=os.environ | prepare, check=True)
        assert applied(house) == set(newest)
        for name in (*GATEWAYS, *WORKERS):
            house.wait_until_played_on()
            restart(house, name)
        house.wait_until_played_on()
        house.finish()
        state = str(house.arena.state.folder)
        assert program("-m", "arena", "owner", "create", "zoe", ARENA_STATE=state).returncode == 0
        assert "name=zoe" in program("-m", "arena", "audit", ARENA_STATE=state).stdout
