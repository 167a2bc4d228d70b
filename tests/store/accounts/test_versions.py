"""Ratings rest on versions that never change, and never mix revisions of the rules."""

import asyncio
from typing import LiteralString

import psycopg
import pytest

from arena.store import Store
from tests import ask
from tests.store.house import VARIANTS, House, execute


async def test_a_version_keeps_its_first_build(house: House, store: Store) -> None:
    version = house.versions["a1"]
    builds = await asyncio.gather(*(store.accounts.keep_build(version, f"build {each}") for each in range(5)))
    assert len(set(builds)) == 1
    assert await store.accounts.keep_build(version, "another") == builds[0]


CHANGES: list[LiteralString] = [
    "UPDATE bot_versions SET version = '2'",
    "UPDATE bot_versions SET bot_id = (SELECT max(id) FROM bots)",
    "UPDATE bot_versions SET build = 'another'",
    "UPDATE bot_versions SET build = NULL",
    "UPDATE bots SET name = name || 'x'",
    "UPDATE bots SET owner_id = 3 - owner_id",
]


async def test_nothing_changes_a_version(house: House, store: Store, database: str) -> None:
    await store.accounts.keep_build(house.versions["a1"], "one")
    for change in CHANGES:
        with pytest.raises(psycopg.errors.CheckViolation, match="never changes"):
            execute(database, change)


async def test_no_rating_mixes_two_revisions(house: House, store: Store, database: str) -> None:
    await house.connect(seats=1000)
    chosen = [ask.variant(variant) for variant in VARIANTS]
    for name, boards in (("old", 3), ("new", 2)):
        await house.tournament(name, boards=boards, variants=chosen)
        if name == "new":  # as a release does that raises the revision
            execute(database, "UPDATE tournament_variants SET revision = revision + 1 WHERE tournament_id = 2")
        await house.play_out()
        await store.ratings.rate()
    alone = {(variant, revision) for variant in VARIANTS for revision in (1, 2)}
    tallies = (await store.ratings.tallies()).items()
    counts = {scale[:2]: sum(tally.boards for tally in of_scale) for scale, of_scale in tallies}
    assert set(counts) == alone
    assert all(counts[variant, 1] * 2 == counts[variant, 2] * 3 for variant in VARIANTS)
    assert set(await store.ratings.seat_tallies()) == alone
    rows = await store.ratings.elo()
    assert {(row.variant, row.revision) for row in rows} == alone
    for key in alone:
        own = [row for row in rows if (row.variant, row.revision) == key]
        assert sum(row.elo for row in own) == pytest.approx(1500 * len(own))  # nobody brought a number along
    receipt = await store.ratings.elo_receipt("spades-4", "a1@1", (0, -1), 100)
    assert (receipt.scale.revision, [step.name for step in receipt.steps]) == (2, ["new"])
    assert receipt.page[0].entry.before == 1500
