"""Only versions that were submitted and admitted play in the pool closed."""

import pytest

from arena.store import Store
from arena.store.errors import InvalidTournamentError
from tests import ask
from tests.store.house import House, claimed, token
from tests.store.submitting import submit_bot


async def submit_all(house: House) -> None:
    for version_id in house.versions.values():
        await submit_bot(house.store, version_id)


async def test_bots_that_are_not_admitted_are_named(house: House, store: Store) -> None:
    for bot, state in (("a1", "admitted"), ("a2", "waiting"), ("b1", "withdrawn")):
        await submit_bot(store, house.versions[bot], state)
    line = r"a2@1 \(waiting\), b1@1 \(withdrawn\), b2@1 \(not submitted\): submit them with `arena bot submit`"
    with pytest.raises(InvalidTournamentError, match=line):
        await house.tournament(pool="closed")


async def test_it_is_played_and_rated_as_a_pool_of_its_own(house: House, store: Store) -> None:
    await submit_all(house)
    await house.tournament(pool="closed")
    assert await house.play_out() > 0
    await store.ratings.rate()
    assert {row.pool for row in await store.ratings.elo()} == {"closed"}


async def test_a_claim_says_who_is_confined(house: House, store: Store) -> None:
    await submit_bot(store, house.versions["a1"])
    await house.tournament()
    assert (await claimed(store)).submitted == {house.versions["a1"]}


async def test_late_entrants_must_be_admitted(house: House, store: Store) -> None:
    await submit_all(house)
    await house.tournament(pool="closed")
    await house.register("cid", ["c1"])
    with pytest.raises(InvalidTournamentError, match=r"c1@1 \(not submitted\)"):
        await store.tournaments.enter_tournament("cup", "c1", None)
    await submit_bot(store, house.versions["c1"])
    await store.tournaments.enter_tournament("cup", "c1", None)


async def test_a_gate_s_fillers_were_submitted(house: House, store: Store) -> None:
    await store.accounts.create_owner("house", token("house"))
    for number in (1, 2, 3):
        house.versions[f"h{number}"] = await store.accounts.register_bot(
            f"h{number}", "1", "house", token(f"h{number}")
        )
    gate = ask.gate("a1", "a2", [ask.variant("pinochle-cutthroat")], pool="closed")
    for bot in ("a1", "a2", "h1"):
        await submit_bot(store, house.versions[bot])
    with pytest.raises(InvalidTournamentError, match="fillers"):
        await store.tournaments.create_gate(gate)
    await submit_bot(store, house.versions["h2"])
    name = await store.tournaments.create_gate(gate)
    assert (await store.tournaments.gate(name)).fillers == ["h1@1", "h2@1"]
    assert (await store.tournaments.named(name)).pool == "closed"
