import pytest

from arena.store import Store
from arena.store.errors import InvalidTournamentError, NameTakenError
from tests import ask
from tests.store.house import House, execute

BOTH = [ask.variant("spades-4"), ask.variant("pinochle-cutthroat")]
CUP = ask.tournament("cup", BOTH, ["a1", "a2", "b1", "b2"], 10, allow_same_owner=True, test_seed="s")


async def test_a_dry_run_counts_what_would_be_made_and_stores_nothing(house: House, store: Store) -> None:
    estimate, _ = await store.tournaments.estimate_tournament(CUP)
    assert await store.tournaments.page() == []
    created = await store.tournaments.create_tournament(CUP)
    assert sum(each.boards for each in estimate.variants) == created.boards
    assert sum(each.games for each in estimate.variants) == created.games
    assert [each.blocks for each in estimate.variants] == [2, 8]
    assert 0 < estimate.least_s < estimate.most_s


async def test_an_estimate_prefers_measurements_of_these_bots_to_assumptions(house: House, store: Store) -> None:
    estimate, _ = await store.tournaments.estimate_tournament(CUP)
    assert [each.source for each in estimate.variants] == ["assumed", "assumed"]
    await house.tournament("old", boards=24, variants=[ask.variant("spades-4")])
    await house.play_out()
    spades, pinochle = (await store.tournaments.estimate_tournament(CUP))[0].variants
    assert (spades.source, spades.measured, pinochle.source) == ("these bots", 3, "assumed")
    assert 0 < spades.least_s <= spades.most_s < 1
    await house.register("cyd", ["c1"])
    other, _ = await store.tournaments.estimate_tournament(ask.changed(CUP, bots=["a1", "a2", "b1", "c1"]))
    assert other.variants[0].source == "other bots"
    assert other.offline == ["c1@1"]
    longer = ask.variant("spades-4", {"format": {"kind": "hands", "count": 8}})
    estimate, _ = await store.tournaments.estimate_tournament(ask.changed(CUP, variants=[longer]))
    assert estimate.variants[0].source == "assumed"


async def test_workers_are_counted_whether_they_play_or_not(house: House, store: Store, database: str) -> None:
    async def workers() -> tuple[int, int]:
        estimate, _ = await store.tournaments.estimate_tournament(CUP)
        return estimate.workers, estimate.busy_workers

    assert await workers() == (0, 0)
    for name in ("idle", "busy"):
        await store.play.see_worker(name)
    await house.tournament("old", boards=8)
    assert await store.play.claim("busy", 60)
    assert await workers() == (2, 1)
    await store.play.drop_worker("idle")
    assert await workers() == (1, 1)
    execute(database, "UPDATE workers SET seen = now() - interval '16 seconds'")
    assert await workers() == (1, 1)  # a lease says that it is there, too


async def test_an_estimate_refuses_what_creation_refuses(house: House, store: Store) -> None:
    await store.tournaments.create_tournament(CUP)
    with pytest.raises(NameTakenError):
        await store.tournaments.estimate_tournament(ask.changed(CUP, test_seed="t"))
    with pytest.raises(InvalidTournamentError, match="it was used before"):
        await store.tournaments.estimate_tournament(ask.changed(CUP, name="other"))
    assert len(await store.tournaments.page()) == 1
