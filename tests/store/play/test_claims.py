import asyncio
from collections import Counter
from datetime import datetime, timedelta

import psycopg

from arena.league.pairs import seat_order
from arena.store import Store
from arena.store.database import run
from arena.store.play.rows import Claim
from tests import ask
from tests.store.house import House, claimed, finish, results
from tests.store.submitting import submit_bot

BOTH = [ask.variant("spades-4"), ask.variant("pinochle-cutthroat")]


async def test_nothing_is_claimed_before_the_start_or_without_bots(house: House, store: Store) -> None:
    assert await store.play.claim("w", 60) is None
    await house.tournament()
    await house.connect(seats=4, bots=["a1", "a2", "b1"])
    assert await store.play.claim("w", 60) is None
    assert (await store.tournaments.progress("cup")).offline == ["b2@1"]
    await house.connect(seats=4)
    assert (await store.tournaments.progress("cup")).offline == []
    assert await store.play.claim("w", 60) is not None


async def test_nobody_waits_for_submitted_bots_while_a_runner_lives(house: House, store: Store) -> None:
    await house.tournament()
    await house.connect(seats=4, bots=["a1"])
    for version_id in house.versions.values():
        await submit_bot(store, version_id)
    assert (await store.tournaments.progress("cup")).offline == ["a2@1", "b1@1", "b2@1"]
    await store.bundles.note_runner()
    assert (await store.tournaments.progress("cup")).offline == []


async def test_a_claim_holds_boards_games_and_seats(house: House, store: Store) -> None:
    await house.tournament(boards=8)
    claim = await claimed(store)
    assert (claim.variant, claim.lease_number, claim.tables) == ("spades-4", 1, 4)
    assert claim.options["format"] == {"kind": "hands", "count": 4}
    assert [board.number for board in claim.boards] == list(range(8))
    seat_ids = [seat for board in claim.boards for game in board.games for seat in game.seat_ids]
    assert len(set(seat_ids)) == 8 * 4 * 4
    assert all(0 < seat < 2**63 for seat in seat_ids)
    for board in claim.boards:
        line_up = board.games[0].players
        assert [game.rotation for game in board.games] == [0, 1, 2, 3]
        for game in board.games:
            assert game.players == seat_order(line_up, 4, game.rotation)
            assert game.journal is None
    progress = await store.tournaments.progress("cup")
    assert (progress.playing, progress.closed, progress.boards) == (8, 0, 8)


async def test_a_claim_says_whether_a_bot_is_asked_in_columns(house: House, store: Store) -> None:
    await house.connect(seats=4, bots=["a1", "a2", "b1"])
    await house.connect(seats=4, bots=["b2"], gateway="g2")
    await house.tournament(boards=16)
    claim = await claimed(store)
    assert not claim.columnar
    await finish(store, claim)
    await house.connect(seats=4, bots=["b2"], gateway="g2", columnar=True)
    claim = await claimed(store)
    assert claim.columnar


def test_rotation_puts_player_j_at_seat_j_plus_r() -> None:
    assert seat_order([7, 8, 9], 3, 0) == [7, 8, 9]
    assert seat_order([7, 8, 9], 3, 1) == [9, 7, 8]


def test_partners_sit_across_both_ways_round() -> None:
    assert [seat_order([7, 8, 7, 8], 2, rotation) for rotation in (0, 1)] == [[7, 8, 7, 8], [8, 7, 8, 7]]
    assert [seat_order([1, 3, 2, 4], 2, rotation) for rotation in (0, 1)] == [[1, 3, 2, 4], [3, 1, 4, 2]]


async def test_two_bots_are_a_line_up_where_partners_play(house: House, store: Store) -> None:
    cup = await house.tournament(boards=2, variants=[ask.variant("pinochle-single-deck")])
    assert (cup.boards, cup.games) == (6 * 2, 6 * 2 * 2)
    claim = await claimed(store)
    assert (claim.tables, claim.options["format"]) == (2, {"kind": "hands", "count": 4})
    for board in claim.boards:
        first, second = board.games[0].players[:2]
        assert [game.players for game in board.games] == [[first, second] * 2, [second, first] * 2]
        assert all(len(set(game.seat_ids)) == 4 for game in board.games)
    await finish(store, claim)
    await house.play_out()
    assert (await store.tournaments.named("cup")).state == "finished"
    boards = await store.play.closed_boards(cup.id)
    assert len(boards) == 12
    assert all(len(board.line_up) == 2 * len(board.halves) == 2 for board in boards)
    await store.ratings.rate()
    assert len(await store.ratings.elo("pinochle-single-deck")) == 4
    games = [game async for game in store.play.stored_games("cup")]
    assert all(game.seats[:2] == game.seats[2:] and len(set(game.seats)) == 2 for game in games)


async def test_partners_need_two_seats_of_their_bot_at_a_table(house: House, store: Store) -> None:
    await house.connect(seats=5)
    await house.tournament(boards=4, variants=[ask.variant("pinochle-single-deck")])
    claims = [claim for claim in [await store.play.claim("w", 60) for _ in range(9)] if claim]
    assert [claim.tables for claim in claims] == [2, 2]
    assert not {*claims[0].boards[0].games[0].players} & {*claims[1].boards[0].games[0].players}


async def test_a_bot_with_one_seat_is_offline_for_partners_and_keeps_nobody_waiting(house: House, store: Store) -> None:
    await house.tournament("partners", boards=2, variants=[ask.variant("pinochle-single-deck")])
    await house.tournament("alone", boards=2)
    await house.connect(seats=1)
    assert (await claimed(store)).variant == "spades-4"
    assert (await store.tournaments.progress("partners")).offline == ["a1@1", "a2@1", "b1@1", "b2@1"]
    assert (await store.tournaments.progress("alone")).offline == []


async def claimable(store: Store, block_id: int, left: str) -> int | None:
    """Return the block that is claimable when the lease of *block_id* has *left*."""
    async with store.transaction() as connection:
        await connection.execute("UPDATE gateways SET seen = now()")  # however long this test has taken
        query = "UPDATE blocks SET lease_until = now() + %s::interval WHERE id = %s"
        await connection.execute(query, (left, block_id))
        row = await (await run(connection, "lock_claimable", passed=[], families=None)).fetchone()
        await connection.rollback()
    return None if row is None else int(row[0])


async def test_a_lease_keeps_its_block_to_its_last_moment(house: House, store: Store) -> None:
    await house.connect(seats=1000)
    await house.tournament(boards=8)
    claim = await claimed(store)
    lefts = ("5 seconds", "1 microsecond", "0", "-1 second")
    assert [await claimable(store, claim.block_id, left) for left in lefts] == [None, None, *[claim.block_id] * 2]


async def test_a_lease_keeps_its_seats_for_its_block_a_minute_longer(house: House, store: Store) -> None:
    await house.tournament("older", boards=8)
    claim = await claimed(store)
    assert claim.tables == 4  # all seats there are
    await store.tournaments.pause_tournament("older")  # its block itself is not to be had
    await house.tournament("other", boards=8)
    lefts = ("5 seconds", "0", "-59 seconds", "-1 minute")
    counts = [await claimable(store, claim.block_id, left) for left in lefts]
    assert counts[:3] == [None, None, None]
    assert counts[3] is not None
    assert counts[3] != claim.block_id


async def test_a_lease_lasts_as_long_as_was_asked(house: House, store: Store, database: str) -> None:
    await house.tournament(boards=8)
    with psycopg.connect(database, autocommit=True) as connection:

        def read(query: str) -> datetime:
            (value,) = connection.execute(query).fetchone() or (None,)
            assert isinstance(value, datetime)
            return value

        claim: Claim | None = None
        for lease in (60, 90):
            before = read("SELECT clock_timestamp()")
            if claim is None:
                claim = await claimed(store, lease)
            else:
                assert await store.play.renew("w", [(claim.block_id, claim.lease_number)], [], lease) == set()
            began = read("SELECT lease_until FROM blocks WHERE state = 'leased'") - timedelta(seconds=lease)
            assert before <= began <= read("SELECT clock_timestamp()")


async def test_seats_are_counted_over_variants_and_given_back(house: House, store: Store) -> None:
    await house.connect(seats=3)
    await house.tournament(boards=2, variants=BOTH)
    claims = [claim for claim in [await store.play.claim("w", 60) for _ in range(9)] if claim]
    seats: Counter[int] = Counter()
    for claim in claims:
        seats.update(dict.fromkeys(claim.boards[0].games[0].players, claim.tables))
    assert max(seats.values()) == 3
    assert len(claims) < 5
    await store.play.finish(claims[0].block_id, claims[0].lease_number, results(claims[0]))
    assert await store.play.claim("w", 60) is not None


async def test_two_instances_add_up_and_one_that_moved_counts_once(house: House, store: Store) -> None:
    await house.tournament(boards=8)
    await house.connect(seats=4, gateway="g2")
    assert (await claimed(store)).tables == 4


async def test_claims_never_overlap(house: House, store: Store) -> None:
    await house.connect(seats=1000)
    await house.tournament(boards=16, variants=BOTH)

    async def take(worker: int) -> list[Claim]:
        taken = []
        while claim := await store.play.claim(f"w{worker}", 60):
            taken.append(claim)
        return taken

    claims = [claim for some in await asyncio.gather(*(take(n) for n in range(16))) for claim in some]
    boards = [board.board_id for claim in claims for board in claim.boards]
    assert len(boards) == len(set(boards)) == 5 * 16
    assert len({claim.block_id for claim in claims}) == len(claims) == 10


async def test_claims_at_once_never_take_more_seats_than_there_are(house: House, store: Store, database: str) -> None:
    await house.connect(seats=5)
    await house.tournament(boards=24, variants=BOTH)
    taken = [claim for claim in await asyncio.gather(*(store.play.claim(f"w{n}", 60) for n in range(12))) if claim]
    assert taken
    with psycopg.connect(database) as connection:
        most = connection.execute("SELECT max(n) FROM (SELECT sum(seats) AS n FROM block_seats GROUP BY version_id) x")
        assert most.fetchone() == (5,)


async def test_every_block_is_played_and_the_tournament_ends(house: House, store: Store) -> None:
    await house.tournament(boards=10, variants=BOTH)
    done = await asyncio.gather(*(house.play_out(f"w{n}") for n in range(6)))
    await house.play_out()
    assert sum(done) <= 10
    ended = await store.tournaments.named("cup")
    assert (ended.state, ended.boards, ended.closed, ended.games) == ("finished", 50, 50, 10 * 4 + 40 * 3)


async def test_a_block_that_was_passed_over_for_a_minute_keeps_seats_for_itself(
    house: House, store: Store, database: str
) -> None:
    await house.register("cyd", ["c1", "c2"])
    await house.connect(seats=1)
    # two blocks a line-up; one seat a bot: two line-ups without a bot in common can be played at once
    await house.tournament(boards=9, variants=[ask.variant("pinochle-cutthroat")])
    first, second = await claimed(store), await claimed(store)
    assert await store.play.claim("w", 60) is None
    with psycopg.connect(database, autocommit=True) as connection:
        noted = connection.execute("SELECT id FROM blocks WHERE passed_since IS NOT NULL").fetchall()
        assert [first.block_id < block < second.block_id for (block,) in noted] == [True]
        await finish(store, first)
        again = await claimed(store)  # the other block of the first line-up: the one passed over still waits for seats
        assert again.block_id > second.block_id
        connection.execute(
            "UPDATE blocks SET passed_since = now() - interval '2 minutes' WHERE passed_since IS NOT NULL"
        )
    await store.play.release(again.block_id, again.lease_number)
    assert await store.play.claim("w", 60) is None
    await finish(store, second)
    patient = await claimed(store)
    assert (patient.block_id,) == noted[0]
