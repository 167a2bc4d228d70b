import json
from collections import defaultdict
from typing import Any

import grpc
import pytest
import pytest_asyncio

from arena.wire.gen.measures_pb2 import GetFindingsRequest, GetSeatScoresRequest
from arena.wire.gen.records_pb2 import ExportRecordsRequest, ListedGame, ListGamesRequest
from arena.wire.gen.standings_pb2 import GetHeadToHeadRequest, GetStandingsRequest
from tests import ask
from tests.api.conftest import House, Metadata
from tests.api.playing import connect, play_blocks
from tests.store.house import claimed

# Partners, seats that are drawn for, dealers that are drawn for, and a first dealer who is not seat 0.
VARIANTS = [
    ask.variant("spades-4", options={"first_dealer": 2}),
    ask.variant("pinochle-single-deck"),
    ask.variant("spades-3", options={"first_dealer": "draw"}),
    ask.variant("pinochle-cutthroat", options={"first_dealer": "draw"}),
]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def cup(shared_house: House) -> House:
    """Four bots of two owners; all but one block of a tournament is played. Tests only read it."""
    house = shared_house
    for name, owner in (("a", "ada"), ("b", "ada"), ("c", "ben"), ("d", "ben")):
        if name in "ac":
            await house.owner(owner)
        await house.bot(name, owner)
    new = ask.tournament("cup", VARIANTS, list("abcd"), 2, test_seed="s", allow_same_owner=True)
    await house.store.tournaments.create_tournament(new)
    await connect(house.store, [each.variant for each in VARIANTS])
    await house.store.tournaments.start_tournament("cup")
    blocks = 1000
    while blocks:
        claim = await claimed(house.store)
        if claim.variant == "spades-4":
            break  # it stays at a table
        await house.store.play.release(claim.block_id, claim.lease_number)
        blocks = await play_blocks(house.store, 1)
    await play_blocks(house.store)
    return house


async def games(house: House, who: Metadata | None = None, **fields: Any) -> list[ListedGame]:
    request = ListGamesRequest(name="cup", **fields)
    return list((await house.people.ListGames(request, metadata=who or house.operator)).games)


async def records(house: House) -> dict[str, dict[str, Any]]:
    records_by_id = {}
    async for answer in house.people.ExportRecords(ExportRecordsRequest(name="cup"), metadata=house.operator):
        record = json.loads(answer.record)
        records_by_id[record["id"]] = record
    return records_by_id


async def test_games_are_listed_with_what_their_records_say(cup: House) -> None:
    stored, listed = await records(cup), await games(cup)
    assert len(listed) > 40
    assert [game.game for game in listed] == list(stored)
    for game in listed:
        record = stored[game.game]
        assert [seat.bot for seat in game.seats] == record["seats"]
        assert [seat.rank for seat in game.seats] == record["ranks"]
        assert [seat.points for seat in game.seats] == record["scores"]
        assert (game.variant, game.ended, game.open) == (record["variant"], record["ended"], False)


async def test_games_are_listed_by_bot_variant_and_seat(cup: House) -> None:
    listed = await games(cup)
    of_a = [game for game in listed if "a@1" in {seat.bot for seat in game.seats}]
    assert await games(cup, bot="a") == await games(cup, bot="a@1") == of_a != listed
    in_two = [game for game in of_a if len(game.seats) > 2 and game.seats[2].bot == "a@1"]
    assert await games(cup, bot="a", seat=2) == in_two
    assert await games(cup, variant="spades-3") == [game for game in listed if game.variant == "spades-3"]
    for fields, named in (({"seat": 1}, "bot"), ({"bot": "zz"}, "zz"), ({"bot": "a", "seat": 2**32 - 1}, "seat")):
        _, line = await cup.ends("ListGames", ListGamesRequest(name="cup", **fields), cup.operator)
        assert named in line


async def test_open_boards_are_for_operators_who_ask(cup: House) -> None:
    owner = await cup.owner("eve")
    closed = await games(cup)
    assert await games(cup, owner) == closed
    code, line = await cup.ends("ListGames", ListGamesRequest(name="cup", open=True), owner)
    assert (code, "operators" in line) == (grpc.StatusCode.PERMISSION_DENIED, True)
    shown = await games(cup, open=True)
    at_the_table = [game for game in shown if game.open]
    assert [game for game in shown if not game.open] == closed
    assert [(game.variant, game.rotation, game.ended) for game in at_the_table[:4]] == [
        ("spades-4", rotation, "") for rotation in range(4)
    ]
    line_up = [seat.bot for seat in at_the_table[0].seats]
    assert [seat.bot for seat in at_the_table[1].seats] == line_up[-1:] + line_up[:-1]


async def test_seats_are_means_of_the_games_in_them(cup: House) -> None:
    request = GetSeatScoresRequest(name="cup")
    variants = (await cup.people.GetSeatScores(request, metadata=cup.operator)).variants
    by_variant = {line.variant: line for line in variants}
    assert [line.drawn for line in variants] == [False, False, False, True]
    scored, points = defaultdict(list), defaultdict(list)
    for record in (await records(cup)).values():
        sides = 2 if record["variant"] == "pinochle-single-deck" else len(record["seats"])
        first = record["options"]["first_dealer"]
        for seat in range(sides):
            place = seat if first == "draw" else (seat - first) % sides
            better = [1 if record["ranks"][seat] < other else 0.5 if record["ranks"][seat] == other else 0
                for which, other in enumerate(record["ranks"][:sides]) if which != seat]  # fmt: skip
            key = (record["variant"], record["seats"][seat], place)
            scored[key].append(sum(better) / len(better))
            points[key].append(record["scores"][seat])
    means = {(name, line.bot, line.place): line for name, each in by_variant.items() for line in each.seats}
    assert means.keys() == scored.keys()
    for key, line in means.items():
        assert line.games == len(scored[key])
        assert line.score == pytest.approx(sum(scored[key]) / line.games)
        assert line.points == pytest.approx(sum(points[key]) / line.games)
    for each in variants:
        assert sum(line.score for line in each.whole) == pytest.approx(len(each.whole) / 2 if each.whole else 0)
    only = GetSeatScoresRequest(name="cup", variant="spades-3")
    assert list((await cup.people.GetSeatScores(only, metadata=cup.operator)).variants) == [by_variant["spades-3"]]
    for asked in ("a@1", "a"):
        one = GetSeatScoresRequest(name="cup", variant="spades-3", bot=asked)
        (own,) = (await cup.people.GetSeatScores(one, metadata=cup.operator)).variants
        assert list(own.seats) == [seat for seat in by_variant["spades-3"].seats if seat.bot == "a@1"]
        assert not own.whole


async def test_head_to_head_is_the_crosstables_cell(cup: House) -> None:
    crosstables = await cup.people.GetStandings(GetStandingsRequest(name="cup"), metadata=cup.operator)
    cells = {each.variant: meeting for each in crosstables.variants for meeting in each.crosstable
        if (meeting.bot, meeting.opponent) == ("a@1", "d@1")}  # fmt: skip
    for tournament in ("", "cup"):
        request = GetHeadToHeadRequest(bot="d", opponent="a@1", tournament=tournament)
        answer = await cup.people.GetHeadToHead(request, metadata=cup.operator)
        assert (answer.bot, answer.opponent) == ("d@1", "a@1")
        assert {line.variant for line in answer.variants} == cells.keys()
        for line in answer.variants:
            cell = cells[line.variant]
            assert line.boards == cell.boards
            assert line.error == pytest.approx(cell.error)
            assert line.score == pytest.approx(1 - cell.score)
        (whole,) = (
            meeting for meeting in crosstables.whole.crosstable if (meeting.bot, meeting.opponent) == ("a@1", "d@1")
        )
        (pooled,) = answer.wholes
        assert (pooled.pool, set(pooled.variants)) == ("test", set(cells))
        assert pooled.meeting.boards == whole.boards
        assert pooled.meeting.score == pytest.approx(1 - whole.score)
    request = GetHeadToHeadRequest(bot="d", opponent="a", variant="spades-5")
    assert not (await cup.people.GetHeadToHead(request, metadata=cup.operator)).wholes
    for wrong, named in (
        (GetHeadToHeadRequest(bot="a", opponent="a@1"), "itself"),
        (GetHeadToHeadRequest(bot="zz", opponent="a"), "zz"),
        (GetHeadToHeadRequest(bot="a", opponent="b", tournament="no"), "no"),
    ):
        _, line_said = await cup.ends("GetHeadToHead", wrong, cup.operator)
        assert named in line_said


async def test_sums_are_the_same_however_boards_came_to_be_rated(cup: House) -> None:
    await cup.store.ratings.rate()
    before = await cup.store.ratings.seat_scores("cup"), await cup.store.ratings.memory("cup")
    await cup.store.ratings.rebuild()
    assert (await cup.store.ratings.seat_scores("cup"), await cup.store.ratings.memory("cup")) == before


def score_of(game: ListedGame, bot: str, sides: int) -> tuple[int, float]:
    """Where a bot sat, and its mean pair score there."""
    seats = list(game.seats)[:sides]
    (seat,) = (which for which, each in enumerate(seats) if each.bot == bot)
    others = [each.rank for which, each in enumerate(seats) if which != seat]
    return seat, sum((seats[seat].rank < other) + (seats[seat].rank == other) / 2 for other in others) / len(others)


async def test_memory_is_the_last_rotation_less_the_first(cup: House) -> None:
    request = GetFindingsRequest(name="cup")
    findings = (await cup.people.GetFindings(request, metadata=cup.operator)).findings
    for each in VARIANTS:
        lines = [line for line in findings if line.kind == "memory" and line.variant == each.variant]
        boards: dict[int, dict[int, ListedGame]] = defaultdict(dict)
        for game in await games(cup, variant=each.variant):
            boards[game.board][game.rotation] = game
        met, worth = defaultdict(list), defaultdict(list)
        for board in boards.values():
            sides = 2 if each.variant == "pinochle-single-deck" else len(board[0].seats)
            for bot in {seat.bot for seat in board[0].seats}:
                met[bot].append((score_of(board[0], bot, sides), score_of(board[sides - 1], bot, sides)))
                for seat, score in met[bot][-1]:
                    worth[seat].append(score)
        mean = {seat: sum(scores) / len(scores) for seat, scores in worth.items()}
        gains = {bot: [last - mean[to] - first + mean[at] for (at, first), (to, last) in pairs]
            for bot, pairs in met.items()}  # fmt: skip
        assert {line.bots[0]: line.boards for line in lines} == {
            bot: len(all_boards) for bot, all_boards in gains.items()
        }
        for line in lines:
            assert line.effect == pytest.approx(sum(gains[line.bots[0]]) / line.boards, abs=1e-9)
            assert line.HasField("low") == (line.boards >= 10)
