from datetime import timedelta

import psycopg
import pytest

from arena.league.seeds.boards import commitment
from arena.store import Store
from arena.store.errors import BadResultError, JournalGapError, LeaseLostError
from arena.store.play.journals import count_actions, first_actions
from tests import ask
from tests.store.house import House, claimed, finish, piece, results

HOUR = timedelta(hours=1)


async def test_an_expired_lease_hands_over_with_its_journal(house: House, store: Store) -> None:
    await house.tournament(boards=2)
    first = await claimed(store, lease=60)
    game = first.boards[0].games[0]
    lease = [(first.block_id, first.lease_number)]
    assert await store.play.renew("w", lease, [piece(first, game.game_id, 0, b"\x01\x82\x01\x03")], 60) == set()
    assert await store.play.renew("w", lease, [piece(first, game.game_id, 3, b"\x04")], -1) == set()
    second = await claimed(store)
    assert (second.block_id, second.lease_number) == (first.block_id, first.lease_number + 1)
    journal = second.boards[0].games[0].journal
    assert journal is not None
    assert (journal.actions, journal.banks, journal.clean) == (b"\x01\x82\x01\x03\x04", [4] * 4, False)
    assert [game.seat_ids for game in second.boards[0].games] == [game.seat_ids for game in first.boards[0].games]
    assert second.boards[0].games[1].journal is None


async def test_an_old_lease_can_do_nothing(house: House, store: Store) -> None:
    await house.tournament(boards=2)
    old = await claimed(store, lease=-1)
    new = await claimed(store)
    game = old.boards[0].games[0].game_id
    row = piece(old, game, 0, b"\x07")
    assert await store.play.renew("w", [(old.block_id, old.lease_number)], [row], 60) == {old.block_id}
    with pytest.raises(LeaseLostError):
        await finish(store, old)
    with pytest.raises(LeaseLostError):
        await store.play.void(old.boards[0].board_id, old.lease_number, "why")
    await store.play.release(old.block_id, old.lease_number)
    await store.play.failed(old.block_id, old.lease_number, "a traceback")
    assert await store.play.claim("w", 60) is None
    await store.play.release(new.block_id, new.lease_number)
    assert (await claimed(store)).boards[0].games[0].journal is None


async def test_a_late_renewal_revives_a_lease_that_nobody_took(house: House, store: Store) -> None:
    await house.tournament(boards=2)
    claim = await claimed(store, lease=-1)
    assert await store.play.renew("w", [(claim.block_id, claim.lease_number)], [], 60) == set()
    assert await store.play.claim("other", 60) is None
    await finish(store, claim)


async def test_renew_returns_only_lost_leases(house: House, store: Store) -> None:
    await house.connect(seats=8)
    await house.tournament(boards=9)
    own, lost = await claimed(store), await claimed(store)
    await store.play.release(lost.block_id, lost.lease_number)
    leases = [(lost.block_id, lost.lease_number), (own.block_id, own.lease_number), (999, 1)]
    game = lost.boards[0].games[0].game_id
    assert await store.play.renew("w", leases, [piece(lost, game, 0, b"\x01")], 60) == {lost.block_id, 999}


async def test_a_journal_is_joined_from_its_pieces(house: House, store: Store) -> None:
    await house.tournament(boards=1)
    claim = await claimed(store)
    lease, game = [(claim.block_id, claim.lease_number)], claim.boards[0].games[0].game_id
    pieces = [
        piece(claim, game, 0, b"\x01"),
        piece(claim, game, 0, b"\x01\x02"),  # sent again, by a worker that kept no charges
        piece(claim, game, 2, b"\x03\x82\x01\x04")._replace(charges=b"\x05\x00\xd1\x0f"),
        piece(claim, game, 4, b"\x05\x06")._replace(charges=b"\x07\x09"),
        piece(claim, game, 6, b"", clean=True),
    ]
    for row in pieces:
        await store.play.renew("w", lease, [row], 60)
    with pytest.raises(JournalGapError):
        await store.play.renew("w", lease, [piece(claim, game, 6, b"\x01"), piece(claim, game, 8, b"\x01")], 60)
    await store.play.release(claim.block_id, claim.lease_number)
    journal = (await claimed(store)).boards[0].games[0].journal
    assert journal is not None
    assert (journal.actions, journal.clean) == (b"\x01\x02\x03\x82\x01\x05\x06", True)
    assert journal.charges == b"\x00\x00\x05\x00\x07\x09"


async def test_rows_for_another_block_s_game_are_dropped(house: House, store: Store) -> None:
    await house.connect(seats=8)
    await house.tournament(boards=9)
    mine, other = await claimed(store), await claimed(store)
    own, theirs = mine.boards[0].games[0].game_id, other.boards[0].games[0].game_id
    rows = [piece(mine, theirs, 0, b"\x01"), piece(mine, own, 0, b"\x02")]
    assert await store.play.renew("w", [(mine.block_id, mine.lease_number)], rows, 60) == set()
    for claim in (mine, other):
        await store.play.release(claim.block_id, claim.lease_number)
    journals = {
        game.game_id: game.journal for _ in range(2) for board in (await claimed(store)).boards for game in board.games
    }
    journal = journals[own]
    assert journal is not None
    assert journal.actions == b"\x02"
    assert journals[theirs] is None


def test_varints_are_counted_by_their_last_bytes() -> None:
    assert count_actions(b"\x01\x82\x01\x80\x80\x01") == 3
    assert first_actions(b"\x01\x82\x01\x80\x80\x01", 2) == b"\x01\x82\x01"
    with pytest.raises(JournalGapError):
        first_actions(b"\x01", 2)


async def test_release_keeps_attempts_and_failure_does_not(house: House, store: Store, database: str) -> None:
    store.play.attempt_limit = 2
    await house.tournament(boards=2)
    for _ in range(5):
        claim = await claimed(store)
        await store.play.release(claim.block_id, claim.lease_number)
    claim = await claimed(store)
    await store.play.failed(claim.block_id, claim.lease_number, "Traceback: first")
    with psycopg.connect(database, autocommit=True) as connection:
        until = "UPDATE blocks SET not_before = not_before + %s WHERE not_before > '-infinity' RETURNING true"
        assert connection.execute(until, (HOUR,)).fetchall() == [(True,)]
        assert await store.play.claim("w", 60) is None  # it waits, usually for a little
        connection.execute(until, (-HOUR,))
    while (again := await store.play.claim("w", 60)) is None:
        pass
    await store.play.failed(again.block_id, again.lease_number, "Traceback: second")
    assert await store.play.claim("w", 60) is None
    progress = await store.tournaments.progress("cup")
    assert (progress.state, progress.failed) == ("running", 2)


async def test_workers_that_die_again_and_again_fail_a_block(house: House, store: Store) -> None:
    store.play.attempt_limit = 3
    await house.tournament(boards=2)
    for _ in range(3):
        await claimed(store, lease=-1)
    assert await store.play.claim("w", 60) is None
    assert (await store.tournaments.progress("cup")).failed == 2


async def read_voids(store: Store, number: int) -> list[tuple[bytes, bytes | None, str]]:
    """What everybody reads of the promises that a board was voided under."""
    return [
        (void.commitment, void.seed, void.reason) for void in (await store.tournaments.commitments("cup"))[number].voids
    ]


async def test_a_voided_board_gets_a_new_seed_and_is_claimed_again(house: House, store: Store) -> None:
    before = await house.tournament(boards=2)
    claim = await claimed(store)
    bad, good = claim.boards
    lease = [(claim.block_id, claim.lease_number)]
    await store.play.renew("w", lease, [piece(claim, bad.games[0].game_id, 0, b"\x01")], 60)
    promised = (await store.tournaments.commitments("cup"))[bad.number].commitment
    await store.play.void(bad.board_id, claim.lease_number, "why")
    await store.play.void(bad.board_id, claim.lease_number, "again")
    assert await read_voids(store, bad.number) == [(promised, None, "why")]
    # a journal row that was on its way is dropped with the games
    assert await store.play.renew("w", lease, [piece(claim, bad.games[0].game_id, 1, b"\x01")], 60) == set()
    games = results(claim)
    with pytest.raises(BadResultError):
        await store.play.finish(claim.block_id, claim.lease_number, games)
    await store.play.finish(claim.block_id, claim.lease_number, games[4:])
    assert (await store.tournaments.named("cup")).closed == 1
    again = await claimed(store)
    (board,) = again.boards
    assert (board.board_id, board.attempt) == (bad.board_id, 1)
    assert board.seed not in (bad.seed, good.seed)
    assert board.games[0].journal is None
    assert not {game.game_id for game in board.games} & {game.game_id for game in bad.games}
    await finish(store, again)
    assert (await store.tournaments.named("cup")).state == "finished"
    assert [row.voided for row in await store.tournaments.commitments("cup")] == [1, 0]
    assert await read_voids(store, bad.number) == [(promised, bad.seed, "why")]
    assert promised == commitment(bad.seed)
    assert before.boards == len(await store.play.closed_boards(before.id))


async def test_a_board_that_is_closed_is_voided_no_more(house: House, store: Store) -> None:
    cup = await house.tournament(boards=2)
    claim = await claimed(store)
    bad, good = claim.boards
    await store.play.void(bad.board_id, claim.lease_number, "why")
    await store.play.finish(claim.block_id, claim.lease_number, results(claim)[4:])
    before = [game async for game in store.play.stored_games("cup")], await store.play.closed_boards(cup.id)
    assert [len(each) for each in before] == [4, 1]
    again = await claimed(store)
    assert again.block_id == claim.block_id
    await store.play.void(good.board_id, again.lease_number, "too late")
    assert ([game async for game in store.play.stored_games("cup")], await store.play.closed_boards(cup.id)) == before
    assert await read_voids(store, good.number) == []


async def test_a_block_of_another_tournament_is_left_alone(house: House, store: Store) -> None:
    await house.tournament("one", boards=1)
    await house.tournament("two", boards=1, variants=[ask.variant("pinochle-cutthroat")])
    first = await claimed(store)
    second = await claimed(store)
    with pytest.raises(BadResultError):
        await store.play.finish(first.block_id, first.lease_number, results(second))
    with pytest.raises(LeaseLostError):
        await store.play.void(second.boards[0].board_id, 99, "why")
