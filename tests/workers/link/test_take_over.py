"""Another worker goes on with what a killed or stopped one leaves, and asks for no answer twice."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest

import workers.play.lease
import workers.process.service
from arena.gateway.seats import homes
from arena.gateway.server import Endpoints, Gateway
from arena.store.play.journals import Piece, join_pieces
from arena.store.play.rows import Claim, GameResult, Journal, JournalRow, SpilledAnswers
from tests.gateway.clients import until
from tests.gateway.few_tokens import FewTokens
from tests.workers.both_ways import Asked, OneBlock, Player, claim_of, connected, lowest
from tests.workers.link.blocks import gateway, played, rules_of, worker
from workers.process.service import Service

ILLEGAL = 51


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
        assert await gone_on_with(reached, claim, store) == undisturbed
    assert sum(times > 1 for times in player.asked.values()) <= 3  # what was open is put once more


async def all_is_marked(service: Service, reached: Endpoints) -> None:
    """Wait until the gateway may forget all that was answered."""
    queues = service._links.to(reached.workers).queues
    await until(lambda: queues.read == queues.marked)


async def gone_on_with(
    reached: Endpoints, claim: Claim, before: OneBlock, seats: Sequence[SpilledAnswers] = ()
) -> list[GameResult]:
    """Return the results of another worker, from the journals of *before* and what gateways wrote."""
    journals = {game: journal_of(rows) for game, rows in before.journals.items()}
    rows = {seat_id: [each] for each in seats for seat_id in [each.seat_id]}
    boards = [
        replace(board, games=[replace(game, journal=journals[game.game_id], spilled=rows) for game in board.games])
        for board in claim.boards
    ]
    async with worker(reached, replace(claim, lease_number=2, boards=boards)) as (heir, store):
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
    assert result.infraction_counts == {(7, "illegal"): 4}
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
async def test_answers_that_a_lost_block_had_not_journalled_are_not_asked_again(
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
            assert await gone_on_with(other, claim, store, few_tokens_of(old).spilled) == undisturbed
    assert sum(times > 1 for times in player.asked.values()) <= 2  # what was open is put once more


def few_tokens_of(gateway: Gateway) -> FewTokens:
    assert isinstance(gateway._rows, FewTokens)
    return gateway._rows


def journal_of(rows: list[JournalRow]) -> Journal | None:
    return join_pieces(
        [Piece(r.game_id, r.start, r.actions, r.charges, r.state, r.clean, r.lease_number) for r in rows]
    )
