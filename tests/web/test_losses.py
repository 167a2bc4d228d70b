"""The boards that cost a bot most, beside sums made by hand from the games."""

from collections import defaultdict
from statistics import mean

import pytest
from google.protobuf.message import Message
from grpc import StatusCode

from arena.guards.refused import Refused
from arena.wire.gen.records_pb2 import GetBoardRequest, GetLossesRequest
from tests.web.conftest import Web
from tests.web.varied import VARIANTS_PLAYED, VARIED, games_of, play_varied


@pytest.fixture
async def varied(played: Web) -> Web:
    await play_varied(played.store)
    return played


@pytest.mark.parametrize("variant", VARIANTS_PLAYED)
async def test_they_are_those_that_the_games_say(varied: Web, variant: str) -> None:
    taken: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for game in await games_of(varied, VARIED):
        if game.variant == variant:
            for seat in game.seats:
                taken[game.board][seat.bot].append(seat.points)
    expected = {}
    for board, by_bot in taken.items():
        if "alpha@1" in by_bot:
            own, best = mean(by_bot["alpha@1"]), max(mean(by_bot[bot]) for bot in by_bot if bot != "alpha@1")
            if own < best:
                expected[board] = (own, best)
    answer = await varied.desk.ask(GetLossesRequest(name=VARIED, bot="alpha", variant=variant, most=200))
    assert expected
    assert answer.bot == "alpha@1"
    assert {each.number: pytest.approx((each.points, each.others)) for each in answer.losses} == expected
    lacks = [each.points - each.others for each in answer.losses]
    assert lacks == sorted(lacks)
    board = await varied.desk.ask(GetBoardRequest(board=answer.losses[0].board))
    assert (board.number, board.tournament, board.variant) == (answer.losses[0].number, VARIED, variant)


async def test_the_dearest_stand_on_the_bots_page(varied: Web) -> None:
    dearest = (await varied.desk.ask(GetLossesRequest(name=VARIED, bot="alpha", variant="spades-4"))).losses[0]
    shown = (await varied.get("/bots/alpha@1.json")).json()["losses"]
    assert next(each for each in shown if each["variant"] == "spades-4")["board"] == dearest.board
    assert f'href="/boards/{dearest.board}?bot=alpha%401"' in (await varied.get("/bots/alpha@1")).text


async def test_a_board_says_which_decision_cost_a_bot_most(varied: Web) -> None:
    dearest = (await varied.desk.ask(GetLossesRequest(name=VARIED, bot="alpha", variant="spades-4"))).losses[0]
    shown = (await varied.get(f"/boards/{dearest.board}.json?bot=alpha@1")).json()
    results = dict(shown["results"])
    assert results["alpha@1"] == pytest.approx(dearest.points)
    assert max(results.values()) == pytest.approx(max(dearest.others, dearest.points))
    worst, cost = shown["worst"], shown["cost"]
    assert worst["bot"] == shown["asked"] == "alpha@1" != worst["other"]
    assert worst["points"] < worst["other_points"]
    page = (await varied.get(f"/boards/{dearest.board}?bot=alpha@1")).text
    assert "What cost alpha@1 most" in page
    assert f'href="/games/{worst["game"]}?hand={worst["hand"] + 1}"' in page
    if cost:
        assert cost["points"] < cost["others_points"]
        assert cost["did"] not in [action for action, _ in cost["others_did"]]
        assert all("alpha@1" not in players for _, players in cost["others_did"])
        at = f"hand={cost['hand'] + 1}#decision={cost['decision'] + 1}"
        assert f'href="/games/{cost["game"]}?{at}"' in page
    assert "What cost" not in (await varied.get(f"/boards/{dearest.board}?bot=nobody")).text


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (GetLossesRequest(name="none", bot="alpha"), StatusCode.NOT_FOUND),
        (GetLossesRequest(name="cup", bot="none"), StatusCode.NOT_FOUND),
        (GetLossesRequest(name="cup", bot="alpha", variant="bridge"), StatusCode.NOT_FOUND),
        (GetLossesRequest(name="cup", bot="alpha", most=1000), StatusCode.INVALID_ARGUMENT),
    ],
)
async def test_what_is_not_there_is_refused(played: Web, asked: Message, code: StatusCode) -> None:
    with pytest.raises(Refused) as refused:
        await played.desk.ask(asked)
    assert refused.value.code is code
