"""Live Elo is of one variant, rules revision, pool and format: boards of another move none of it."""

from arena.league.ratings import elo
from arena.store import Store
from tests import ask
from tests.store.house import House

SPADES = "spades-4"
SHORT = ask.variant(SPADES, options={"format": {"kind": "hands", "count": 2}})
CUPS = {"usual": (ask.variant(SPADES), ""), "short": (SHORT, ""), "test": (ask.variant(SPADES), "t")}


async def play_cups(house: House) -> None:
    for name, (variant, seed) in CUPS.items():
        new = ask.tournament(name, [variant], list(house.versions), 3, allow_same_owner=True, test_seed=seed)
        await house.store.tournaments.create_tournament(new)
        await house.store.tournaments.start_tournament(name)
        await house.play_out()
    await house.store.ratings.rate()


async def folded(store: Store, *names: str) -> dict[int, float]:
    ratings: dict[int, float] = {}
    for name in names:
        for board in await store.play.closed_boards((await store.tournaments.named(name)).id):
            ratings.update(elo.fold(ratings, board))
    return ratings


async def tables(store: Store) -> dict[tuple[str, str], dict[int, float]]:
    ratings: dict[tuple[str, str], dict[int, float]] = {}
    for row in await store.ratings.elo():
        ratings.setdefault((row.pool, row.format), {})[row.version_id] = row.elo
    return ratings


async def test_a_board_moves_numbers_of_its_own_scale_alone(house: House, store: Store) -> None:
    await house.connect(seats=100)
    await play_cups(house)
    ratings = await tables(store)
    assert ratings == {
        ("trust", "hands 4"): await folded(store, "usual"),
        ("trust", "hands 2"): await folded(store, "short"),
        ("test", "hands 4"): await folded(store, "test"),
    }
    assert await store.ratings.rebuild() == (9, 0)
    assert await tables(store) == ratings
    for pool, form in ratings:
        receipt = await store.ratings.elo_receipt(SPADES, "a1", (0, -1), 100, pool, form)
        assert (receipt.scale.pool, receipt.scale.format, len(receipt.page)) == (pool, form, 3)
        assert receipt.page[-1].entry.after == receipt.elo == ratings[pool, form][receipt.version_id]


async def test_pages_of_tables_go_on_behind_a_scale(house: House, store: Store) -> None:
    await house.connect(seats=100)
    await play_cups(house)
    every = await store.ratings.elo()
    first = await store.ratings.elo(limit=1)
    assert {(row.pool, row.format) for row in first} == {("test", "hands 4")}
    rest = await store.ratings.elo(limit=5, after=(await store.ratings.scales_of(3))[SPADES])
    assert [*first, *rest] == every
