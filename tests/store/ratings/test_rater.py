import asyncio
import random

import psycopg

from arena.league.ratings import elo
from arena.store import Store
from arena.store.locks import RATE
from tests import ask
from tests.store.house import House, claimed, counted, execute, finish, results

BOTH = [ask.variant("spades-4"), ask.variant("pinochle-cutthroat")]


async def play_in_any_order(store: Store, rng: random.Random) -> None:
    claims = []
    while (claim := await store.play.claim("w", 60)) is not None:
        claims.append(claim)
        if rng.random() < 0.5:
            done = claims.pop(rng.randrange(len(claims)))
            await finish(store, done)
            await store.ratings.rate()
    for done in claims:
        await finish(store, done)


async def table(store: Store, variant: str) -> dict[int, tuple[float, int]]:
    return {row.version_id: (row.elo, row.boards) for row in await store.ratings.elo(variant)}


async def test_a_finished_tournament_is_folded_in_schedule_order(house: House, store: Store) -> None:
    await house.connect(seats=1000)
    cup = await house.tournament(boards=10, variants=BOTH)
    await play_in_any_order(store, random.Random(1))
    await store.ratings.rate()
    for variant in ("spades-4", "pinochle-cutthroat"):
        ratings: dict[int, float] = {}
        boards = [board for board in await store.play.closed_boards(cup.id) if board.variant == variant]
        for board in boards:
            ratings.update(elo.fold(ratings, board))
        assert {player: row[0] for player, row in (await table(store, variant)).items()} == ratings
    assert not any(row.provisional for row in await store.ratings.elo())
    assert await store.ratings.rate() == 0


async def test_rebuilding_gives_the_same_numbers_bit_for_bit(house: House, store: Store, database: str) -> None:
    await house.connect(seats=1000)
    await asyncio.gather(*(house.tournament(f"cup-{n}", boards=3, variants=BOTH) for n in range(3)))
    await play_in_any_order(store, random.Random(2))
    await store.ratings.rate()
    await house.tournament("later", boards=2, variants=BOTH)
    await play_in_any_order(store, random.Random(3))
    await store.ratings.rate()
    before = await store.ratings.elo()
    assert await store.ratings.rebuild() == (3 * 15 + 10, 0)
    assert await store.ratings.elo() == before
    execute(database, "UPDATE ratings SET elo = elo + 1e-12 WHERE version_id = %s", before[0].version_id)
    assert await store.ratings.rebuild() == (55, 2)
    assert await store.ratings.elo() == before


async def test_a_board_is_in_the_tallies_once_however_it_was_rated(house: House, store: Store) -> None:
    await house.connect(seats=1000)
    one = await house.tournament("one", boards=9, variants=BOTH)
    await play_in_any_order(store, random.Random(4))  # rates provisionally on the way
    await store.ratings.rate()
    two = await house.tournament("two", boards=3, variants=BOTH)
    await play_in_any_order(store, random.Random(5))
    await asyncio.gather(*(store.ratings.rate() for _ in range(3)))
    before = [await store.ratings.tallies_of(cup.id) for cup in (one, two)]
    for cup, tally in zip((one, two), before, strict=True):
        assert tally == {each.variant: await counted(store, cup.name, each.variant) for each in BOTH}
    everything = await store.ratings.tallies()
    assert sum(each.boards for tally in everything.values() for each in tally) == 9 * 5 + 3 * 5
    await store.ratings.rebuild()
    assert [await store.ratings.tallies_of(cup.id) for cup in (one, two)] == before
    assert await store.ratings.tallies() == everything


async def test_a_block_that_is_rated_in_pieces_counts_once(house: House, store: Store) -> None:
    await house.connect(seats=1000)
    variant = ask.variant("spades-4")
    cup = await house.tournament(boards=19, variants=[variant])
    dice = random.Random(6)
    while claim := await store.play.claim("w", 60):
        games = {game.game_id for game in dice.choice(claim.boards).games}  # the other boards were voided
        own = [each for each in results(claim) if each.game_id in games]
        await store.play.finish(claim.block_id, claim.lease_number, own)
        await store.ratings.rate()
        assert (await store.ratings.tallies_of(cup.id)).get("spades-4", []) == await counted(store, "cup", "spades-4")
    (tally,) = await counted(store, "cup", "spades-4")
    assert (tally.boards, tally.blocks, tally.block_boards) == (19, 3, 6**2 + 6**2 + 7**2)
    await store.ratings.rebuild()
    assert await store.ratings.tallies_of(cup.id) == {"spades-4": [tally]}


async def test_the_score_of_a_board_is_that_of_its_games(house: House, store: Store, database: str) -> None:
    await house.connect(seats=1000)
    cup = await house.tournament(boards=3, variants=[*BOTH, ask.variant("pinochle-single-deck")])
    await house.play_out()
    boards = await store.play.closed_boards(cup.id)
    assert len(boards) == 3 * (1 + 4 + 6)
    with psycopg.connect(database) as connection:
        for board in boards:
            games = connection.execute(
                "SELECT seated, ranks, scores FROM games JOIN boards b ON b.id = board_id WHERE number = %s",
                [board.number],
            ).fetchall()
            for i, one in enumerate(board.line_up):
                points = [scores[seated.index(one)] for seated, _, scores in games]
                assert (board.points[i], board.infractions[i]) == (sum(points), 0)
                for j, other in enumerate(board.line_up):
                    ranks = [(ranks[seated.index(one)], ranks[seated.index(other)]) for seated, ranks, _ in games]
                    halves = sum(1 + (mine < theirs) - (mine > theirs) for mine, theirs in ranks)
                    assert i == j or board.half_points(i, j) == halves


async def test_a_running_tournament_moves_provisional_numbers(house: House, store: Store) -> None:
    await house.tournament(boards=20)
    claim = await claimed(store)
    await finish(store, claim)
    assert await store.ratings.rate() == len(claim.boards)
    assert await store.ratings.rate() == 0
    rows = await store.ratings.elo()
    assert all(row.provisional and row.boards == len(claim.boards) for row in rows)
    assert abs(sum(row.elo for row in rows) - 4 * elo.START) < 1e-9
    assert [row.elo for row in rows] == sorted((row.elo for row in rows), reverse=True)
    await house.play_out()
    assert await store.ratings.rate() == 20 - len(claim.boards)
    assert not any(row.provisional for row in await store.ratings.elo())
    assert await store.ratings.rebuild() == (20, 0)


async def test_a_running_tournament_continues_from_ratings_of_a_finished_one(house: House, store: Store) -> None:
    await house.connect(seats=1000)
    await house.tournament("long", boards=30)
    claim = await claimed(store)
    await house.tournament("short", boards=4)
    await finish(store, claim)
    await store.ratings.rate()
    claims = []
    while (other := await store.play.claim("w", 60)) is not None:
        claims.append(other)
    short = next(other for other in claims if len(other.boards) == 4)
    await finish(store, short)
    assert (await store.tournaments.named("short")).state == "finished"
    assert await store.ratings.rate() == 4
    rows = await store.ratings.elo()
    assert all(row.provisional and row.boards == 4 + len(claim.boards) for row in rows)
    assert await store.ratings.rebuild() == (4 + len(claim.boards), 0)
    for other in (other for other in claims if other is not short):
        await finish(store, other)
    await store.ratings.rate()
    assert await store.ratings.rebuild() == (34, 0)


async def test_many_raters_fold_each_board_once(house: House, store: Store) -> None:
    await house.connect(seats=1000)
    await house.tournament(boards=4, variants=BOTH)
    await house.play_out()
    assert sum(await asyncio.gather(*(store.ratings.rate() for _ in range(6)))) == 20
    assert await store.ratings.rebuild() == (20, 0)


async def test_the_sweep_rates_and_counts_what_could_be_claimed(house: House, store: Store) -> None:
    await house.connect(seats=8)
    assert await store.ratings.sweep() == {}
    await house.tournament(boards=24)
    assert await store.ratings.sweep() == {"spades": 3}
    claim = await claimed(store, -1)
    assert await store.ratings.sweep() == {"spades": 1}  # its lease is over; its seats wait for it
    await finish(store, claim)
    assert await store.ratings.sweep() == {"spades": 2}
    assert len(await store.ratings.elo("spades-4")) == 4
    assert await store.ratings.elo("pinochle-cutthroat") == []


async def test_readers_do_not_wait_for_a_long_rebuild(house: House, store: Store, database: str) -> None:
    await house.connect(seats=1000)
    await house.tournament(boards=2)
    await play_in_any_order(store, random.Random(4))
    shown = await store.ratings.elo()
    with psycopg.connect(database) as rebuilding:
        rebuilding.execute("SELECT pg_advisory_xact_lock(%s)", [RATE])
        await house.tournament("next", boards=2)
        await finish(store, await claimed(store))
        store.ratings.patience = 0.0
        await store.ratings.catch_up()
        assert await store.ratings.elo() == shown
    store.ratings.patience = 60.0
    await store.ratings.catch_up()
    assert await store.ratings.elo() != shown
