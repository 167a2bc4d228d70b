"""Columnar bots play the games that bots in rows play.

From the worker's service through a real gateway: the same games, faults and times as asked in rows.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace

import pytest

import workers.play.lease
import workers.process.service
from arena.gateway.seats import homes
from arena.gateway.seats.clock import limit_us
from arena.gateway.server import Gateway, Reached
from arena.rules import VARIANTS, Rules, configure, find, replay, unpack
from arena.store.play.journals import Piece, joined
from arena.store.play.rows import Claim, GameResult, HeldSeat, Journal, JournalRow
from tests.bench.turns.store import NoStore
from tests.gateway.clients import SECRET, until
from tests.gateway.few_tokens import FewTokens
from tests.gateway.serving import serving
from tests.gateway.standing import StandingClock
from tests.workers.both_ways import Asked, OneBlock, Player, Policy, claim_of, connected, lowest
from workers.process.service import Service
from workers.process.settings import Settings

ILLEGAL = 51


def rules_of(variant: str = "spades-4", hands: int = 2) -> Rules:
    return configure(variant, options={"format": {"kind": "hands", "count": hands}})


def gateway(
    grace: float = 30.0, clock: StandingClock | None = None, hand_over: float = 0
) -> AbstractAsyncContextManager[tuple[Gateway, Reached]]:
    return serving(FewTokens(), grace, clock, hand_over=hand_over)


@asynccontextmanager
async def worker(reached: Reached, *claims: Claim) -> AsyncIterator[tuple[Service, OneBlock]]:
    store = OneBlock(reached.workers, *claims)
    service = Service.over(Settings("", SECRET, 10.0, "w"), NoStore(store), lambda count, families: None)
    try:
        yield service, store
    finally:
        await service.close()


async def played(claim: Claim, players: dict[int, Player]) -> list[GameResult]:
    """Play the block with *players*, by version id; return its results."""
    return (await store_after(claim, players)).results


async def store_after(claim: Claim, players: dict[int, Player]) -> OneBlock:
    """Play the block at one gateway with *players*, by version id; return what was stored."""
    async with gateway() as (_, reached):
        connections = [connected(player, reached.bots, version) for version, player in players.items()]
        for connection in connections:
            await connection.__aenter__()
        async with worker(reached, claim) as (service, store):
            await service.play_block()
        for connection in connections:
            await connection.__aexit__(None, None, None)
    return store


async def both_ways(claim: Claim, policy: Policy) -> tuple[list[GameResult], list[GameResult]]:
    """Play the block in rows and in columns; return both results.

    By a bot that is asked in rows, and by one that is asked in columns.
    """
    rows, columns = (Player(claim.variant, policy, columnar) for columnar in (False, True))
    results = await played(claim, {7: rows}), await played(claim, {7: columns})
    assert rows.asked == columns.asked
    assert columns.updates.keys() <= {"start", "game_over"}
    return results


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("auto_single", [False, True])
async def test_a_bot_plays_the_same_games_in_rows_and_in_columns(variant: str, auto_single: bool) -> None:
    seats = [7] * find(variant).seats
    rows, columns = await both_ways(claim_of(rules_of(variant), 3, seats, auto_single), lowest)
    assert len(rows) == 3
    assert rows == columns
    assert not any(result.infractions for result in rows)


async def test_illegal_answers_are_asked_again_and_count_as_in_rows() -> None:
    def clumsy(asked: Asked) -> int:
        wrong = asked.number % 5 == 0 and asked.attempt < asked.number // 5
        return ILLEGAL if wrong and not asked.legal.allows(ILLEGAL) else lowest(asked)

    rows, columns = await both_ways(claim_of(rules_of(), 3, [7] * 4), clumsy)
    assert rows == columns
    assert {entry["reason"] for entry in rows[0].infractions} == {"illegal"}


async def test_a_table_of_both_forms_plays_on() -> None:
    claim = claim_of(rules_of(), 3, [7, 8, 7, 8])
    players = {7: Player("spades-4", lowest, columnar=True), 8: Player("spades-4", lowest, columnar=False)}
    assert await played(claim, players) == await played(claim, {v: Player("spades-4", lowest, False) for v in (7, 8)})
    assert players[8].updates["turn"] > 0


@pytest.mark.parametrize("auto_single", [False, True])
async def test_what_was_charged_for_a_batch_is_told_from_what_was_for_a_row(auto_single: bool) -> None:
    claim = claim_of(rules_of(), 3, [7, 8, 7, 8], auto_single)
    players = {7: Player("spades-4", lowest, columnar=True), 8: Player("spades-4", lowest, columnar=False)}
    store = await store_after(claim, players)
    for result in store.results:
        asked = dict.fromkeys((7, 8), 0)
        decided = replay(rules_of(), bytes([result.game_id]) * 32, unpack(result.actions)).hands
        seats = [seat for hand in decided for seat, _, _ in hand.decisions()]
        for seat, charge in zip(seats, store.charges[result.game_id], strict=True):
            version = result.players_by_seat[seat]
            asked[version] += charge is not None
            assert charge is None or charge.in_batch == (version == 7)
        for version, count in asked.items():
            own = zip(result.players_by_seat, result.play, strict=True)
            assert count == sum(seat.asked for player, seat in own if player == version)
        assert (sum(asked.values()) == len(seats)) == (not auto_single)


async def test_two_columnar_processes_at_one_table() -> None:
    claim = claim_of(rules_of(), 4, [7, 7, 8, 8])
    players = {version: Player("spades-4", lowest, columnar=True) for version in (7, 8)}
    assert await played(claim, players) == await played(claim, {v: Player("spades-4", lowest, False) for v in (7, 8)})


async def test_a_batch_that_nobody_answers_costs_each_of_its_rows_a_timeout() -> None:
    player = Player("spades-4", lowest, columnar=True, silent=True)
    claim = claim_of(rules_of(hands=1), 2, [7] * 4, auto_single=True, move_us=1000, bank_us=2000)
    clock = StandingClock()
    async with (
        gateway(clock=clock) as (_, reached),
        connected(player, reached.bots),
        worker(reached, claim) as (service, store),
    ):
        playing = asyncio.create_task(service.play_block())
        await until(lambda: len(player.asked) >= 2)
        player.silent = False
        clock.run(limit_us(1000, 2000) + 1)
        await playing
    reasons = [entry["reason"] for result in store.results for entry in result.infractions]
    assert reasons == ["timeout"] * 2


async def test_a_stream_that_breaks_gets_its_batches_again_and_loses_nothing() -> None:
    claim = claim_of(rules_of(), 3, [7] * 4)
    undisturbed = await played(claim, {7: Player("spades-4", lowest, columnar=True)})
    player = Player("spades-4", lowest, columnar=True, silent_after=30)
    async with gateway() as (serving, reached), worker(reached, claim) as (service, store):
        async with connected(player, reached.bots):
            playing = asyncio.create_task(service.play_block())
            await until(lambda: len(player.asked) > 30)
        await until(lambda: not serving.hub.connected)
        player.silent = False
        async with connected(player, reached.bots):
            await playing
    assert store.results == undisturbed
    assert player.updates["resume"] == 12


async def test_seats_move_to_another_columnar_process() -> None:
    claim = claim_of(rules_of(), 3, [7] * 4)
    undisturbed = await played(claim, {7: Player("spades-4", lowest, columnar=True)})
    player = Player("spades-4", lowest, columnar=True, silent_after=30)
    other = Player("spades-4", lowest, columnar=True)
    async with gateway() as (serving, reached), worker(reached, claim) as (service, store):
        async with connected(player, reached.bots):
            playing = asyncio.create_task(service.play_block())
            await until(lambda: len(player.asked) > 30)
        await until(lambda: not serving.hub.connected)
        async with connected(other, reached.bots):
            await playing
    assert store.results == undisturbed
    assert other.updates["resume"] == 12


async def test_seats_follow_their_bot_to_another_gateway_with_the_time_they_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(homes, "REHOME_US", 100_000)
    monkeypatch.setattr(homes, "SAY_AWAY_US", 100_000)
    claim = claim_of(rules_of(), 3, [7] * 4)
    undisturbed = await played(claim, {7: Player("spades-4", lowest, columnar=True)})
    player = Player("spades-4", lowest, columnar=True, silent_after=30)
    async with gateway() as (old, reached), gateway() as (_, other), worker(reached, claim) as (service, store):
        async with connected(player, reached.bots):
            playing = asyncio.create_task(service.play_block())
            await until(lambda: len(player.asked) > 30)
        await until(lambda: not old.hub.connected)
        store.addresses = [other.workers]
        player.silent = False
        async with connected(player, other.bots):
            await playing
        assert not old.hub.seats
    assert store.results == undisturbed
    assert player.updates["resume"] == 12


async def test_a_bot_that_is_nowhere_loses_no_time_to_think_by_that(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(homes, "REHOME_US", 100_000)
    monkeypatch.setattr(homes, "SAY_AWAY_US", 100_000)
    player = Player("spades-4", lowest, columnar=True, silent_after=30)
    claim = claim_of(rules_of(hands=1), 3, [7] * 4, move_us=100_000, bank_us=400_000)
    async with gateway() as (serving, reached), worker(reached, claim) as (service, store):
        async with connected(player, reached.bots):
            playing = asyncio.create_task(service.play_block())
            await until(lambda: len(player.asked) > 30)
        await until(lambda: not serving.hub.connected)
        (block,) = service._leases.blocks
        await until(lambda: all(game.ledger.infractions for game in block.games.values()))
        player.silent = False
        async with connected(player, reached.bots):
            await playing
    for result in store.results:
        assert {entry["reason"] for entry in result.infractions} == {"timeout"}


async def test_after_the_grace_the_fallback_plays_on() -> None:
    player = Player("spades-4", lowest, columnar=True, silent_after=30)
    claim = claim_of(rules_of(), 3, [7] * 4)
    async with gateway(grace=0.3) as (_, reached), worker(reached, claim) as (service, store):
        async with connected(player, reached.bots):
            playing = asyncio.create_task(service.play_block())
            await until(lambda: len(player.asked) > 30)
        await playing
    for result in store.results:
        assert [entry["reason"] for entry in result.infractions] == ["disconnected"] * 4


@pytest.mark.parametrize("columnar", [False, True])
async def test_one_wake_up_plays_all_blocks_that_there_are_seats_for(columnar: bool) -> None:
    player = Player("spades-4", lowest, columnar)
    whole = claim_of(rules_of(), 6, [7] * 4)
    claims = [replace(whole, block_id=each.board_id, boards=[each], columnar=columnar) for each in whole.boards]
    async with (
        gateway() as (serving, reached),
        connected(player, reached.bots),
        worker(reached, *claims) as (service, store),
    ):
        player.may_answer.clear()
        playing = asyncio.create_task(service.play_block())
        await until(lambda: len(serving.hub.seats) == 24)
        player.may_answer.set()
        await playing
        await until(lambda: len(store.results) == 6)
    assert not store.owed


async def test_a_block_that_is_lost_leaves_nobody_to_hear_of_its_seats() -> None:
    player = Player("spades-4", lowest, columnar=True, silent_after=30)
    claim = claim_of(rules_of(hands=50), 3, [7] * 4)
    async with gateway() as (_, reached), connected(player, reached.bots), worker(reached, claim) as (service, store):
        playing = asyncio.create_task(service.play_block())
        await until(lambda: len(player.asked) > 30)
        queues = service._links.to(reached.workers).queues
        assert len(queues.seats) == 12
        for block in service._leases.blocks:
            block.stop(lease_lost=True)
        await playing
        assert not queues.seats
    assert not store.results


async def test_a_killed_workers_games_go_on_where_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers.play.lease, "EVERY", 0.05)
    claim = claim_of(rules_of(hands=4), 3, [7] * 4)
    undisturbed = await played(claim, {7: Player("spades-4", lowest, columnar=True)})
    player = Player("spades-4", lowest, columnar=True, silent_after=200)
    async with gateway() as (_, reached), connected(player, reached.bots):
        async with worker(reached, claim) as (service, store):
            playing = asyncio.create_task(service.play_block())
            await until(lambda: player.silent and bool(store.journals))
            await service._links.stop()
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
        player.silent = False
        journals = {game: journal_of(rows) for game, rows in store.journals.items()}
        heir_claim = claim_of(rules_of(hands=4), 3, [7] * 4, token=2, journals=journals)
        async with worker(reached, heir_claim) as (heir, heirs_store):
            await heir.play_block()
    assert heirs_store.results == undisturbed
    assert sum(times > 1 for times in player.asked.values()) <= 3  # what was open is put once more


async def all_is_marked(service: Service, reached: Reached) -> None:
    """Wait until the gateway may forget all that was answered."""
    queues = service._links.to(reached.workers).queues
    await until(lambda: queues.read == queues.marked)


async def gone_on_with(
    reached: Reached, claim: Claim, before: OneBlock, held: Sequence[HeldSeat] = ()
) -> list[GameResult]:
    """Return the results of another worker that goes on.

    It goes on with *claim* from the journals of *before*, and what gateways wrote down.
    """
    journals = {game: journal_of(rows) for game, rows in before.journals.items()}
    rows = {seat_id: [each] for each in held for seat_id in [each.seat_id]}
    boards = [
        replace(board, games=[replace(game, journal=journals[game.game_id], held=rows) for game in board.games])
        for board in claim.boards
    ]
    async with worker(reached, replace(claim, token=2, boards=boards)) as (heir, store):
        await heir.play_block()
    return store.results


async def test_an_illegal_answer_outlives_the_worker_that_read_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def clumsy(asked: Asked) -> int:
        if asked.number == 5 and asked.attempt == 1 and not corrected:
            player.silent = True
            corrected.append(asked)
        return ILLEGAL if asked.number == 5 and asked.attempt == 0 else lowest(asked)

    corrected: list[Asked] = []  # the first of those that are asked again

    monkeypatch.setattr(workers.play.lease, "EVERY", 0.05)
    claim = claim_of(rules_of(), 1, [7] * 4)
    player = Player("spades-4", clumsy, columnar=True)
    async with gateway() as (_, reached), connected(player, reached.bots):
        async with worker(reached, claim) as (service, store):
            playing = asyncio.create_task(service.play_block())
            await until(lambda: player.silent)
            await all_is_marked(service, reached)
            await service._links.stop()
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
        player.silent = False
        (result,) = await gone_on_with(reached, claim, store)
    assert result.faults == {(7, "illegal"): 4}
    assert {times for asked, times in player.asked.items() if asked[1:] == (5, 0)} == {1}


async def test_an_answer_that_comes_after_a_warm_stop_is_not_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(asked: Asked) -> int:
        if asked.number == 5 and not late:
            player.may_answer.clear()
            late.append(asked)
        return lowest(asked)

    late: list[Asked] = []
    monkeypatch.setattr(workers.play.lease, "EVERY", 0.05)
    monkeypatch.setattr(workers.process.service, "LAST_CALL", 0.1)
    claim = claim_of(rules_of(), 1, [7] * 4)
    player = Player("spades-4", slow, columnar=True)
    async with gateway() as (_, reached), connected(player, reached.bots):
        async with worker(reached, claim) as (service, store):
            playing = asyncio.create_task(service.play_block())
            await until(lambda: not player.may_answer.is_set())
            await service.stop()
            await playing
            read = service._links.to(reached.workers).queues.read
            player.may_answer.set()
            await until(lambda: service._links.to(reached.workers).queues.read > read)
            await all_is_marked(service, reached)
        await gone_on_with(reached, claim, store)
    assert set(player.asked.values()) == {1}


@pytest.mark.parametrize("columnar", [False, True])
async def test_what_a_lost_block_had_not_journalled_is_not_asked_for_again(
    monkeypatch: pytest.MonkeyPatch, columnar: bool
) -> None:
    def in_steps(asked: Asked) -> int:
        if asked.number in (3, 9) and asked.number not in steps:
            player.may_answer.clear()
            steps.append(asked.number)
        return lowest(asked)

    async def lost(worker: str, leases: Sequence[tuple[int, int]], *_: object) -> set[int]:
        return {block_id for block_id, _ in leases}

    steps: list[int] = []
    monkeypatch.setattr(workers.play.lease, "EVERY", 0.05)
    claim = claim_of(rules_of(), 1, [7] * 4)
    player = Player("spades-4", in_steps, columnar)
    async with gateway() as (_, reached), connected(player, reached.bots):
        async with worker(reached, claim) as (service, store):
            playing = asyncio.create_task(service.play_block())
            await until(lambda: steps == [3] and bool(store.journals))
            store.is_away = True
            player.may_answer.set()
            await until(lambda: steps == [3, 9])
            monkeypatch.setattr(store, "renew", lost)
            await playing
            await all_is_marked(service, reached)
            player.may_answer.set()
        (result,) = await gone_on_with(reached, claim, store)
    assert not result.infractions
    assert {asked[1] for asked, times in player.asked.items() if times > 1} <= {9}  # the open one may be put once more


@pytest.mark.parametrize("columnar", [False, True])
async def test_a_gateway_that_stops_after_a_worker_was_killed_hands_over_what_it_has(
    monkeypatch: pytest.MonkeyPatch, columnar: bool
) -> None:
    monkeypatch.setattr(workers.play.lease, "EVERY", 0.02)
    monkeypatch.setattr(homes, "REHOME_US", 100_000)
    monkeypatch.setattr(homes, "SAY_AWAY_US", 100_000)
    claim = claim_of(rules_of(hands=4), 2, [7] * 4)
    undisturbed = await played(claim, {7: Player("spades-4", lowest, columnar)})

    def in_steps(asked: Asked) -> int:
        if asked.number == 10 and not store.is_away:
            player.may_answer.clear()
        player.silent = asked.number == 30 and not killed
        return lowest(asked)

    player, killed = Player("spades-4", in_steps, columnar), False
    async with gateway(hand_over=20) as (old, reached), gateway() as (_, other):
        async with connected(player, reached.bots), worker(reached, claim) as (service, store):
            playing = asyncio.create_task(service.play_block())
            await until(lambda: not player.may_answer.is_set() and len(store.journals) == 2)
            store.is_away = True
            player.may_answer.set()
            await until(lambda: player.silent)
            killed = True
            for link in service._links._links.values():
                assert link._line
                link._line.abort("killed")
                link._task.cancel()
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
        await until(lambda: not old.hub._links)
        await old.stop()
        player.silent = False
        store.addresses = [other.workers]
        async with connected(player, other.bots):
            assert await gone_on_with(other, claim, store, few_tokens_of(old).held) == undisturbed
    assert sum(times > 1 for times in player.asked.values()) <= 2  # what was open is put once more


def few_tokens_of(gateway: Gateway) -> FewTokens:
    assert isinstance(gateway._rows, FewTokens)
    return gateway._rows


def journal_of(rows: list[JournalRow]) -> Journal | None:
    return joined(
        [Piece(row.game_id, row.start, row.actions, row.charges, row.state, row.clean, row.token) for row in rows]
    )
