from collections import Counter
from dataclasses import replace
from typing import Any

import psycopg
import pytest

from arena.store import Store
from arena.store.accounts.tokens import NewToken
from arena.store.errors import (
    BadResultError,
    InvalidNameError,
    InvalidPairError,
    InvalidTournamentError,
    NotYourBotError,
    UnknownBotError,
)
from arena.store.play.rows import Claim
from arena.wire.gen.records_pb2 import ListGamesRequest as Games
from tests import ask
from tests.api.playing import result
from tests.store.house import House, claimed, finish, piece, results, token

PARTNERS = [ask.variant("pinochle-single-deck")]
ANN, BOB = 1, 2


@pytest.fixture
async def pairs(house: House, store: Store) -> House:
    """Register three pairs. a1 and b1 are one, and so are a2 and b2, and a1 and a2."""
    for one, other in (("a1", "b1"), ("b2", "a2"), ("a1", "a2")):
        row = await store.accounts.register_pair(one, other, None)
        house.pairs[row.bot] = row.id
    return house


async def cup(house: House, *bots: str, boards: int = 4, **settings: Any) -> int:
    new = ask.tournament("cup", PARTNERS, bots, boards, allow_same_owner=True, test_seed="s", **settings)
    created = await house.store.tournaments.create_tournament(new)
    await house.store.tournaments.start_tournament("cup")
    return created.id


async def test_an_owner_pairs_its_own_bots_at_once(house: House, store: Store) -> None:
    pair = await store.accounts.register_pair("a2@1", "a1", ANN)
    assert (pair.bot, pair.first, pair.second, pair.waits_for) == ("a1+a2@1+1", "a1@1", "a2@1", None)
    assert await store.accounts.register_pair("a1", "a2@1", ANN) == pair
    assert await store.accounts.pairs(BOB) == [pair]
    (row,) = [row for row in await store.accounts.bots() if row.name == "a1+a2"]
    assert (row.owner, row.instances, row.max_seats) == ("ann", 1, 8)


async def test_a_pair_of_two_owners_is_there_once_both_have_asked_for_it(house: House, store: Store) -> None:
    asked = await store.accounts.register_pair("b1", "a1", ANN)
    assert (asked.bot, asked.waits_for) == ("a1+b1@1+1", "bob")
    assert await store.accounts.register_pair("a1", "b1", ANN) == asked
    await house.register("cyd", ["c1"])
    assert await store.accounts.pairs(3) == []
    assert await store.accounts.pairs(BOB) == await store.accounts.pairs(None) == [asked]
    with pytest.raises(UnknownBotError):
        await cup(house, "a1+b1", "c1")
    pair = await store.accounts.register_pair("a1", "b1", BOB)
    assert (pair.bot, pair.waits_for) == ("a1+b1@1+1", None)
    assert await store.accounts.pairs(None) == [pair]
    with pytest.raises(NotYourBotError, match="neither a1@1 nor b2@1 is yours"):
        await store.accounts.register_pair("a1", "b2", 3)
    assert (await store.accounts.register_pair("a2", "b2", None)).waits_for is None


async def test_pairs_are_listed_in_pages(pairs: House, store: Store) -> None:
    await store.accounts.register_pair("b1", "a2", ANN)
    whole = await store.accounts.pairs(None)
    assert [row.waits_for for row in whole] == [None, None, None, "bob"]
    page, rows = await store.accounts.pairs(None, 1), []
    while page:
        rows += page
        page = await store.accounts.pairs(None, 1, page[0].kind, page[0].id)
    assert rows == whole


async def test_a_pair_names_exact_versions(house: House, store: Store) -> None:
    first = await store.accounts.register_pair("a1", "a2", ANN)
    await store.accounts.register_bot("a1", "0.2-x", "ann", token("a1 again"))
    second = await store.accounts.register_pair("a1", "a2", ANN)
    assert (first.bot, second.bot) == ("a1+a2@1+1", "a1+a2@0.2-x+1")
    assert (await store.accounts.register_pair("a1@1", "a1@0.2-x", ANN)).bot == "a1+a1@0.2-x+1"


async def test_invalid_pairs_are_refused_in_one_line(pairs: House, store: Store) -> None:
    with pytest.raises(InvalidPairError, match="a1@1 given twice"):
        await store.accounts.register_pair("a1", "a1@1", ANN)
    with pytest.raises(InvalidPairError, match=r"a1\+b1@1\+1 is a pair: name two bots"):
        await store.accounts.register_pair("a1+b1", "b2", None)
    with pytest.raises(InvalidNameError):
        await store.accounts.register_bot("a1+b1", "2", "ann", token("x"))
    with pytest.raises(InvalidNameError):
        await store.accounts.register_bot("a1", "1+1", "ann", token("x"))
    with pytest.raises(UnknownBotError):
        await store.accounts.create_bot_token("a1+b1@1+1", NewToken(token("x")))
    with pytest.raises(UnknownBotError, match="ask for each of them"):
        await store.play.infraction_counts("a1+b1@1+1")


async def test_pairs_are_refused_where_everybody_plays_alone(pairs: House, store: Store) -> None:
    mixed = [*PARTNERS, ask.variant("pinochle-cutthroat"), ask.variant("spades-4")]
    line = r"bots: a1\+b1@1\+1 is a pair, and in pinochle-cutthroat, spades-4 everybody plays alone"
    new = ask.tournament("solo", mixed, ["a1+b1", "a2", "b2", "a1"], 1, allow_same_owner=True)
    for call in (store.tournaments.create_tournament, store.tournaments.estimate_tournament):
        with pytest.raises(InvalidTournamentError, match=line):
            await call(new)
    await pairs.tournament("other", variants=mixed[1:])
    with pytest.raises(InvalidTournamentError, match=line):
        await store.tournaments.enter_tournament("other", "a1+b1", None)
    with pytest.raises(InvalidTournamentError, match="is a pair"):
        await store.tournaments.create_gate(ask.gate("a1+b1", "a2+b2", mixed))
    with pytest.raises(InvalidTournamentError, match="have a bot in common"):
        await store.tournaments.create_gate(ask.gate("a1+b1", "a1", PARTNERS))


async def test_members_sit_opposite_and_each_sits_everywhere(pairs: House, store: Store) -> None:
    await cup(pairs, "a1+b1", "a2+b2", "a1+a2", boards=2)
    seats: Counter[tuple[int, int]] = Counter()
    for _ in range(9):
        claim = await store.play.claim("w", 60)
        if claim is None:
            break
        for board in claim.boards:
            for game in board.games:
                assert {frozenset(game.players[::2]), frozenset(game.players[1::2])} == {
                    frozenset(pairs.versions[bot] for bot in pair) for pair in (("a1", "b1"), ("a2", "b2"))
                }
                seats.update(enumerate(game.players))
        await finish(store, claim)
    assert len(seats) == 16
    assert set(seats.values()) == {1}
    assert (await store.tournaments.named("cup")).state == "finished"  # a1+a2 met nobody


async def test_claims_count_the_seats_of_members(pairs: House, store: Store, database: str) -> None:
    await pairs.connect(seats=3)
    await cup(pairs, "a1+b1", "a2+b2", "a1", "b2", boards=16)
    claims = [claim for claim in [await store.play.claim("w", 60) for _ in range(9)] if claim]
    with psycopg.connect(database) as connection:
        rows = connection.execute("SELECT version_id, sum(seats) FROM block_seats GROUP BY 1").fetchall()
    seats: dict[int, int] = dict(rows)
    assert max(seats.values()) <= 3
    assert set(seats) <= set(pairs.versions.values())
    at_once: Counter[int] = Counter()
    for claim in claims:
        at_once.update({bot: n * claim.tables for bot, n in Counter(claim.boards[0].games[0].players).items()})
    assert at_once == seats


async def test_one_missing_member_keeps_the_pair_waiting_and_nobody_else(
    pairs: House, store: Store, database: str
) -> None:
    await pairs.connect(seats=4, bots=["a1", "a2", "b2"])
    id_ = await cup(pairs, "a1+b1", "a2", "b2", boards=1, forfeit_s=3600)
    assert await pairs.play_out() == 1
    assert (await store.tournaments.progress("cup")).offline == ["b1@1"]
    await store.ratings.sweep()
    statuses, missed = await store.tournaments.bot_status("a1+b1", ANN)
    assert [each.bot for each in statuses] == ["a1@1", "b1@1"]
    assert [list(missed), missed[pairs.versions["b1"]][0].seats] == [[pairs.versions["b1"]], 1]
    assert (await store.tournaments.bot_status("a1", ANN))[1] == {}
    assert (await store.tournaments.bot_status("b1", BOB))[1] == missed
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("UPDATE away SET counted = interval '2 hours', checked = NULL")
    await store.ratings.sweep()
    row = await store.tournaments.named("cup")
    assert (row.state, row.forfeited) == ("finished", 2)
    assert await store.tournaments.forfeits(id_) == {"pinochle-single-deck": {pairs.pairs["a1+b1@1+1"]: 2}}


async def test_a_long_wait_keeps_the_seats_of_members(pairs: House, store: Store, database: str) -> None:
    await pairs.register("cyd", ["c1"])
    await pairs.connect(seats=2)

    async def started(name: str, *bots: str) -> None:
        await store.tournaments.create_tournament(ask.tournament(name, PARTNERS, bots, 1, allow_same_owner=True))
        await store.tournaments.start_tournament(name)

    await started("taken", "a2", "b1")
    await claimed(store)
    await started("waits", "a2+b2", "a1")
    await started("younger", "b2", "c1")
    with psycopg.connect(database, autocommit=True) as connection:
        waits = "tournament_id = (SELECT id FROM tournaments WHERE name = 'waits')"
        connection.execute(f"UPDATE blocks SET passed_since = now() - interval '2 minutes' WHERE {waits}")
        assert await store.play.claim("w", 60) is None
        connection.execute(f"UPDATE blocks SET passed_since = NULL WHERE {waits}")
    assert pairs.versions["c1"] in (await claimed(store)).boards[0].games[0].players


async def test_a_member_with_too_few_seats_is_named(pairs: House, store: Store) -> None:
    await pairs.connect(seats=1)
    await cup(pairs, "a1+b1", "a2+b2", "a2", boards=1)
    progress = await store.tournaments.progress("cup")
    assert (progress.offline, progress.short) == (["a2@1"], {"a2@1": 2})
    assert await store.play.claim("w", 60)


async def test_infractions_of_members_are_listed_by_member_and_scored_for_the_pair(pairs: House, store: Store) -> None:
    id_ = await cup(pairs, "a1+b1", "b2", boards=2)
    claim = await claimed(store)
    pair, lone = pairs.pairs["a1+b1@1+1"], pairs.versions["b2"]
    wrong = results(claim)
    wrong[0] = replace(wrong[0], players_by_seat=[pairs.versions["a1"], lone] * 2)
    with pytest.raises(BadResultError, match="sat down"):
        await store.play.finish(claim.block_id, claim.lease_number, wrong)
    infraction = {"hand": 0, "seat": 0, "decision": 1, "reason": "timeout"}
    played = results(claim, [infraction])
    await store.play.finish(claim.block_id, claim.lease_number, played)
    await store.ratings.rate()
    boards = await store.play.closed_boards(id_)
    assert {frozenset(board.line_up) for board in boards} == {frozenset((pair, lone))}
    assert [board.infractions for board in boards] == [(1, 1), (1, 1)]
    names = {row.version_id: row.bot for row in await store.accounts.bots()}
    counts = Counter(row.bot for row in await store.play.infractions("cup", None, None))
    assert counts == Counter(names[result.players_by_seat[0]] for result in played)
    assert counts == {"b2@1": 2, "a1@1": 1, "b1@1": 1}
    assert len(await store.play.infractions("cup", "a1+b1@1+1", None)) == 2
    assert {row.version_id for row in await store.ratings.elo()} == {pair, lone}
    assert {row.bot for row in await store.ratings.elo()} == {"a1+b1@1+1", "b2@1"}
    assert {row.version_id for row in await store.ratings.seat_scores("cup")} == {pair, lone}
    assert {each.player for rows in (await store.ratings.memory("cup")).values() for each in rows} == {pair, lone}
    games = [game.seats async for game in store.play.stored_games("cup")]
    assert all({*seats} == {"a1@1", "b1@1", "b2@1"} for seats in games)
    assert [row.bots for row in await store.ratings.games(Games(name="cup"))] == games
    assert await store.ratings.rebuild() == (2, 0)


async def test_games_are_found_by_pair_and_by_member(pairs: House, store: Store) -> None:
    await cup(pairs, "a1+b1", "b2", "a2", boards=2)
    await pairs.play_out()
    every = await store.ratings.games(Games(name="cup"))
    assert [len(await store.ratings.games(Games(name="cup", bot=bot))) for bot in ("a1+b1", "a1")] == [8, 8]
    assert len(every) == 12
    assert len(await store.ratings.games(Games(name="cup", bot="a1", seat=0))) == 2
    assert len(await store.ratings.games(Games(name="cup", bot="a1+b1@1+1", seat=0))) == 4


async def test_open_games_have_the_names_that_closed_ones_have(pairs: House, store: Store) -> None:
    await cup(pairs, "a1+b1", "a2+b2", boards=4)
    claim = await claimed(store)
    before = [row.bots for row in await store.ratings.games(Games(name="cup", open=True))]
    await finish(store, claim)
    assert [row.bots for row in await store.ratings.games(Games(name="cup"))] == before
    assert len(before) == 8


async def test_a_game_in_the_journal_has_the_names_that_it_will_be_stored_with(pairs: House, store: Store) -> None:
    await cup(pairs, "a1+b1", "a2+b2", boards=2)
    claim = await claimed(store)
    names = {row.version_id: row.bot for row in await store.accounts.bots()}
    for board in claim.boards:
        for game in board.games:
            played = result(claim, board, game)
            row = piece(claim, game.game_id, 0, played.actions)
            await store.play.renew("w", [(claim.block_id, claim.lease_number)], [row], 60)
            (stored,) = [each async for each in store.play.stored_games("cup", game.game_id, with_open=True)]
            assert stored.seats == [names[version] for version in played.players_by_seat]


async def test_either_owner_lets_a_pair_in_and_takes_it_out(pairs: House, store: Store) -> None:
    await pairs.connect(seats=100)
    await cup(pairs, "b2", "a2", boards=2)
    with pytest.raises(NotYourBotError):
        await store.tournaments.enter_tournament("cup", "a1+b1", 3)
    assert (await store.tournaments.enter_tournament("cup", "a1+b1", BOB))[1].boards == 4
    claim = await claimed_with(pairs.versions["a1"], store)
    assert set(claim.boards[0].games[0].players) > {pairs.versions["a1"], pairs.versions["b1"]}
    assert (await store.tournaments.withdraw("cup", "a1+b1", ANN))[1] == 2
    await store.tournaments.withdraw("cup", "b2", None)
    with pytest.raises(InvalidTournamentError, match="can meet nobody"):
        await store.tournaments.enter_tournament("cup", "a1+a2", None)


async def test_a_gate_of_two_pairs_is_played(pairs: House, store: Store) -> None:
    await pairs.connect(seats=100)
    name = await store.tournaments.create_gate(ask.gate("a1+b1", "a2+b2", PARTNERS, most_boards=100))
    await pairs.play_out()
    gate = await store.tournaments.gate(name)
    assert gate.judged > 0
    assert gate.decision


async def claimed_with(version_id: int, store: Store) -> Claim:
    while claim := await store.play.claim("w", 60):
        if version_id in claim.boards[0].games[0].players:
            return claim
    raise AssertionError("nothing left")
