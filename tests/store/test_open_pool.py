"""The pool open: boards at several tables, of bots whose owners meet each deal once."""

from collections import Counter
from hashlib import sha256
from itertools import combinations
from typing import Any

import psycopg
import pytest

from arena.league.ratings import elo
from arena.league.ratings.matchpoints import table_of
from arena.league.ratings.strengths import Strengths
from arena.league.schedules.balance import OpenBalance
from arena.store import Store
from arena.store.errors import BadResultError, InvalidTournamentError, WrongStateError
from arena.wire.gen.records_pb2 import ListGamesRequest as Games
from tests import ask
from tests.league.made import fit
from tests.store.house import House, claimed, counted, finish, results

NAMES = [f"bot{number}" for number in range(9)]
SPADES = ask.variant("spades-4")


@pytest.fixture
async def nine(store: Store) -> House:
    """Nine bots of as many owners, connected with 64 seats each."""
    house = House(store)
    for name in NAMES:
        await house.register(f"of-{name}", [name])
    await house.connect(seats=64)
    return house


async def opened(house: House, name: str = "cup", boards: int = 1, start: bool = True, **settings: Any) -> int:
    given: dict[str, Any] = {
        "variants": [SPADES],
        "bots": NAMES,
        "pool": "open",
        "master": sha256(name.encode()).hexdigest(),
    }
    row = await house.store.tournaments.create_tournament(ask.tournament(name, boards=boards, **given | settings))
    if start:
        await house.store.tournaments.start_tournament(name)
    return row.id


async def test_a_board_is_played_at_several_tables_at_once(nine: House, store: Store) -> None:
    await opened(nine)
    row = await store.tournaments.named("cup")
    assert (row.pool, row.boards, row.games) == ("open", 9, 18)
    claim = await claimed(store)
    assert claim.side_by_side
    for board in claim.boards:
        assert [game.rotation for game in board.games] == [0, 1]
        assert all(len(game.players) == len(game.seat_ids) == 4 for game in board.games)
        assert len({player for game in board.games for player in game.players}) == 8
    with pytest.raises(BadResultError):
        await store.play.finish(claim.block_id, claim.lease_number, results(claim)[:-1])
    assert await store.ratings.rate() == 0
    assert not any(row.seed for row in await store.tournaments.commitments("cup"))
    assert [game async for game in store.play.stored_games("cup")] == []
    assert (
        await store.ratings.games(Games(name="cup")) == await store.ratings.games(Games(name="cup", bot="bot0")) == []
    )
    await finish(store, claim)
    for closed in await store.play.closed_boards(row.id):
        board = next(each for each in claim.boards if each.number == closed.number)
        assert [table_of(closed.line_up, 2, game.rotation) for game in board.games] == [
            game.players for game in board.games
        ]
        scores = {result.game_id: result.scores for result in results(claim)}
        one, other = (scores[game.game_id] for game in board.games)
        assert closed.points == tuple(value for seat in range(4) for value in (one[seat], other[seat]))
        assert closed.halves == tuple(1 + (a > b) - (a < b) for a, b in zip(one, other, strict=True))


async def test_a_schedule_compares_all_bots_and_its_boards_stay_whole(nine: House, store: Store, database: str) -> None:
    tournament_id = await opened(nine)
    await nine.play_out()
    boards = await store.play.closed_boards(tournament_id)
    pairs = Counter(tuple(sorted(field)) for board in boards for field in board.fields)
    assert pairs == Counter(combinations(sorted(nine.versions.values()), 2))  # a design that is perfect
    (line,) = await store.tournaments.balance("cup")
    assert isinstance(line, OpenBalance)
    assert (line.compared.spread, line.seats.spread) == (0, 0)
    with psycopg.connect(database) as connection, pytest.raises(psycopg.errors.CheckViolation):
        connection.execute("UPDATE boards SET halves = halves[1:3] WHERE number = 0")


async def test_ratings_are_those_of_the_league_and_a_rebuild_gives_them_again(nine: House, store: Store) -> None:
    tournament_id = await opened(nine, boards=3)
    await nine.play_out()
    await store.ratings.rate()
    boards = await store.play.closed_boards(tournament_id)
    ratings: dict[int, float] = {}
    for board in boards:
        ratings.update(elo.fold(ratings, board))
    rows = await store.ratings.elo("spades-4")
    assert {row.version_id: row.elo for row in rows} == ratings
    assert {row.boards for row in rows} == {32}  # four rounds: three would not be even
    tallies = (await store.ratings.tallies_of(tournament_id))["spades-4"]
    assert tallies == await counted(store, "cup", "spades-4")
    assert sum(tally.blocks for tally in tallies) < len(boards)
    official = Strengths(fit(next(iter((await store.ratings.tallies()).values())))).table()
    assert await store.ratings.rebuild() == (36, 0)
    assert Strengths(fit(next(iter((await store.ratings.tallies()).values())))).table() == official
    assert {row.pool for row in await store.ratings.elo()} == {"open"}
    receipt = await store.ratings.elo_receipt("spades-4", "bot3", (0, -1), 100)
    assert len(receipt.page) == 32
    assert receipt.page[-1].entry.after == receipt.elo == ratings[nine.versions["bot3"]]
    assert all(len(each.entry.opponents) == 1 for each in receipt.page)


async def test_boards_of_both_pools_are_on_scales_of_their_own(nine: House, store: Store) -> None:
    await opened(nine)
    await nine.play_out()
    await store.tournaments.create_tournament(ask.tournament("old", [SPADES], NAMES[:4], 2))
    await store.tournaments.start_tournament("old")
    await nine.play_out()
    assert await store.ratings.rate() == 11
    assert {row.pool for row in await store.ratings.elo()} == {"open", "trust"}
    assert await store.ratings.rebuild() == (11, 0)
    scales = await store.ratings.tallies()
    assert [(scale.pool, scale.format) for scale in scales] == [("open", "hands 4"), ("trust", "hands 4")]
    assert [{tally.tables_per_board for tally in tallies} for tallies in scales.values()] == [{2}, {1}]
    assert [len(Strengths(fit(each)).table()) for each in scales.values()] == [9, 4]


async def test_seats_are_scored_against_those_who_had_the_same_cards(nine: House, store: Store) -> None:
    tournament_id = await opened(nine, boards=2)
    await nine.play_out()
    await store.ratings.rate()
    rows = await store.ratings.seat_scores("cup")
    assert {(row.version_id, row.seat, row.games) for row in rows} == {
        (version, seat, 8) for version in nine.versions.values() for seat in range(4)
    }
    totals: Counter[int] = Counter()
    for row in rows:
        assert (row.seats, row.tables_per_board) == (4, 2)
        totals[row.version_id] += row.halves
    tallies = (await store.ratings.tallies_of(tournament_id))["spades-4"]
    expected: Counter[int] = Counter()
    for tally in tallies:
        for player, halves in zip(tally.players, tally.totals(), strict=True):
            expected[player] += halves
    assert totals == expected
    assert (
        await store.ratings.seat_tallies() == {}
    )  # who sits where is not the same on a board: the effect is not told apart
    assert await store.ratings.memory("cup") == {}


async def test_a_void_board_is_played_again_at_all_its_tables(nine: House, store: Store) -> None:
    await opened(nine)
    claim = await claimed(store)
    board = claim.boards[0]
    await store.play.void(board.board_id, claim.lease_number, "ours")
    await store.play.finish(claim.block_id, claim.lease_number, results(claim)[len(board.games) :])
    again = await claimed(store)
    while again.boards[0].board_id != board.board_id:
        await finish(store, again)
        again = await claimed(store)
    assert again.boards[0].seed != board.seed
    assert [game.players for game in again.boards[0].games] == [game.players for game in board.games]
    await finish(store, again)
    await nine.play_out()
    assert (await store.tournaments.named("cup")).state == "finished"


async def test_a_bot_that_is_away_delays_only_its_own_boards(nine: House, store: Store) -> None:
    await opened(nine)
    await nine.connect(seats=64, bots=NAMES[1:])
    await nine.play_out()
    progress = await store.tournaments.progress("cup")
    assert (progress.closed, progress.offline) == (1, ["bot0@1"])  # each sits out one board of nine
    _, cancelled = await store.tournaments.withdraw("cup", "bot0", None)
    row = await store.tournaments.named("cup")
    assert (cancelled, row.state, row.boards, row.games) == (8, "finished", 1, 2)


async def test_it_is_extended_round_by_round_and_without_who_left(nine: House, store: Store) -> None:
    await opened(nine)
    await nine.play_out()
    assert (await store.tournaments.extend_tournament("cup", 3)).boards == 27
    await nine.play_out()
    with pytest.raises(WrongStateError, match="pool open"):
        await store.tournaments.enter_tournament("cup", "bot0", None)
    added = (await store.tournaments.extend_tournament("cup", 1)).boards
    assert added % 9 == 0
    _, cancelled = await store.tournaments.withdraw("cup", "bot8", None)
    await nine.play_out()
    row = await store.tournaments.named("cup")
    assert (row.state, row.boards, cancelled) == ("finished", 36 + added // 9, 8 * added // 9)
    assert (await store.tournaments.extend_tournament("cup", 1)).boards == 8
    await nine.play_out()
    assert (await store.tournaments.named("cup")).state == "finished"
    seeds = [row.seed for row in await store.tournaments.commitments("cup") if row.seed]
    assert len(set(seeds)) == len(seeds) == 36 + added // 9 + 8


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"pool": "closed"}, "pool: closed is for bots that were submitted and admitted"),
    ({"kind": "swiss"}, "kind: 'swiss' given, the pool open has round-robin only"),
    ({"allow_same_owner": True}, "an owner meets a deal once"),
    ({"tables_per_board": 3}, "at 3 tables needs bots of 12 owners .* there are 9"),
    ({"tables_per_board": 2, "pool": "trust"}, "only a board of the pool open has several"),
    ({"bots": NAMES[:7]}, "at 2 tables needs bots of 8 owners .* there are 7"),
    ({"variants": [ask.variant("pinochle-single-deck")]}, "a bot that is its own partner holds two hands of a deal"),
    ({"boards": 2_000_000}, "1 to 100000 are accepted"),
]


async def test_a_dry_run_estimates_balance_and_invalid_settings_are_refused(nine: House, store: Store) -> None:
    estimate, balances = await store.tournaments.estimate_tournament(
        ask.tournament("dry", [SPADES, ask.variant("pinochle-cutthroat")], NAMES, 4, pool="open")
    )
    spades, pinochle = estimate.variants
    assert (spades.boards, spades.games) == (36, 72)
    assert pinochle.games == 3 * pinochle.boards
    assert [each.variant for each in balances] == [SPADES.variant, "pinochle-cutthroat"]
    for settings, word in REFUSED:
        with pytest.raises(InvalidTournamentError, match=word):
            await opened(nine, **settings)


async def test_where_partners_play_pairs_of_two_owners_are_compared(nine: House, store: Store) -> None:
    names = []
    for one, other in zip(NAMES[:4], NAMES[4:8], strict=True):
        pair = await store.accounts.register_pair(one, other, None)
        nine.pairs[pair.bot] = pair.id
        names.append(pair.bot)
    tournament_id = await opened(nine, variants=[ask.variant("pinochle-single-deck")], bots=names, boards=3)
    row = await store.tournaments.named("cup")
    assert (row.boards % 4, row.games) == (0, 2 * row.boards)
    claim = await claimed(store)
    for board in claim.boards:
        assert sorted(player for game in board.games for player in game.players) == sorted(
            nine.versions[name] for name in NAMES[:8]
        )
    first_seats = {game.players[side] for board in claim.boards for game in board.games for side in range(2)}
    assert first_seats == {nine.versions[name] for name in NAMES[:8]}  # members change seats
    players = {game.id: game.bots for game in await store.ratings.games(Games(name="cup", open=True))}
    bots = {version: f"{name}@1" for name, version in nine.versions.items()}
    assert players == {
        game.game_id: [bots[player] for player in game.players] for board in claim.boards for game in board.games
    }
    await finish(store, claim)
    await nine.play_out()
    await store.ratings.rate()
    assert {row.version_id for row in await store.ratings.elo()} == set(nine.pairs.values())
    boards = await store.play.closed_boards(tournament_id)
    assert {player for board in boards for player in board.line_up} == set(nine.pairs.values())
    assert {len(board.halves) for board in boards} == {2}  # one comparison for each of two sides
    rows = await store.ratings.seat_scores("cup")
    assert {(row.version_id, row.seat) for row in rows} == {
        (pair, side) for pair in nine.pairs.values() for side in range(2)
    }


async def test_a_pair_of_one_owners_bots_is_refused_in_the_open_pool(nine: House, store: Store) -> None:
    await nine.register("twice", ["x", "y"])
    pair = await store.accounts.register_pair("x", "y", None)
    others = [(await store.accounts.register_pair(*two, None)).bot for two in zip(NAMES[:3], NAMES[3:6], strict=True)]
    with pytest.raises(InvalidTournamentError, match="pairs whose two bots have different owners"):
        await opened(nine, variants=[ask.variant("pinochle-single-deck")], bots=[pair.bot, *others])
