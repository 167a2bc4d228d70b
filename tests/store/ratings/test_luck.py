import asyncio

import psycopg

from arena.league.findings.luck import DealBaseline, Sums
from arena.store import Store
from arena.store.ratings.findings import Deal
from tests import ask
from tests.store.house import VARIANTS, House, claimed

ALL = [ask.variant(variant) for variant in VARIANTS]
MANY = 1000


async def points_of(deal: Deal) -> int | None:
    return None if deal.variant == "pinochle-single-deck" else sum(deal.seed[:4])


async def test_a_house_bot_plays_boards_once_where_somebody_wants_it(house: House, store: Store, database: str) -> None:
    await house.connect(seats=1000)
    cup = await house.tournament(boards=3, variants=ALL)
    claim = await claimed(store)  # its boards are open: it plays none of them
    await house.play_out()
    assert await store.ratings.deals_for_luck(MANY, 60) == []
    for _ in range(2):
        await store.ratings.want_luck(cup.id)
    first, second = await asyncio.gather(store.ratings.deals_for_luck(5, 60), store.ratings.deals_for_luck(5, 60))
    assert sorted((len(first), len(second))) == [0, 5]
    taken = [*first, *second]
    assert not {deal.board_id for deal in taken} & {board.board_id for board in claim.boards}
    await store.ratings.put_luck({deal.board_id: await points_of(deal) for deal in taken})
    rest = await store.ratings.deals_for_luck(MANY, 60)
    assert len(rest) == 33 - len(claim.boards) - 5
    await store.ratings.put_luck({deal.board_id: await points_of(deal) for deal in rest})
    assert await store.ratings.deals_for_luck(MANY, 60) == []
    await store.ratings.rate()
    rows = await store.ratings.luck(cup.id)
    assert list(rows) == list(VARIANTS)
    assert all(each.waiting == 0 for each in rows.values())
    assert rows["pinochle-single-deck"].sums == []
    assert rows["pinochle-single-deck"].impossible == 18 - len(claim.boards) * (claim.variant == "pinochle-single-deck")
    for variant in ("spades-4", "pinochle-cutthroat"):
        boards = [deal for deal in [*taken, *rest] if deal.variant == variant]
        assert sum(par.boards for par in rows[variant].pars) == len(boards)
        by_hand = sums_by_hand(database, {deal.board_id: sum(deal.seed[:4]) for deal in boards})
        assert (rows[variant].sums, rows[variant].pars) == by_hand


def sums_by_hand(database: str, known: dict[int, int]) -> tuple[list[Sums], list[DealBaseline]]:
    sums: dict[tuple[int, int], list[int]] = {}
    pars: dict[int, list[int]] = {}
    with psycopg.connect(database) as connection:
        for board_id, line_up, points, seed in connection.execute("SELECT id, line_up, points, seed FROM boards"):
            if board_id not in known:
                continue
            q, half = known[board_id], seed[0] % 2
            pars[half] = [old + new for old, new in zip(pars.get(half, [0, 0]), (1, q), strict=True)]
            for player, p in zip(line_up, points, strict=True):
                old = sums.get((player, half), [0] * 6)
                sums[player, half] = [a + b for a, b in zip(old, (1, p, p * p, q, q * q, p * q), strict=True)]
    return (
        [Sums(*key, *numbers) for key, numbers in sorted(sums.items())],
        [DealBaseline(half, *numbers) for half, numbers in sorted(pars.items())],
    )


async def test_a_dead_luck_worker_loses_its_boards(house: House, store: Store) -> None:
    cup = await house.tournament(boards=4)
    await house.play_out()
    await store.ratings.want_luck(cup.id)
    taken = await store.ratings.deals_for_luck(MANY, -1)
    assert len(taken) == 4
    assert await store.ratings.deals_for_luck(MANY, 60) == taken
    for _ in range(2):  # both bring theirs
        await store.ratings.put_luck({deal.board_id: 7 for deal in taken})
    assert (await store.ratings.luck(cup.id))["spades-4"].waiting == 0
