"""A twelfth variant, made of rules that exist.

One page of data, added from outside of the package. docs/how-to/add-a-variant.md tells it as a
how-to.
"""

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest

from arena.rules import InvalidVariantError, Variant, add_variant, card_code, configure, find
from arena.rules.rules import Deck
from arena.rules.variants import registry
from arena.store import Store
from arena.store.play.rows import Instance
from arena.wire.columns.layout import columns_of
from bots.examples.vector_bot import GreedyVectorBot
from bots.sdk.seats.errors import BotErrors
from tests import ask
from tests.lasting import renew_for_good
from tests.programs import program
from tests.store.house import House
from tests.workers.both_ways import claim_of
from tests.workers.link.blocks import play_with_kit

NAME = "spades-4-2jokers"
ARENA = Path(sys.executable).with_name("arena")
FOUR = registry.variant_named("spades-4")
TWOS = (card_code("2C"), card_code("2D"))
TWELFTH = Variant(
    rules=replace(FOUR.rules, name=NAME, deck=Deck("AKQJT98765432", without=TWOS, jokers=2)),
    options=FOUR.options,
    presets=FOUR.presets,
    number=65_000,
    family=FOUR.family,
    title="Cutthroat Spades, 4 players, 2 jokers",
)


class Greedy(GreedyVectorBot):
    variants = (NAME,)


@pytest.fixture(autouse=True)
def twelfth() -> Iterator[None]:
    with ExitStack() as undone:
        undone.enter_context(patch.dict(registry._variants))
        undone.enter_context(patch.dict(registry._rules))
        add_variant(TWELFTH)
        yield


def test_its_example_a_joker_never_wins() -> None:
    done = program(ARENA, "selfplay", NAME, "--games", "3", "--seed", "1")
    records = [json.loads(line) for line in done.stdout.splitlines()]
    tricks = [trick for record in records for hand in record["hands"] for trick in hand["tricks"]]
    with_jokers = [trick for trick in tricks if {"X1", "X2"} & {*trick["cards"]}]
    assert len(with_jokers) > 10
    for trick in with_jokers:
        won = trick["cards"][(trick["winner"] - trick["leader"]) % 4]
        assert won not in ("X1", "X2")


def test_it_is_listed_and_has_its_variants() -> None:
    assert NAME in program(ARENA, "variants").stdout
    page = program(ARENA, "rules", NAME)
    assert page.returncode == 0, page.stderr
    assert "joker" in page.stdout
    assert [column.name for column in columns_of(find(NAME))] == [column.name for column in columns_of(FOUR.rules)]


def test_it_plays_exports_and_verifies(tmp_path: Path) -> None:
    done = program(ARENA, "selfplay", NAME, "--games", "3", "--seed", "7")
    assert done.returncode == 0, done.stderr
    records = tmp_path / "records.jsonl"
    records.write_text(done.stdout)
    assert {json.loads(line)["variant"] for line in done.stdout.splitlines()} == {NAME}
    checked = program(ARENA, "verify", records)
    assert checked.returncode == 0, checked.stdout + checked.stderr


async def test_it_is_asked_in_columns() -> None:
    claim = claim_of(configure(NAME, options={"format": {"kind": "hands", "count": 2}}), 2, [7] * 4, auto_single=True)
    results = await play_with_kit(claim, Greedy, BotErrors(strict=True))
    assert [result.infractions for result in results] == [[]] * len(results)
    assert results


async def test_its_boards_are_rated(database: str) -> None:
    store = await Store.open(database)
    try:
        house = House(store)
        await house.register("ann", ["a1", "a2", "b1", "b2"])
        instances = [Instance(f"i-{bot}", version, 100, (NAME,), False) for bot, version in house.versions.items()]
        await renew_for_good(store, "g1", "g1:7700", instances)
        await house.tournament(variants=[ask.variant(NAME)], boards=4)
        assert await house.play_out() > 0
        assert await store.ratings.rate() == 4
        assert {row.variant for row in await store.ratings.elo()} == {NAME}
    finally:
        await store.close()


@pytest.mark.parametrize(
    ("name", "number", "said"),
    [
        ("spades-4", 60_001, "taken by spades-4 with number 2; choose"),
        ("spades-9", 65_000, f"taken by {NAME} with number 65000; choose"),
        ("spades", 60_001, "is not a name in spades"),
        ("Spades-9", 60_001, "is not a name in spades"),
        ("spades-9", 0, "give 1 to 65535"),
    ],
)
def test_invalid_variants_are_refused(name: str, number: int, said: str) -> None:
    with pytest.raises(InvalidVariantError, match=said):
        add_variant(replace(TWELFTH, rules=replace(TWELFTH.rules, name=name), number=number))
