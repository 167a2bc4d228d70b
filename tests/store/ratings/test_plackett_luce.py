import asyncio
import random

import pytest

from arena.league.ratings.plackett_luce import Belief, PlayedGame, fold
from arena.rules import find, sides_of
from arena.store import Store
from arena.store.play.rows import StoredGame
from arena.store.ratings import plackett_luce as opinions
from arena.store.tournaments.rows import NewVariant
from tests.store.house import VARIANTS, House
from tests.store.ratings.test_rater import play_in_any_order

ALL = [NewVariant(variant) for variant in VARIANTS]


async def from_scratch(store: Store, house: House, names: list[str]) -> dict[tuple[str, int], dict[int, Belief]]:
    """What the games come to, one after another as they were scheduled."""
    ids = {f"{bot}@1": version for bot, version in house.versions.items()}
    after: dict[tuple[str, int], dict[int, Belief]] = {}
    for name in names:
        async for game in store.play.stored_games(name):
            key = (game.variant, game.revision)
            seated = [ids[seat] for seat in game.seats]
            played = PlayedGame(seated, await ranks_of(store, game), sides_of(find(game.variant)))
            after[key] = fold(after.get(key, {}), [played])
    return after


async def ranks_of(store: Store, game: StoredGame) -> list[int]:
    async with store.transaction() as connection:
        row = await (await connection.execute("SELECT ranks FROM games WHERE id = %s", [game.id])).fetchone()
    assert row
    ranks: list[int] = row[0]
    return ranks


async def test_games_are_folded_in_schedule_order_however_they_were_played(
    house: House, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.connect(seats=1000)
    for number, name in enumerate(("one", "two")):
        await house.tournament(name, boards=4, variants=ALL)
        await play_in_any_order(store, random.Random(number))
        await store.ratings.rate()
    monkeypatch.setattr(opinions, "CHUNK", 7)
    await asyncio.gather(*(store.ratings.opine() for _ in range(3)))
    found = await store.ratings.opinions()
    assert found.behind == 0
    assert found.beliefs == await from_scratch(store, house, ["one", "two"])


async def test_what_is_not_folded_in_yet_is_told(house: House, store: Store) -> None:
    await house.connect(seats=1000)
    await house.tournament(boards=4, variants=ALL)
    await house.play_out()
    await store.ratings.rate()
    assert await store.ratings.opinions() == opinions.Opinions({}, 44)
    await store.ratings.catch_up_opinions()
    whole = await store.ratings.opinions()
    assert whole.behind == 0
    await store.ratings.rebuild()
    assert await store.ratings.opinions() == opinions.Opinions({}, 44)
    await store.ratings.catch_up_opinions()
    assert await store.ratings.opinions() == whole


async def test_what_still_runs_is_not_in_it(house: House, store: Store) -> None:
    await house.tournament(boards=20)
    claim = await store.play.claim("w", 60)
    assert claim is not None
    await store.play.release(claim.block_id, claim.token)
    await store.ratings.catch_up_opinions()
    assert await store.ratings.opinions() == opinions.Opinions({}, 0)
