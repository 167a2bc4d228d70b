import asyncio
import hashlib
import random
from dataclasses import replace
from typing import Any

import psycopg
import pytest

from arena.store import Store
from arena.store.errors import (
    InvalidTournamentError,
    NameTakenError,
    StoreError,
    UnknownBotError,
    UnknownTournamentError,
)
from arena.store.gates.gates import GateRow
from arena.store.play.rows import Claim, GameResult
from arena.wire.gen.tournaments_pb2 import VariantChoice
from tests import ask
from tests.store.house import House, claimed, token

SUBSTITUTED, MET = ask.variant("pinochle-cutthroat"), ask.variant("pinochle-single-deck")
GATE = ask.gate(
    "a2", "a1", [SUBSTITUTED], name="g", fillers=("b1", "b2"), below=60, allow_same_owner=True, test_seed="s"
)


def better(claim: Claim, version: int, strength: int = 3) -> list[GameResult]:
    """Make up results from the deal, in which *version* has *strength* points in eight for free."""
    outcomes = []
    for board in claim.boards:
        for game in board.games:
            scores = []
            for seat, player in enumerate(game.players):
                place = (claim.variant, seat % len(set(game.players)), game.rotation, player)
                digest = hashlib.sha256(board.seed + repr(place).encode()).digest()
                scores.append(digest[0] % 8 + strength * (player == version))
            sides = dict(zip(game.players, scores, strict=True))
            scores = [sides[player] for player in game.players]
            ranks = [1 + sum(other > score for other in sides.values()) for score in scores]
            outcomes.append(
                GameResult(game.game_id, game.players, ranks, scores, "hands", b"", [], [3], charges=b"\x07")
            )
    return outcomes


async def play(house: House, strength: int, rng: random.Random, judge: float = 1.0, most: int = 10_000) -> int:
    """Play in any order until nothing is left, judging now and then; return the number of blocks."""
    store, played = house.store, 0
    claims: list[Claim] = []
    while played < most:
        claim = await store.play.claim("w", 60)
        if claim is None and not claims:  # all that may be played ahead is played
            await store.tournaments.judge_gates()
            claim = await store.play.claim("w", 60)
        if claim is not None:
            claims.append(claim)
        if not claims:
            break
        if claim is None or len(claims) > 6:
            done = claims.pop(rng.randrange(len(claims)))
            await store.play.finish(done.block_id, done.lease_number, better(done, house.versions["a2"], strength))
            played += 1
            if rng.random() < judge:
                await store.tournaments.judge_gates()
    for done in claims:
        await store.play.finish(done.block_id, done.lease_number, better(done, house.versions["a2"], strength))
    return played + len(claims)


@pytest.fixture
async def roomy(house: House) -> House:
    await house.connect(seats=1000)
    return house


def outcome(row: GateRow) -> tuple[Any, ...]:
    return (row.decision, row.judged, *map(repr, row.tallies))


async def test_a_better_version_passes_and_nothing_more_is_played(roomy: House, store: Store) -> None:
    assert await store.tournaments.create_gate(GATE) == "g"
    gate = await store.tournaments.gate("g")
    assert (gate.new, gate.old, gate.fillers) == ("a2@1", "a1@1", ["b1@1", "b2@1"])
    assert (gate.tournament.kind, gate.tournament.state, gate.decision, gate.judged) == ("gate", "running", "", 0)
    await play(roomy, 6, random.Random(1))
    row = await store.tournaments.gate("g")
    assert (row.decision, row.tournament.state) == ("stronger", "finished")
    assert row.judged % 4 == 0
    assert 0 < row.judged < row.deals
    estimate = row.evidence.pooled()
    assert estimate
    assert -0.1 < estimate.low < estimate.difference < estimate.high
    assert row.tournament.boards == row.tournament.closed < 2 * (row.judged + 128)
    assert await store.play.claim("w", 60) is None


async def judged_again(store: Store, database: str) -> GateRow:
    """Gate "g", judged from the start as if nobody had yet."""
    with psycopg.connect(database) as connection:
        connection.execute("UPDATE gates SET judged = 0, streak = 0, decision = ''")
        connection.execute("TRUNCATE gate_tallies, gate_blocks")
    return await store.tournaments.gate("g")


@pytest.mark.parametrize(("variants", "judge"), [([SUBSTITUTED], 1.0), ([MET], 0.05), ([SUBSTITUTED, MET], 0.3)])
async def test_the_decision_follows_from_the_stored_boards_alone(
    roomy: House, store: Store, database: str, variants: list[VariantChoice], judge: float
) -> None:
    """The order of play and the times of judging do not matter."""
    await store.tournaments.create_gate(
        ask.changed(GATE, variants=variants, fillers=() if variants == [MET] else GATE.fillers)
    )
    await play(roomy, 4, random.Random(7), judge)
    decided = await store.tournaments.gate("g")
    assert decided.decision == "stronger"
    assert len({decided.judged, decided.evidence.deals, sum(each.deals for each in decided.tallies)}) == 1
    assert outcome(await judged_again(store, database)) == outcome(decided)


async def test_many_judges_and_killed_ones_change_nothing(roomy: House, store: Store, database: str) -> None:
    await store.tournaments.create_gate(ask.changed(GATE, below=20.0))
    await play(roomy, 1, random.Random(1), judge=0.3, most=10)
    before = await store.tournaments.gate("g")
    assert (before.judged > 0, before.decision) == (True, "")
    assert outcome(await judged_again(store, database)) == outcome(before)
    await asyncio.gather(*(store.tournaments.judge_gates() for _ in range(8)))
    assert outcome(await store.tournaments.gate("g")) == outcome(before)


async def test_deals_behind_one_that_is_open_wait_for_it(roomy: House, store: Store) -> None:
    await store.tournaments.create_gate(ask.changed(GATE, most_boards=5000))
    first = await claimed(store)
    blocks = await play(roomy, 8, random.Random(1))
    assert blocks == 31  # all that may be played ahead: 128 deals, two boards each
    row = await store.tournaments.gate("g")
    assert (row.judged, row.decision, row.tournament.state) == (0, "", "running")
    assert (await store.tournaments.progress("g")).state == "running"
    await store.play.finish(first.block_id, first.lease_number, better(first, roomy.versions["a2"], 8))
    assert (await store.tournaments.gate("g")).decision == "stronger"


async def test_equals_do_not_pass_and_a_limit_ends_it_undecided(roomy: House, store: Store) -> None:
    await store.tournaments.create_gate(ask.changed(GATE, below=300))
    await play(roomy, 0, random.Random(1))
    assert (await store.tournaments.gate("g")).decision == "not stronger"
    await store.tournaments.create_gate(ask.changed(GATE, name="short", test_seed="t", below=1, most_boards=79))
    await play(roomy, 0, random.Random(1))
    row = await store.tournaments.gate("short")
    assert (row.decision, row.judged, row.deals, row.tournament.boards) == ("undecided", 36, 36, 72)
    assert row.tournament.state == "finished"


async def test_a_gate_can_be_paused_and_cancelled(roomy: House, store: Store) -> None:
    await store.tournaments.create_gate(GATE)
    claim = await claimed(store)
    await store.tournaments.pause_tournament("g")
    assert await store.play.claim("w", 60) is None
    await store.tournaments.resume_tournament("g")
    await play(roomy, 3, random.Random(1), most=3)
    await store.tournaments.cancel_tournament("g")
    row = await store.tournaments.gate("g")
    assert (row.decision, row.tournament.state) == ("undecided", "cancelled")
    assert row.tournament.boards == row.tournament.closed + len(claim.boards)
    await store.play.finish(claim.block_id, claim.lease_number, better(claim, roomy.versions["a2"]))
    assert (await store.tournaments.gate("g")).tournament.closed == row.tournament.boards


async def test_it_moves_no_rating(roomy: House, store: Store) -> None:
    await roomy.tournament(boards=4)
    await roomy.play_out()
    await store.ratings.rate()
    before = await store.ratings.elo(), await store.ratings.tallies()
    await store.tournaments.create_gate(GATE)
    await play(roomy, 5, random.Random(1), most=4)
    assert await store.ratings.rate() == 0
    await play(roomy, 5, random.Random(2))
    assert (await store.tournaments.gate("g")).decision == "stronger"
    assert await store.ratings.rate() == 0
    assert await store.ratings.rebuild() == (4, 0)
    assert (await store.ratings.elo(), await store.ratings.tallies()) == before


async def test_a_deal_stays_hidden_until_everybody_has_played_it(roomy: House, store: Store) -> None:
    await store.tournaments.create_gate(GATE)
    claim = await claimed(store)
    await store.play.void(claim.boards[3].board_id, claim.lease_number, "why")
    left = replace(claim, boards=[board for board in claim.boards if board is not claim.boards[3]])
    await store.play.finish(claim.block_id, claim.lease_number, better(left, roomy.versions["a2"]))
    whole = [game async for game in store.play.stored_games("g")]
    half = [game async for game in store.play.stored_games("g", with_open=True) if game not in whole]
    assert (len(whole), len(half)) == (3 * 6, 3)
    assert not any(game.charges for game in half)  # operators are told what was played, and not how fast
    shown = {row.number for row in await store.tournaments.commitments("g") if row.seed}
    assert shown == {board.number for board in left.boards} - {claim.boards[2].number}
    await play(roomy, 0, random.Random(1), most=1)
    await claimed(store)
    games = [game async for game in store.play.stored_games("g")]
    numbers = {row.number for row in await store.tournaments.commitments("g") if row.seed}
    assert len(games) == 3 * len(numbers)
    assert all(game.charges == b"\x07" for game in games)
    assert {board.number for board in claim.boards} <= numbers


async def test_a_deal_of_which_a_board_was_voided_does_not_count(roomy: House, store: Store) -> None:
    await store.tournaments.create_gate(GATE)
    claim = await claimed(store)
    await store.play.void(claim.boards[2].board_id, claim.lease_number, "why")
    left = replace(claim, boards=[board for board in claim.boards if board is not claim.boards[2]])
    await store.play.finish(claim.block_id, claim.lease_number, better(left, roomy.versions["a2"]))
    await play(roomy, 1, random.Random(1), most=12)
    row = await store.tournaments.gate("g")
    assert row.evidence.deals == row.judged - 1


async def test_a_round_in_which_a_variant_has_no_deal_left_does_not_count(roomy: House, store: Store) -> None:
    await store.tournaments.create_gate(ask.changed(GATE, variants=[SUBSTITUTED, MET]))
    claim = await claimed(store)
    for board in claim.boards[::2]:  # one of each deal
        await store.play.void(board.board_id, claim.lease_number, "why")
    left = replace(claim, boards=claim.boards[1::2])
    await store.play.finish(claim.block_id, claim.lease_number, better(left, roomy.versions["a2"]))
    await play(roomy, 1, random.Random(1), most=12)
    row = await store.tournaments.gate("g")
    assert row.judged >= 32
    assert [tally.deals for tally in row.tallies] == [row.judged // 2 - 4] * 2


async def test_fillers_are_the_bots_of_the_house_unless_named(roomy: House, store: Store) -> None:
    await roomy.register("house", ["h1", "h2"])
    await store.accounts.register_bot("h2", "2", "house", hashlib.sha256(b"new").digest())
    asked = ask.changed(GATE, name="", fillers=(), allow_same_owner=False)
    assert await store.tournaments.create_gate(asked) == "gate-1"
    assert await store.tournaments.create_gate(ask.changed(asked, test_seed="t")) == "gate-2"
    assert (await store.tournaments.gate("gate-2")).fillers == ["h1@1", "h2@2"]


REFUSED: list[tuple[dict[str, Any], type[StoreError], str]] = [
    ({"old_bot": "a2@1"}, InvalidTournamentError, "one version"),
    ({"new_bot": "nobody"}, UnknownBotError, "nobody"),
    ({"fillers": ("b1", "nobody")}, UnknownBotError, "nobody"),
    ({"fillers": ("b1",)}, InvalidTournamentError, "fillers: 1 are given, and a table of pinochle-cutthroat needs 2"),
    ({"fillers": ()}, InvalidTournamentError, "each bot of house"),
    ({"fillers": ("b1", "a1")}, InvalidTournamentError, "a1@1 is under test"),
    ({"fillers": ("b1", "b1@1")}, InvalidTournamentError, "twice"),
    ({"new_bot": "b1", "fillers": ("a2", "b2"), "allow_same_owner": False}, InvalidTournamentError, "owner"),
    ({"variants": [MET]}, InvalidTournamentError, "leave them out"),
    ({"variants": []}, InvalidTournamentError, "variants"),
    ({"above": 10, "below": 10}, InvalidTournamentError, "below"),
    ({"below": float("nan")}, InvalidTournamentError, "below"),
    ({"above": -301}, InvalidTournamentError, "above: -301 given"),
    ({"alpha": 0.0}, InvalidTournamentError, "alpha"),
    ({"beta": 0.5}, InvalidTournamentError, "beta"),
    (
        {"most_boards": 7},
        InvalidTournamentError,
        "max-boards: 7 given, and the 4 deals after which a gate is judged have 8",
    ),
    ({"most_boards": 2_000_000}, InvalidTournamentError, "1000000"),
    ({"name": "cup"}, NameTakenError, "cup"),
    ({"master": token("cup").hex(), "test_seed": ""}, InvalidTournamentError, "master: it was used before"),
    ({"move_us": 0}, InvalidTournamentError, "move-time: 0 s given"),
]


async def test_invalid_gates_are_refused(house: House, store: Store) -> None:
    await house.tournament(boards=1)
    for change, condition, line in REFUSED:
        with pytest.raises(condition, match=line):
            await store.tournaments.create_gate(ask.changed(GATE, **change))
    assert len(await store.tournaments.page()) == 1
    with pytest.raises(UnknownTournamentError, match="not a gate"):
        await store.tournaments.gate("cup")
