"""Every board's seed follows from its epoch's secret, whose root is there before anything is played."""

import psycopg
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from arena.league.seeds import epochs
from arena.league.seeds.boards import ATTEMPTS, EpochBoards, Promised, commitment, statement
from arena.league.seeds.merkle import root_by_proof, root_of
from arena.store import Store
from arena.store.errors import InvalidTournamentError
from tests import ask
from tests.store.house import House, claimed, execute, finish, results
from tests.store.tournaments.test_seasons import use_up

CUP = ask.tournament("cup", [ask.variant("spades-4")], ["a1@1", "a2", "b1", "b2"], 2, allow_same_owner=True)
VARIANTS = [ask.variant("pinochle-cutthroat")]
GATE = ask.gate("a2", "a1", VARIANTS, name="cup", fillers=("b1", "b2"), most_boards=40, allow_same_owner=True)
MASTER = "0f" * 32


def promised(database: str) -> dict[int, list[Promised]]:
    """By epoch, as the boards are stored."""
    query = (
        "SELECT k.epoch, b.number, coalesce(b.deal, b.number), v.variant, b.tables_per_board,"
        " ARRAY(SELECT n.bot FROM unnest(b.line_up) WITH ORDINALITY AS p (id, place)"
        "   JOIN named_versions n USING (id) ORDER BY place),"
        " ARRAY(SELECT n.bot FROM unnest(b.sitting) WITH ORDINALITY AS p (id, place)"
        "   JOIN named_versions n USING (id) ORDER BY place)"
        " FROM boards b JOIN blocks k ON k.id = b.block_id"
        " JOIN tournament_variants v ON (v.tournament_id, v.index) = (k.tournament_id, k.variant_index)"
        " ORDER BY b.number"
    )
    by_epoch: dict[int, list[Promised]] = {}
    with psycopg.connect(database) as connection:
        for epoch, *fields in connection.execute(query).fetchall():
            by_epoch.setdefault(epoch, []).append(Promised(*fields))
    return by_epoch


async def check(store: Store, database: str, name: str = "cup") -> list[str]:
    """Check that the published data follows from the secrets; return the epochs' occasions."""
    root = await store.tournaments.root(name)
    assert root.mix is not None
    assert root.schedule_secret is not None
    boards = promised(database)
    commitments = {row.number: row.commitment for row in await store.tournaments.commitments(name)}
    occasions = []
    for row in await store.tournaments.epochs(name):
        assert row.secret is not None
        leaf = epochs.secret_leaf(row.secret)
        assert root_by_proof(leaf, row.index, epochs.SECRETS, row.proof) == root.root
        drawn = EpochBoards(epochs.epoch_seed(root.mix, row.secret, row.index))
        own = boards.pop(row.index)
        assert (row.first, row.boards) == (own[0].number, len(own))
        assert row.root == root_of([drawn.leaf(board) for board in own])
        for board in own:
            assert commitments[board.number] in {commitment(drawn.seed(board.deal, attempt)) for attempt in range(8)}
        occasions.append(row.occasion)
    assert not boards
    return occasions


async def test_all_that_is_added_is_an_epoch(house: House, store: Store, database: str) -> None:
    await house.tournament(boards=2)
    await house.play_out()
    await store.tournaments.extend_tournament("cup", 1)
    await house.register("cat", ["c1"])
    await store.tournaments.enter_tournament("cup", "c1", None)
    await house.connect(seats=4)
    await house.play_out()
    assert await check(store, database) == ["first", "extension", "late entry"]


@pytest.mark.parametrize(("kind", "occasion"), [("swiss", "round"), ("ladder", "batch")])
async def test_so_is_each_round_and_batch(house: House, store: Store, database: str, kind: str, occasion: str) -> None:
    await house.tournament(boards=1, kind=kind, rounds=3)
    for _ in range(3):
        await house.play_out()
        await store.ratings.rate()
        await store.tournaments.draw_rounds()
    assert await check(store, database) == ["first", occasion, occasion]


async def test_two_boards_of_a_gate_s_deal_share_their_seeds(house: House, store: Store, database: str) -> None:
    await house.connect(seats=1000)
    await store.tournaments.create_gate(GATE)
    await house.play_out()
    await store.tournaments.judge_gates()
    assert await check(store, database) == ["deals"]
    seeds = [row.seed for row in await store.tournaments.commitments("cup")]
    assert len(seeds) == 2 * len(set(seeds)) == 40


async def test_a_secret_is_public_when_none_of_its_boards_can_be_played(house: House, store: Store) -> None:
    await house.tournament(boards=2)
    assert [row.secret for row in await store.tournaments.epochs("cup")] == [None]
    await house.play_out()
    await store.tournaments.extend_tournament("cup", 1)
    before, after = await store.tournaments.epochs("cup")
    assert (before.secret is not None, after.secret) == (True, None)
    assert (await store.tournaments.root("cup")).schedule_secret is None
    claim = await claimed(store)
    await store.tournaments.cancel_tournament("cup")
    assert (await store.tournaments.epochs("cup"))[1].secret is None  # somebody is at the table
    await finish(store, claim)
    assert (await store.tournaments.epochs("cup"))[1].secret is not None
    assert (await store.tournaments.root("cup")).schedule_secret is not None


async def test_a_board_has_eight_seeds_and_is_then_cancelled(house: House, store: Store, database: str) -> None:
    await house.tournament(boards=2)
    seeds = []
    for attempt in range(ATTEMPTS):
        claim = await claimed(store)
        board = claim.boards[0]
        assert (board.number, board.attempt) == (0, attempt)
        seeds.append(board.seed)
        await store.play.void(board.board_id, claim.lease_number, "why")
        await store.play.finish(claim.block_id, claim.lease_number, results(claim)[4:] if attempt == 0 else [])
    cup = await store.tournaments.named("cup")
    assert (cup.state, cup.boards, cup.closed, cup.cancelled) == ("finished", 1, 1, 1)
    row = (await store.tournaments.commitments("cup"))[0]
    assert (row.state, row.voided, row.seed) == ("cancelled", ATTEMPTS, None)
    assert [void.commitment for void in row.voids] == [commitment(seed) for seed in seeds]
    assert len(set(seeds)) == ATTEMPTS
    assert await check(store, database) == ["first"]


@pytest.mark.parametrize("way", ["failed", "released", "killed"])
async def test_a_block_ends_with_the_eighth_void_of_its_last_board(
    house: House, store: Store, database: str, way: str
) -> None:
    """Whatever becomes of the worker afterwards; its bots are free for others."""
    await house.tournament(boards=1)
    for _ in range(ATTEMPTS):
        claim = await claimed(store, -1 if way == "killed" else 60)
        await store.play.void(claim.boards[0].board_id, claim.lease_number, "why")
        if way == "failed":
            await store.play.failed(claim.block_id, claim.lease_number, "Traceback")
            execute(database, "UPDATE blocks SET not_before = now()")
        elif way == "released":
            await store.play.release(claim.block_id, claim.lease_number)
    assert await store.play.claim("w", 60) is None
    assert (await store.tournaments.named("cup")).state == "finished"
    assert await check(store, database) == ["first"]
    await house.tournament("next", boards=1)
    assert await house.play_out() == 1


@pytest.mark.parametrize("has_failed", [False, True])
async def test_a_secret_is_published_once_the_sweep_ended_all_blocks(
    house: House, store: Store, database: str, has_failed: bool
) -> None:
    """A claim that began before the tournament was cancelled may end after it; a failed block ends too."""
    await house.tournament(boards=2)
    if has_failed:
        execute(database, "UPDATE blocks SET state = 'failed', traceback = 'Traceback'")
    await store.tournaments.cancel_tournament("cup")
    assert (await store.tournaments.epochs("cup"))[0].secret is None
    await store.ratings.sweep()
    assert (await store.tournaments.epochs("cup"))[0].secret is not None
    assert (await store.tournaments.root("cup")).schedule_secret is not None


async def test_terms_of_line_ups_are_returned_only_on_request(house: House, store: Store) -> None:
    await house.tournament(boards=2)
    await store.tournaments.extend_tournament("cup", 1)
    epochs = [await store.tournaments.epochs("cup", with_terms=each) for each in (False, True)]
    assert [bool(rows[1].terms) for rows in epochs] == [False, True]


async def test_a_gate_goes_on_without_a_board_that_was_voided_too_often(house: House, store: Store) -> None:
    await house.connect(seats=1000)
    await store.tournaments.create_gate(GATE)
    for _ in range(ATTEMPTS):
        claim = await claimed(store)
        (board,) = [each for each in claim.boards if each.number == 0]
        await store.play.void(board.board_id, claim.lease_number, "why")
        await store.play.finish(claim.block_id, claim.lease_number, [])
        while other := await store.play.claim("w", -1):
            if any(each.number == 0 for each in other.boards):
                await store.play.release(other.block_id, other.lease_number)
                break
            await finish(store, other)
    await house.play_out()
    row = await store.tournaments.gate("cup")
    assert (row.judged, row.evidence.deals) == (20, 19)
    assert row.decision == "undecided"
    assert all(each.secret for each in await store.tournaments.epochs("cup"))


async def test_a_given_master_gives_the_same_and_is_used_once(house: House, store: Store) -> None:
    await store.tournaments.create_tournament(ask.changed(CUP, master=MASTER))
    assert (await store.tournaments.named("cup")).root == epochs.secrets_root(bytes.fromhex(MASTER))
    drawn = EpochBoards(epochs.epoch_seed(epochs.mix_of_name("cup"), epochs.secret(bytes.fromhex(MASTER), 0), 0))
    rows = await store.tournaments.commitments("cup")
    assert [row.commitment for row in rows] == [commitment(drawn.seed(number, 0)) for number in range(2)]
    with pytest.raises(InvalidTournamentError, match=r"^master: it was used before"):
        await store.tournaments.create_tournament(ask.changed(CUP, name="again", master=MASTER.upper()))
    for name in ("x", "y"):
        await store.tournaments.create_tournament(ask.changed(CUP, name=name))
    assert len({row.root for row in await store.tournaments.page()}) == 3


async def test_a_test_is_marked_and_left_out_of_official_tables(house: House, store: Store) -> None:
    await house.tournament("test", master="", test_seed="s", boards=2)
    await house.play_out()
    await store.ratings.rate()
    assert (await store.tournaments.root("test")).test_seed == "s"
    assert (await store.ratings.tallies(), await store.ratings.unfitted()) == ({}, {})
    assert {row.pool for row in await store.ratings.elo()} == {"test"}
    assert sum(row.boards for row in await store.ratings.elo()) == 2 * 4
    with pytest.raises(InvalidTournamentError, match=r"^test-seed: it was used before"):
        await store.tournaments.create_tournament(ask.changed(CUP, test_seed="s"))


async def test_roots_are_signed_and_a_new_key_is_vouched_for(house: House, store: Store) -> None:
    old, new = (Ed25519PrivateKey.from_private_bytes(bytes([each]) * 32) for each in (1, 2))
    await house.tournament(boards=1)
    assert await store.tournaments.sign_roots() == 0  # a worker has no key
    assert [row.signature for row in await store.tournaments.epochs("cup")] == [None]
    store.tournaments.keys = (old,)
    await store.tend()
    store.tournaments.keys = (new, old)
    await store.tournaments.extend_tournament("cup", 1)
    assert (await store.tournaments.sign_roots(), await store.tournaments.sign_roots()) == (1, 0)
    root = await store.tournaments.root("cup")
    assert root.mix is not None
    for row, key in zip(await store.tournaments.epochs("cup"), (old, new), strict=True):
        assert row.signer == key.public_key().public_bytes_raw()
        said = statement("cup", root.root, root.mix, row.index, row.root)
        key.public_key().verify(row.signature or b"", said)
    first, second = root.signers
    assert (first.before, second.before) == (None, first.key)
    Ed25519PublicKey.from_public_bytes(first.key).verify(second.voucher or b"", second.key)


async def test_there_are_no_more_epochs_than_secrets(house: House, store: Store, database: str) -> None:
    await house.tournament(boards=1)
    use_up(database)
    with pytest.raises(InvalidTournamentError, match="has been added to 4095 times"):
        await store.tournaments.extend_tournament("cup", 1)


async def test_a_key_that_signed_before_it_was_vouched_for_can_still_be(house: House, store: Store) -> None:
    old, new = (Ed25519PrivateKey.from_private_bytes(bytes([each]) * 32) for each in (1, 2))
    for name, keys in (("one", (old,)), ("two", (new,)), ("three", (new, old)), ("four", (old, new))):
        await house.tournament(name, boards=1)
        store.tournaments.keys = keys
        assert await store.tournaments.sign_roots() == 1
    first, second = (await store.tournaments.root("one")).signers
    assert (first.key, first.before) == (old.public_key().public_bytes_raw(), None)  # an older one needs nobody
    assert second.before == first.key
    Ed25519PublicKey.from_public_bytes(first.key).verify(second.voucher or b"", second.key)
