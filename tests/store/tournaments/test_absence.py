from collections.abc import Iterator

import psycopg
import pytest

from arena.store import Store
from arena.store.errors import InvalidTournamentError, LeaseLostError, NotYourBotError, UnknownBotError
from tests import ask
from tests.store.house import House, claimed, finish

PINOCHLE = [ask.variant("pinochle-cutthroat")]


@pytest.fixture
def sql(database: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(database, autocommit=True) as connection:
        yield connection


def age(sql: psycopg.Connection, minutes: int) -> None:
    """Add *minutes* to each absence, and forget when it was checked."""
    sql.execute(f"UPDATE away SET counted = counted + interval '{minutes} minutes', checked = NULL")


async def misbehave(store: Store, sql: psycopg.Connection, version_id: int, infraction: str, minutes: int) -> None:
    """The same infraction in each of the last *minutes*."""
    for minute in range(minutes):
        sql.execute("UPDATE strikes SET minute = minute - interval '1 minute'")
        await store.play.count_infractions({(version_id, infraction): 3 + minute})


async def test_an_absent_bots_boards_wait_then_are_forfeited_and_nobody_elses(
    house: House, store: Store, sql: psycopg.Connection
) -> None:
    await house.connect(seats=100, bots=["a1", "a2", "b1"])
    cup = await house.tournament(boards=8, variants=PINOCHLE, forfeit_s=3600)
    assert await house.play_out() == 1  # the one line-up without it
    await store.ratings.sweep()
    age(sql, 59)
    await store.ratings.sweep()
    assert (await store.tournaments.named("cup")).forfeited == 0
    ((status,), missed) = await store.tournaments.bot_status("b2", None)
    assert (status.instances, status.infraction) == (0, None)
    (waiting,) = missed[status.version_id]
    assert (waiting.tournament, waiting.forfeit_after_s) == ("cup", 3600)
    assert waiting.away_s >= 59 * 60
    age(sql, 2)
    await store.ratings.sweep()
    row = await store.tournaments.named("cup")
    assert (row.state, row.boards, row.closed, row.forfeited) == ("finished", 8, 8, 24)
    assert await store.tournaments.forfeits(cup.id) == {"pinochle-cutthroat": {house.versions["b2"]: 24}}
    assert await store.ratings.rate() == 0
    assert house.versions["b2"] not in {line.version_id for line in await store.ratings.elo()}
    assert {line.state for line in await store.tournaments.commitments("cup")} == {"closed", "forfeited"}


async def test_a_bot_that_is_back_in_time_loses_nothing(house: House, store: Store, sql: psycopg.Connection) -> None:
    await house.connect(seats=100, bots=["a1", "a2", "b1"])
    await house.tournament(boards=2, variants=PINOCHLE, forfeit_s=3600)
    await store.ratings.sweep()
    age(sql, 59)
    await house.connect(seats=100)
    await store.ratings.sweep()
    assert sql.execute("SELECT count(*) FROM away").fetchone() == (0,)
    await house.play_out()
    assert (await store.tournaments.named("cup")).closed == 8


async def test_downtime_of_the_arena_does_not_count_as_absence(
    house: House, store: Store, sql: psycopg.Connection
) -> None:
    await house.connect(seats=4, bots=["a1", "a2", "b1"])
    await house.tournament(boards=2, forfeit_s=60)
    await store.ratings.sweep()
    sql.execute("UPDATE away SET looked = looked - interval '11 seconds'")
    await store.ratings.sweep()
    assert sql.execute("SELECT counted >= '11 s' FROM away").fetchone() == (True,)
    sql.execute("UPDATE away SET looked = looked - interval '3 days'")
    await store.ratings.sweep()
    assert sql.execute("SELECT counted < '1 min' FROM away").fetchone() == (True,)
    await store.tournaments.pause_tournament("cup")
    await store.ratings.sweep()
    assert sql.execute("SELECT count(*) FROM away").fetchone() == (0,)


async def test_a_board_that_a_dead_worker_had_is_forfeited_and_never_closed_late(
    house: House, store: Store, sql: psycopg.Connection
) -> None:
    await house.tournament(boards=2, forfeit_s=3600)
    lost = await claimed(store, -1)
    await house.connect(seats=4, bots=["a1"])
    await store.ratings.sweep()
    age(sql, 61)
    await store.ratings.sweep()
    row = await store.tournaments.named("cup")
    assert (row.state, row.forfeited) == ("finished", 2)
    assert [set(each) for each in (await store.tournaments.forfeits(row.id)).values()] == [
        {house.versions[bot] for bot in ("a2", "b1", "b2")}
    ]
    with pytest.raises(LeaseLostError):
        await finish(store, lost)
    assert await store.ratings.rebuild() == (0, 0)


async def test_never_is_never(house: House, store: Store, sql: psycopg.Connection) -> None:
    await house.connect(seats=4, bots=["a1"])
    await house.tournament(boards=1, forfeit_s=None)
    await store.ratings.sweep()
    age(sql, 10_000_000)
    await store.ratings.sweep()
    assert (await store.tournaments.named("cup")).forfeited == 0
    assert (await store.tournaments.bot_status("b2", None))[1][house.versions["b2"]][0].forfeit_after_s is None
    with pytest.raises(InvalidTournamentError, match="forfeit-after: 59 s given"):
        await store.tournaments.create_tournament(ask.tournament("x", PINOCHLE, list(house.versions), 1, forfeit_s=59))


async def test_suspensions_for_absence_get_longer(house: House, store: Store, sql: psycopg.Connection) -> None:
    await house.connect(seats=100)
    await house.tournament(boards=8, variants=PINOCHLE)
    bad = house.versions["b2"]
    await misbehave(store, sql, bad, "disconnected", 3)
    await misbehave(store, sql, house.versions["a1"], "illegal", 9)
    await store.ratings.sweep()
    assert (await store.tournaments.bot_status("b2", None))[0][0].infraction is None
    for times, seconds in ((1, 60), (2, 120), (3, 240)):
        await misbehave(store, sql, bad, "disconnected", 4)
        await store.ratings.sweep()
        (status,) = (await store.tournaments.bot_status("b2", None))[0]
        assert status.since
        assert status.until
        assert status.infraction == "disconnected"
        assert (status.until - status.since).total_seconds() == seconds, times
        sql.execute("UPDATE suspensions SET until = now() - interval '15 minutes'")
        sql.execute("UPDATE strikes SET minute = minute - interval '21 minutes'")
    await misbehave(store, sql, bad, "flood", 4)
    await store.ratings.sweep()
    claims = [claim for claim in [await store.play.claim("w", 60) for _ in range(9)] if claim]
    assert [bad in claim.boards[0].games[0].players for claim in claims] == [False]  # everybody else's go on
    assert (await store.tournaments.progress("cup")).offline == ["b2@1"]
    ((status,), _) = await store.tournaments.bot_status("b2@1", 2, retry=True)
    assert status.infraction is None
    assert await store.play.claim("w", 60)


async def test_only_its_owner_and_operators_may_look(house: House, store: Store) -> None:
    with pytest.raises(NotYourBotError):
        await store.tournaments.bot_status("b2", 1)
    with pytest.raises(UnknownBotError):
        await store.tournaments.bot_status("nobody", None)
