from dataclasses import replace

import pytest

from arena.store import Store
from arena.store.errors import UnknownBotError, UnknownTournamentError
from arena.store.play.rows import Claim, InfractionRow, TimeoutRow
from tests.store.house import House, piece, results


def timeout(claim: Claim, decision: int, game: int = 0) -> TimeoutRow:
    """In seat 1 of the first board's game."""
    claimed = claim.boards[0].games[game]
    times = {"move_us": 5, "bank_us": 60, "elapsed_us": 400_000, "rtt_us": 30, "lag_us": 2, "silent_us": 9}
    place = {"game_id": claimed.game_id, "hand": 0, "decision": decision, "seat": 1}
    return TimeoutRow(**place, version_id=claimed.players[1], number=3, connected=True, **times)


def shown(row: InfractionRow) -> tuple[int, int]:
    assert row.evidence
    assert row.noted
    return row.evidence["number"], row.evidence["elapsed_us"]


async def claimed(house: House) -> Claim:
    await house.tournament(boards=1)
    claim = await house.store.play.claim("w", 60)
    assert claim
    return claim


async def test_counts_add_up_by_version_and_word(store: Store, house: House) -> None:
    a1, b1 = house.versions["a1"], house.versions["b1"]
    await store.play.count_infractions({(b1, "stale"): 2, (a1, "flood"): 1})
    await store.play.count_infractions({(a1, "flood"): 4, (a1, "early"): 1})
    await store.play.count_infractions({})
    for name in ("a1@1", "a1"):
        bot, _, rows = await store.play.infraction_counts(name)
        assert bot == "a1@1"
        assert [(row.infraction, row.count) for row in rows] == [("early", 1), ("flood", 5)]
    with pytest.raises(UnknownBotError):
        await store.play.infraction_counts("a1@2")


async def test_a_timeouts_evidence_comes_with_the_journal_and_once(store: Store, house: House) -> None:
    claim = await claimed(house)
    first, second = timeout(claim, 2), timeout(claim, 7)
    row = piece(claim, first.game_id, 0, b"\x01" * 8)._replace(timeouts=[first])
    for _ in range(2):  # who does not know whether it was stored sends it again
        await store.play.renew("w", [(claim.block_id, claim.lease_number)], [row], 10)
    rows = await store.play.infractions("cup", None, None, 100)
    assert [(row.decision, row.is_closed, shown(row)) for row in rows] == [(2, False, (3, 400_000))]
    infractions = [{"hand": 0, "seat": 1, "decision": place, "reason": "timeout"} for place in (2, 7)]
    games = results(claim)
    games[0] = replace(games[0], infractions=infractions, timeouts=[first, second])
    await store.play.finish(claim.block_id, claim.lease_number, games)
    rows = await store.play.infractions("cup", None, None, 100)
    assert [(row.decision, row.is_closed, shown(row)) for row in rows] == [(at, True, (3, 400_000)) for at in (2, 7)]


async def test_infractions_come_in_pages_and_for_one_bot(store: Store, house: House) -> None:
    claim = await claimed(house)
    infractions = [{"hand": 0, "seat": seat, "decision": 4, "reason": "illegal"} for seat in range(4)]
    await store.play.finish(claim.block_id, claim.lease_number, results(claim, infractions))
    first = await store.play.infractions("cup", None, None, 3)
    rest = await store.play.infractions("cup", None, None, 100, first[-1].place)
    assert (len(first), len(rest)) == (3, 13)
    assert all(row.evidence is None for row in (*first, *rest))
    only = await store.play.infractions("cup", "a1@1", None, 100)
    assert {row.bot for row in only} == {"a1@1"}
    assert len(only) == 4
    with pytest.raises(UnknownTournamentError):
        await store.play.infractions("nothing", None, None, 1)


async def test_the_evidence_of_a_void_board_goes_with_its_games(store: Store, house: House) -> None:
    claim = await claimed(house)
    late = timeout(claim, 2)
    row = piece(claim, late.game_id, 0, b"\x01" * 3)._replace(timeouts=[late])
    await store.play.renew("w", [(claim.block_id, claim.lease_number)], [row], 10)
    await store.play.void(claim.boards[0].board_id, claim.lease_number, "why")
    await store.play.renew("w", [(claim.block_id, claim.lease_number)], [row], 10)  # of a game that is no more
    assert await store.play.infractions("cup", None, None, 100) == []


async def test_results_count_what_was_wrong_in_their_games(store: Store, house: House) -> None:
    claim = await claimed(house)
    a1 = house.versions["a1"]
    games = [replace(result, infraction_counts={(a1, "illegal"): 2}) for result in results(claim)]
    await store.play.finish(claim.block_id, claim.lease_number, games)
    *_, rows = await store.play.infraction_counts("a1@1")
    assert [(row.infraction, row.count) for row in rows] == [("illegal", 8)]
