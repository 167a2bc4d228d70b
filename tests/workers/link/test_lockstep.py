"""Columnar bots have the games, infractions and times of bots in rows, through a real gateway."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from arena.gateway.seats import homes
from arena.gateway.seats.clock import limit_us
from arena.gateway.server import Endpoints, Gateway
from arena.rules import VARIANTS, find, replay, unpack
from arena.store.play.rows import Claim, GameResult
from tests.gateway.clients import until
from tests.gateway.standing import StandingClock
from tests.workers.both_ways import Asked, OneBlock, Player, Policy, claim_of, connected, lowest
from tests.workers.link.blocks import gateway, played, rules_of, store_after, worker
from workers.process.service import Service

ILLEGAL = 51


async def both_ways(claim: Claim, policy: Policy) -> tuple[list[GameResult], list[GameResult]]:
    """Return the results of the block played in rows, and in columns."""
    rows, columns = (Player(claim.variant, policy, columnar) for columnar in (False, True))
    results = await played(claim, {7: rows}), await played(claim, {7: columns})
    assert rows.asked == columns.asked
    assert columns.updates.keys() <= {"start", "game_over"}
    return results


@pytest.mark.parametrize(("variant", "auto_single"), [(variant, bool(n % 2)) for n, variant in enumerate(VARIANTS)])
async def test_a_bot_plays_the_same_games_in_rows_and_in_columns(variant: str, auto_single: bool) -> None:
    seats = [7] * find(variant).seats
    rows, columns = await both_ways(claim_of(rules_of(variant), 2, seats, auto_single), lowest)
    assert len(rows) == 2
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
async def test_time_charged_for_batches_and_for_rows_is_separate(auto_single: bool) -> None:
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


@asynccontextmanager
async def broken_off(
    player: Player, claim: Claim, grace: float = 30.0
) -> AsyncIterator[tuple[Gateway, Endpoints, OneBlock, "asyncio.Task[bool]", Service]]:
    """Yield a gateway, a worker and its block under play, after the stream of *player* broke; the block ends then."""
    async with gateway(grace) as (old, reached), worker(reached, claim) as (service, store):
        async with connected(player, reached.bots):
            playing = asyncio.create_task(service.play_block())
            await until(lambda: len(player.asked) > 30)
        await until(lambda: not old.hub.connected)
        yield old, reached, store, playing, service
        await playing


@pytest.fixture
def says_away_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(homes, "REHOME_US", 100_000)
    monkeypatch.setattr(homes, "SAY_AWAY_US", 100_000)


@pytest.mark.usefixtures("says_away_soon")
@pytest.mark.parametrize("heir", ["itself", "another process", "itself at another gateway"])
async def test_stream_that_breaks_gets_its_batches_again_and_loses_nothing(heir: str) -> None:
    claim = claim_of(rules_of(), 3, [7] * 4)
    undisturbed = await played(claim, {7: Player("spades-4", lowest, columnar=True)})
    player = Player("spades-4", lowest, columnar=True, silent_after=30)
    async with gateway() as (_, other), broken_off(player, claim) as (old, reached, store, playing, _):
        if heir == "another process":
            player = Player("spades-4", lowest, columnar=True)
        elif heir == "itself at another gateway":
            store.addresses, reached = [other.workers], other
        player.silent = False
        async with connected(player, reached.bots):
            await playing
        assert bool(old.hub.seats) == (heir != "itself at another gateway")
    assert store.results == undisturbed
    assert player.updates["resume"] == 12


@pytest.mark.usefixtures("says_away_soon")
async def test_a_bot_that_is_nowhere_loses_no_time_to_think_by_that() -> None:
    player = Player("spades-4", lowest, columnar=True, silent_after=30)
    claim = claim_of(rules_of(hands=1), 3, [7] * 4, move_us=100_000, bank_us=400_000)
    async with broken_off(player, claim) as (_, reached, store, playing, service):
        (block,) = service._leases.blocks
        await until(lambda: all(game.ledger.infractions for game in block.games.values()))
        player.silent = False
        async with connected(player, reached.bots):
            await playing
    for result in store.results:
        assert {entry["reason"] for entry in result.infractions} == {"timeout"}


async def test_after_the_grace_the_fallback_plays_on() -> None:
    player = Player("spades-4", lowest, columnar=True, silent_after=30)
    async with broken_off(player, claim_of(rules_of(), 3, [7] * 4), grace=0.3) as (_, _, store, _, _):
        pass
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
