"""The biggest upset of the first page, beside the standings and the games."""

import pytest
from grpc import StatusCode

from arena.guards.refused import Refused
from arena.wire.gen.ratings_pb2 import GetStrengthsRequest
from arena.wire.gen.records_pb2 import GetMeetingsRequest, GetUpsetRequest
from tests.web.conftest import Web
from tests.web.varied import VARIED


@pytest.fixture
async def rated(varied: Web) -> Web:
    await varied.store.ratings.catch_up_fits()
    return varied


async def test_its_numbers_are_those_of_ratings_and_boards(rated: Web) -> None:
    upset = (await rated.desk.ask(GetUpsetRequest(name=VARIED))).upset
    tables = (await rated.desk.ask(GetStrengthsRequest(variants=[upset.variant]))).tables
    ratings = {each.bot: each.rating for table in tables for each in table.strengths}
    gaps = [ratings[other] - ratings[upset.bot] for other in upset.others]
    expected = sum(1 / (1 + 10 ** (gap / 400)) for gap in gaps) / len(gaps)
    assert upset.expected == pytest.approx(expected, abs=1e-6)
    scores = []
    for other in upset.others:
        request = GetMeetingsRequest(name=VARIED, bot=upset.bot, opponent=other, variant=upset.variant)
        boards = (await rated.desk.ask(request)).boards
        scores += [each.score for each in boards if each.board == upset.board]
    assert upset.score == pytest.approx(sum(scores) / len(scores))
    assert upset.expected < 0.5 < upset.score


async def test_it_stands_on_the_first_page(rated: Web) -> None:
    shown = (await rated.get("/index.json")).json()["surprise"]
    told = (await rated.desk.ask(GetUpsetRequest(name=VARIED))).upset
    assert shown["score"] - shown["expected"] >= told.score - told.expected
    html = (await rated.get("/")).text
    assert "The biggest upset lately" in html
    assert f'href="/boards/{shown["board"]}"' in html


async def test_where_nothing_was_played_there_is_none(played: Web) -> None:
    assert not (await played.desk.ask(GetUpsetRequest(name="cup", first=10_000))).HasField("upset")
    with pytest.raises(Refused) as refused:
        await played.desk.ask(GetUpsetRequest(name="none"))
    assert refused.value.code is StatusCode.NOT_FOUND
