from dataclasses import replace
from typing import Any

import pytest

from arena.league.benchmark import BANK_US, MOVE_US, SEED, VERSION, deal_seed
from arena.store import Store
from arena.store.errors import InvalidTournamentError, NotConnectedError, NotYourBotError, QuotaUsedError, StoreError
from arena.store.gates.benchmarks import MAX_ASKED, NewBenchmark
from tests.store.handing_in import hand_in
from tests.store.house import House, claimed, finish, holder_of, token

ASKED = NewBenchmark("a1", variants=("pinochle-single-deck", "spades-4"), boards=3)


@pytest.fixture
async def ann(house: House, store: Store) -> int:
    """The id of a1's owner; a1 and four opponents are connected."""
    await house.register("benchmark", [f"simple-{number}" for number in (1, 2, 3)])
    await house.connect(seats=100)
    principal = await holder_of(store, "ann")
    assert principal.owner_id
    return principal.owner_id


async def test_it_has_the_deals_that_anybody_knows(house: House, store: Store, ann: int) -> None:
    assert await store.tournaments.create_benchmark(ASKED, ann) == "benchmark-1"
    row = await store.tournaments.named("benchmark-1")
    assert (row.state, row.boards, row.pool, row.test_seed) == ("running", 6, "trust", SEED)
    assert (row.root, row.deals, row.formats) == (None, "known", ["hands 1", "hands 1"])
    assert row.bots == ["a1@1", "simple-1@1", "simple-2@1", "simple-3@1"]
    dealt = {}
    while claim := await store.play.claim("w", 60):
        assert (claim.move_us, claim.bank_us, claim.auto_single) == (MOVE_US, BANK_US, True)
        for board in claim.boards:
            dealt[board.seed] = claim.variant
            assert len({tuple(game.players) for game in board.games}) == len(board.games) > 1
        await finish(store, claim)
    assert dealt == {deal_seed(SEED, variant, deal): variant for variant in ASKED.variants for deal in range(3)}
    assert (await store.tournaments.named("benchmark-1")).state == "finished"


async def test_a_void_keeps_its_deal(house: House, store: Store, ann: int) -> None:
    await store.tournaments.create_benchmark(replace(ASKED, variants=("spades-4",), boards=1), ann)
    for _ in range(2):
        claim = await claimed(store)
        (board,) = claim.boards
        assert board.seed == deal_seed(SEED, "spades-4", 0)
        await store.play.void(board.board_id, claim.lease_number, "why")
        await store.play.finish(claim.block_id, claim.lease_number, [])


async def test_a_version_has_it_once_unless_it_is_asked_for_again(house: House, store: Store, ann: int) -> None:
    create = store.tournaments.create_benchmark
    assert await create(ASKED, ann) == "benchmark-1"
    assert await create(replace(ASKED, bot="a1@1", variants=("spades-4", "pinochle-single-deck")), ann) == "benchmark-1"
    assert await create(replace(ASKED, boards=2), ann) == "benchmark-2"
    assert MAX_ASKED == 2
    with pytest.raises(QuotaUsedError, match="2 benchmarks of your bots are under way"):
        await create(replace(ASKED, again=True), ann)
    assert await create(replace(ASKED, again=True), None) == "benchmark-3"
    await store.tournaments.cancel_tournament("benchmark-3")
    assert await create(ASKED, ann) == "benchmark-1"


async def test_a_tournament_is_played_before_a_benchmark(house: House, store: Store, ann: int) -> None:
    await store.tournaments.create_benchmark(ASKED, ann)
    await house.tournament(boards=1)
    claim = await claimed(store)
    assert claim.move_us < MOVE_US


REFUSED: list[tuple[dict[str, Any], type[StoreError], str]] = [
    ({"version": "2027.1"}, InvalidTournamentError, f"this release of the arena has {VERSION}"),
    ({"boards": 201}, InvalidTournamentError, "1 to 200 deals"),
    (
        {"variants": ("bridge",)},
        InvalidTournamentError,
        "variants: 'bridge' is not in the benchmark: give one of spades-3",
    ),
    ({"bot": "b1"}, NotYourBotError, "b1@1 is not yours"),
    ({"bot": "simple-1"}, NotYourBotError, "simple-1@1 is not yours"),
    ({"variants": ("spades-5",)}, InvalidTournamentError, "benchmark has 3 bots, and 4 sit with a1@1"),
    ({"variants": ("spades-3",)}, NotConnectedError, "a benchmark begins when all who sit in it are there"),
]


async def test_invalid_benchmarks_are_refused(store: Store, ann: int) -> None:
    for changed, condition, line in REFUSED:
        with pytest.raises(condition, match=line):
            await store.tournaments.create_benchmark(replace(ASKED, **changed), ann)
    assert not await store.tournaments.page()


async def test_a_bot_that_was_handed_in_comes_once_it_is_to_play(house: House, store: Store, ann: int) -> None:
    house.versions["late"] = version = await store.accounts.register_bot("late", "1", "ann", token("late"))
    await hand_in(store, version)
    asked = replace(ASKED, bot="late", variants=("spades-4",))
    with pytest.raises(NotConnectedError, match="late@1"):
        await store.tournaments.create_benchmark(asked, ann)
    await store.bundles.note_runner()
    assert await store.tournaments.create_benchmark(asked, ann) == "benchmark-1"
    assert [wanted.bot for wanted in await store.bundles.wanted_bundles()] == ["late@1"]


async def test_nobody_adds_to_it(house: House, store: Store, ann: int) -> None:
    await store.tournaments.create_benchmark(ASKED, ann)
    with pytest.raises(StoreError, match="is a benchmark: its deals are those of its definition"):
        await store.tournaments.extend_tournament("benchmark-1", 1)
    with pytest.raises(StoreError, match="is a benchmark: its bots are those that it was made with"):
        await store.tournaments.enter_tournament("benchmark-1", "b1", None)
