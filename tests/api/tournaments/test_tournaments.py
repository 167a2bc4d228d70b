import hashlib
import json

import grpc
import pytest
import pytest_asyncio

from arena.api.calls import admission
from arena.league.ratings.strengths import Strengths
from arena.rules.records.verify import verify
from arena.store.tournaments.request import with_defaults
from arena.wire.gen.accounts_pb2 import ListBotsRequest
from arena.wire.gen.ratings_pb2 import GetStrengthsRequest, ListRatingsRequest
from arena.wire.gen.records_pb2 import ExportRecordsRequest, ListCommitmentsRequest
from arena.wire.gen.running_pb2 import (
    CancelTournamentRequest,
    ListFailedBlocksRequest,
    PauseTournamentRequest,
    ResumeTournamentRequest,
    StartTournamentRequest,
)
from arena.wire.gen.standings_pb2 import GetStandingsRequest
from arena.wire.gen.tournaments_pb2 import (
    CreateTournamentRequest,
    ListTournamentsRequest,
    WatchTournamentRequest,
    WatchTournamentResponse,
)
from tests.api.conftest import House, Metadata
from tests.api.playing import connect, play_blocks
from tests.gateway.clients import until
from tests.league.made import fit
from tests.store.house import claimed, counted

SPADES = "spades-4"
BOARDS = 10  # of one line-up: two blocks


async def make_cup(house: House) -> None:
    """Create a tournament of ten boards with four bots of two owners."""
    for owner, bots in (("ada", "ab"), ("ben", "cd")):
        await house.owner(owner, bots)
    answer = await house.tournament("abcd", BOARDS, master="5eed" * 8)
    assert (answer.state, answer.boards, answer.closed, answer.games) == ("created", BOARDS, 0, 4 * BOARDS)


@pytest_asyncio.fixture(loop_scope="session")
async def cup(house: House) -> House:
    """A house with a tournament that is not started."""
    await make_cup(house)
    return house


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def finished(shared_house: House) -> House:
    """A house with a finished tournament, which tests only read."""
    await make_cup(shared_house)
    await start(shared_house, blocks=2)
    return shared_house


async def start(house: House, blocks: int) -> None:
    await house.people.StartTournament(StartTournamentRequest(name="cup"), metadata=house.operator)
    await connect(house.store, [SPADES])
    await play_blocks(house.store, blocks)


async def exported(house: House, metadata: Metadata, game: str = "") -> list[str]:
    request = ExportRecordsRequest(name="cup", game=game)
    return [answer.record async for answer in house.people.ExportRecords(request, metadata=metadata)]


async def test_starting_calls_the_workers_and_may_be_said_again(cup: House) -> None:
    for _ in range(2):
        answer = await cup.people.StartTournament(StartTournamentRequest(name="cup"), metadata=cup.operator)
        assert answer.tournament.state == "running"
    assert cup.wake_ups == [BOARDS, BOARDS]


async def test_watches_are_so_many_at_once_for_each_owner(cup: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "STREAMS", 2)
    request = WatchTournamentRequest(name="cup")
    watches = [cup.people.WatchTournament(request, metadata=cup.operator) for _ in range(2)]
    for watch in watches:
        await watch.read()
    code, line = await cup.ends("WatchTournament", request, cup.operator)
    assert code is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert "end one of them first" in line
    others = cup.people.WatchTournament(request, metadata=await cup.owner("eve"))
    await others.read()
    watches[0].cancel()

    async def has_room() -> bool:
        again = cup.people.WatchTournament(request, metadata=cup.operator)
        try:
            return isinstance(await again.read(), WatchTournamentResponse)
        except grpc.aio.AioRpcError:
            return False

    await until(has_room)
    for watch in (watches[1], others):
        watch.cancel()


async def test_a_tournament_is_paused_resumed_and_cancelled(cup: House) -> None:
    await start(cup, blocks=1)
    request = PauseTournamentRequest(name="cup")
    paused = await cup.people.PauseTournament(request, metadata=cup.operator)
    assert paused.tournament.state == "paused"
    assert await play_blocks(cup.store) == 0
    cup.wake_ups.clear()
    resumed = await cup.people.ResumeTournament(ResumeTournamentRequest(name="cup"), metadata=cup.operator)
    assert (resumed.tournament.state, cup.wake_ups) == ("running", [BOARDS - resumed.tournament.closed])
    cancelled = await cup.people.CancelTournament(CancelTournamentRequest(name="cup"), metadata=cup.operator)
    assert cancelled.tournament.state == "cancelled"
    code, line = await cup.ends("PauseTournament", request, cup.operator)
    assert (code, line) == (
        grpc.StatusCode.FAILED_PRECONDITION,
        "tournament 'cup' is cancelled: only a running one can be paused",
    )
    looks = cup.people.WatchTournament(WatchTournamentRequest(name="cup"), metadata=cup.operator)
    assert [look.tournament.state async for look in looks] == ["cancelled"]


async def test_a_failed_block_is_listed_with_its_traceback(cup: House) -> None:
    await start(cup, blocks=1)
    cup.store.play.attempt_limit = 1
    claim = await claimed(cup.store)
    await cup.store.play.failed(claim.block_id, claim.lease_number, "Traceback: why")
    request = ListFailedBlocksRequest(name="cup", retry=True)
    (block,) = (await cup.people.ListFailedBlocks(request, metadata=cup.operator)).blocks
    assert (block.variant, list(block.boards), block.traceback) == (SPADES, [5, 6, 7, 8, 9], "Traceback: why")
    assert not (await cup.people.ListFailedBlocks(request, metadata=cup.operator)).blocks


async def test_promises_come_first_and_seeds_with_the_closed_board(cup: House) -> None:
    request = ListCommitmentsRequest(name="cup")
    before = (await cup.people.ListCommitments(request, metadata=cup.operator)).commitments
    assert [line.board for line in before] == list(range(BOARDS))
    assert not any(line.seed for line in before)
    await start(cup, blocks=1)
    after = (await cup.people.ListCommitments(request, metadata=cup.operator)).commitments
    assert [line.commitment for line in after] == [line.commitment for line in before]
    assert 0 < sum(bool(line.seed) for line in after) < BOARDS
    for line in after:
        assert line.seed == "" or hashlib.sha256(bytes.fromhex(line.seed)).hexdigest() == line.commitment


async def test_records_verify(finished: House) -> None:
    records = [json.loads(record) for record in await exported(finished, finished.operator)]
    assert len(records) == 4 * BOARDS
    assert len({record["id"] for record in records}) == 4 * BOARDS
    for record in records:
        assert verify(record) == []
        assert sorted(record["seats"]) == ["a@1", "b@1", "c@1", "d@1"]
        assert record["options"]["format"] == {"kind": "hands", "count": 4}
    (one,) = await exported(finished, finished.operator, records[5]["id"])
    assert json.loads(one) == records[5]


async def test_standings_are_of_the_closed_boards(cup: House, finished: House) -> None:
    request = GetStandingsRequest(name="cup")
    (empty,) = (await cup.people.GetStandings(request, metadata=cup.operator)).variants
    assert (empty.variant, len(empty.standings), len(empty.crosstable)) == (SPADES, 0, 0)
    answer = await finished.people.GetStandings(request, metadata=finished.operator)
    assert answer.tournament.state == "finished"
    (variant,) = answer.variants
    lines = {line.bot: line for line in variant.standings}
    assert {bot: line.owner for bot, line in lines.items()} == {"a@1": "ada", "b@1": "ada", "c@1": "ben", "d@1": "ben"}
    assert all(line.boards == BOARDS for line in lines.values())
    assert sum(line.score for line in lines.values()) == pytest.approx(4 / 2)
    assert sum(line.live_elo for line in lines.values()) == pytest.approx(4 * 1500)
    assert [line.score for line in variant.standings] == sorted((line.score for line in lines.values()), reverse=True)
    assert [(line.bot, line.opponent) for line in variant.crosstable] == [
        ("a@1", "b@1"),
        ("a@1", "c@1"),
        ("a@1", "d@1"),
        ("b@1", "c@1"),
        ("b@1", "d@1"),
        ("c@1", "d@1"),
    ]
    for bot, line in lines.items():
        against = [m.score if m.bot == bot else 1 - m.score for m in variant.crosstable if bot in (m.bot, m.opponent)]
        assert sum(against) / 3 == pytest.approx(line.score)


async def test_ratings_come_in_tables(finished: House) -> None:
    request = ListRatingsRequest(variant=SPADES)
    (table,) = (await finished.people.ListRatings(request, metadata=finished.operator)).tables
    assert (table.variant, table.revision, table.provisional) == (SPADES, 1, False)
    assert [line.live_elo for line in table.ratings] == sorted((line.live_elo for line in table.ratings), reverse=True)


async def test_the_official_table_is_that_of_the_closed_boards(finished: House) -> None:
    answer = await finished.people.GetStrengths(GetStrengthsRequest(variants=[SPADES]), metadata=finished.operator)
    (table,) = answer.tables
    assert (list(table.variants), table.revision) == ([SPADES], 1)
    names = {row.version_id: row.bot for row in await finished.store.accounts.bots()}
    lines = Strengths(fit(await counted(finished.store, "cup", SPADES))).table()
    assert [(each.bot, each.rating, each.low if each.HasField("low") else None) for each in table.strengths] == [
        (names[line.player], line.elo, line.low) for line in lines
    ]
    for place, line in enumerate(table.strengths):
        assert line.superiority[place] == -1
        others = [each for other, each in enumerate(line.superiority) if other != place]
        assert others == sorted(others)
    pool = await finished.people.GetStrengths(GetStrengthsRequest(pooled=True), metadata=finished.operator)
    assert [each.rating for each in pool.tables[0].strengths] == [line.elo for line in lines]
    assert not any(each.HasField("spread") for each in pool.tables[0].strengths), "one variant has none"
    assert SPADES not in pool.tables[0].unplayed
    assert len(pool.tables[0].unplayed) == 10
    both = GetStrengthsRequest(variants=[SPADES], pooled=True)
    assert "leave them out" in (await finished.ends("GetStrengths", both, finished.operator))[1]


async def test_nothing_rated_is_no_table(house: House) -> None:
    assert not (await house.people.GetStrengths(GetStrengthsRequest(), metadata=house.operator)).tables


async def test_a_watch_ends_with_the_tournament(cup: House) -> None:
    watching = cup.people.WatchTournament(WatchTournamentRequest(name="cup"), metadata=cup.operator)
    looks = aiter(watching)
    first = await anext(looks)
    assert (first.tournament.state, first.playing, first.tournament.closed) == ("created", 0, 0)
    await start(cup, blocks=1)
    rest = []
    async for look in looks:
        rest.append(look)
        await play_blocks(cup.store)
    assert rest[-1].tournament.state == "finished"
    assert rest[-1].tournament.closed == BOARDS


async def test_bots_are_listed_with_what_is_connected(cup: House) -> None:
    await connect(cup.store, [SPADES])
    bots = (await cup.people.ListBots(ListBotsRequest(), metadata=cup.operator)).bots
    assert [(line.bot, line.owner, line.instances, line.max_seats) for line in bots] == [
        ("a@1", "ada", 1, 100),
        ("b@1", "ada", 1, 100),
        ("c@1", "ben", 1, 100),
        ("d@1", "ben", 1, 100),
    ]
    names = [
        line.name
        for line in (await cup.people.ListTournaments(ListTournamentsRequest(), metadata=cup.operator)).tournaments
    ]
    assert names == ["cup"]


def test_single_answers_are_asked_outside_the_pool_trust() -> None:
    for pool, asked in (("trust", False), ("", False), ("open", True), ("closed", True)):
        assert with_defaults(CreateTournamentRequest(pool=pool)).ask_single is asked
        for ask_single in (True, False):
            assert with_defaults(CreateTournamentRequest(pool=pool, ask_single=ask_single)).ask_single is ask_single
