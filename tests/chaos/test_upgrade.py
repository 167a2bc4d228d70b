"""An upgrade under a tournament: its schema first, then gateways and workers one after another."""

import os
import signal
import time

import psycopg
import pytest

from arena.local.prepare import prepare
from arena.store import migrate
from tests.house import BOTS, House, open_house

pytestmark = pytest.mark.faults

LATER = "0002_later.sql"  # a migration that the running processes do not know
GATEWAYS = ("gateway", "gateway-2")
WORKERS = ("worker-1", "worker-2")


def applied(house: House) -> set[str]:
    with psycopg.connect(house.arena.dsn) as sql:
        return {name for (name,) in sql.execute("SELECT name FROM migrations").fetchall()}


def restart(house: House, name: str) -> None:
    """Stop a part by TERM; wait until its next process is known, and all bots are at some gateway.

    It drains within 30 s, as orchestrators expect (deploy/helm/templates).
    """
    before, began = house.arena.pid_of(name), time.monotonic()
    os.kill(before, signal.SIGTERM)
    house.wait_until(lambda: house.arena.pid_of(name) != before)
    assert time.monotonic() - began < 30
    if name in GATEWAYS:
        house.wait_until(lambda: house.is_listed(house.arena.gateways[GATEWAYS.index(name)]))
    else:
        house.wait_until(lambda: is_at_work(house, house.arena.pid_of(name)))
    house.wait_until(lambda: house.bots_at().total() == len(BOTS))


def is_at_work(house: House, pid: int) -> bool:
    with psycopg.connect(house.arena.dsn) as sql:
        rows = sql.execute("SELECT name FROM live_workers").fetchall()
    return str(pid) in {name.rpartition(":")[2] for (name,) in rows}


def test_an_upgrade_loses_nothing_and_doubles_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    newest = {**migrate.migrations(), LATER: b"ALTER TABLE games ADD later int; CREATE TABLE later (board bigint)"}
    with open_house(workers=2, think=0.02, gateways=2) as house:
        house.start_tournament(boards=4, hands=1)
        house.wait_until_played_on()
        with monkeypatch.context() as upgraded:
            upgraded.setattr(migrate, "migrations", lambda: newest)
            prepare(house.arena.dsn, house.arena.operator_token, print)
        assert applied(house) == set(newest)
        for name in (*GATEWAYS, *WORKERS):
            house.wait_until_played_on()
            restart(house, name)
        house.wait_until_played_on()
        house.finish()
