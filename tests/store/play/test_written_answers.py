"""What is left when workers die: their last answers, their seats, and their blocks."""

from arena.store import Store
from arena.store.play.rows import Claim, SpilledAnswers
from tests import ask
from tests.store.house import House, claimed, finish, piece


async def interrupt(store: Store, *claims: Claim) -> None:
    """Let their leases end, as when their worker was killed."""
    async with store.transaction() as connection:
        ids = [claim.block_id for claim in claims]
        await connection.execute("UPDATE blocks SET lease_until = now() WHERE id = ANY (%s)", (ids,))


def seat(claim: Claim, game: int, answers: bytes, gateway: str = "g1:7700") -> SpilledAnswers:
    return SpilledAnswers(claim.boards[0].games[game].seat_ids[0], claim.lease_number, gateway, False, answers, 1, 1)


async def test_the_next_worker_gets_what_was_written_down_last(house: House, store: Store) -> None:
    await house.tournament(boards=1)
    claim = await claimed(store)
    await store.play.spill_answers([seat(claim, 0, b"early"), seat(claim, 1, b"other")])
    await store.play.spill_answers([seat(claim, 0, b"late"), seat(claim, 0, b"elsewhere", "g2:7700")])
    await interrupt(store, claim)
    games = (await claimed(store)).boards[0].games
    (rows,), (others,) = games[0].spilled.values(), games[1].spilled.values()
    assert {(row.answers, row.gateway) for row in rows} == {(b"late", "g1:7700"), (b"elsewhere", "g2:7700")}
    assert [row.answers for row in others] == [b"other"]
    assert games[2].spilled == {}


async def test_a_clean_journal_needs_nothing_that_was_written_down(house: House, store: Store) -> None:
    await house.tournament(boards=1)
    claim = await claimed(store)
    rows = [piece(claim, claim.boards[0].games[game].game_id, 0, b"\x01", clean=game == 0) for game in (0, 1)]
    await store.play.renew("w", [(claim.block_id, claim.lease_number)], rows, 60)
    await store.play.spill_answers([seat(claim, 0, b"a"), seat(claim, 1, b"b")])
    await interrupt(store, claim)
    games = (await claimed(store)).boards[0].games
    assert [list(game.spilled) for game in games[:2]] == [[], [claim.boards[0].games[1].seat_ids[0]]]
    assert [game.journal and game.journal.lease_number for game in games[:2]] == [1, 1]


async def test_interrupted_blocks_go_before_all_others(house: House, store: Store) -> None:
    await house.connect(seats=100)
    await house.tournament("urgent", boards=8, priority=5)
    await house.tournament("other", boards=8)
    urgent, other = await claimed(store), await claimed(store)
    assert urgent.block_id < other.block_id
    await house.tournament("later", boards=8, priority=9)
    await interrupt(store, other)
    assert (await claimed(store)).block_id == other.block_id


async def test_seats_of_an_interrupted_block_wait_for_it(house: House, store: Store) -> None:
    await house.connect(seats=4)
    await house.tournament(boards=8, variants=[ask.variant("spades-4"), ask.variant("pinochle-cutthroat")])
    first = await claimed(store)
    assert first.tables == 4  # all the seats there are
    assert await store.play.claim("w", 60) is None
    await interrupt(store, first)
    again = await claimed(store)
    assert (again.block_id, again.lease_number, again.tables) == (first.block_id, 2, 4)
    await finish(store, again)
    assert await store.play.claim("w", 60) is not None
