"""A cell of the crosstable as a strip of boards, beside the crosstable and the games."""

import re
from statistics import mean

import pytest
from grpc import StatusCode

from arena.guards.auth import RefusedError
from arena.store.ratings import scores
from arena.wire.gen.records_pb2 import GetMeetingsRequest, MetBoard
from arena.wire.gen.standings_pb2 import GetStandingsRequest
from tests.web.conftest import Web
from tests.web.varied import VARIANTS_PLAYED, VARIED, games_of, play_varied


@pytest.mark.parametrize("variant", VARIANTS_PLAYED)
async def test_its_mean_is_the_crosstables(reading: Web, variant: str) -> None:
    (table,) = (await reading.desk.ask(GetStandingsRequest(name=VARIED, variant=variant))).variants
    for cell in table.crosstable:
        request = GetMeetingsRequest(name=VARIED, bot=cell.bot, opponent=cell.opponent, variant=variant)
        boards = (await reading.desk.ask(request)).boards
        assert len(boards) == cell.boards
        assert sum(each.score for each in boards) / cell.boards == pytest.approx(cell.score)
        assert [each.number for each in boards] == sorted(each.number for each in boards)


async def test_its_points_are_the_games(reading: Web) -> None:
    request = GetMeetingsRequest(name=VARIED, bot="alpha", opponent="beta", variant="spades-4")
    (board, *_) = (await reading.desk.ask(request)).boards
    seats = [seat for game in await games_of(reading, VARIED) if game.board == board.number for seat in game.seats]
    for bot, points in (("alpha@1", board.points), ("beta@1", board.opponent_points)):
        assert points == mean(seat.points for seat in seats if seat.bot == bot)


async def test_a_schedule_is_walked_in_stretches(reading: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(first: int) -> GetMeetingsRequest:
        return GetMeetingsRequest(name="cup", bot="alpha", opponent="beta", first=first)

    whole = (await reading.desk.ask(asked(0))).boards
    monkeypatch.setattr(scores, "STRETCH", 3)
    monkeypatch.setattr(scores, "MOST_MET", 2)
    boards: list[MetBoard] = []
    first: int | None = 0
    answers = 0
    while first is not None:
        answer = await reading.desk.ask(asked(first))
        assert len(answer.boards) <= 2
        boards += answer.boards
        first = answer.next if answer.HasField("next") else None
        answers += 1
    assert boards == list(whole)
    assert answers > 3


async def test_the_crosstable_opens_it_in_place_or_by_itself(reading: Web) -> None:
    html = (await reading.get(f"/tournaments/{VARIED}")).text
    address = re.search(r'<a href="(/strip/alpha@1/beta@1[^"]*spades-4)"', html)
    assert address
    shown = await reading.get(address[1].replace("&amp;", "&"))
    assert 'id="strip"' in shown.text
    boards = (await reading.get(address[1].replace("&amp;", "&").replace("?", ".json?"))).json()["answer"]["boards"]
    assert boards
    assert all(f'href="/boards/{each["board"]}"' in shown.text for each in boards)


async def test_a_board_that_is_open_is_not_in_it(played: Web) -> None:
    await play_varied(played.store, most_blocks=2)
    closed = {game.board for game in await games_of(played, VARIED)}
    shown = (await played.desk.ask(GetMeetingsRequest(name=VARIED, bot="alpha", opponent="beta"))).boards
    assert {each.number for each in shown} <= closed


async def test_unknown_meetings_are_refused(reading: Web) -> None:
    for asked, code in (
        (GetMeetingsRequest(name="none", bot="alpha", opponent="beta"), StatusCode.NOT_FOUND),
        (GetMeetingsRequest(name="cup", bot="alpha", opponent="none"), StatusCode.NOT_FOUND),
        (GetMeetingsRequest(name="cup", bot="alpha", opponent="alpha@1"), StatusCode.INVALID_ARGUMENT),
        (GetMeetingsRequest(name="cup", bot="alpha", opponent="beta", variant="bridge"), StatusCode.NOT_FOUND),
    ):
        with pytest.raises(RefusedError) as refused:
            await reading.desk.ask(asked)
        assert refused.value.code is code
    for first in ("-1", "99999999999999999999"):
        answer = await reading.get(f"/strip/alpha/beta?tournament=cup&first={first}")
        assert answer.status_code == 200


async def test_a_name_means_the_version_that_played_there(played: Web) -> None:
    await played.store.accounts.register_bot("alpha", "2", "ann", b"2" * 32)
    shown = await played.get("/strip/alpha/beta?tournament=cup")
    assert shown.status_code == 200
    assert "<h1>alpha@1 against beta@1</h1>" in shown.text
    refused = await played.get("/strip/alpha@2/beta?tournament=cup")
    assert refused.status_code == 404
    assert "does not take part" in refused.text
    assert "there is no bot" in (await played.get("/strip/nobody/beta?tournament=cup")).text
