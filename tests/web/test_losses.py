"""The boards that cost a bot most, beside sums made by hand from the games."""

from collections import defaultdict
from html import unescape
from statistics import mean

import pytest
from grpc import StatusCode

from arena.guards.auth import RefusedError
from arena.wire.gen.records_pb2 import GetBoardRequest, GetLossesRequest
from tests.web.conftest import Web
from tests.web.varied import VARIANTS_PLAYED, VARIED, games_of


@pytest.mark.parametrize("variant", VARIANTS_PLAYED)
async def test_they_are_those_that_the_games_say(reading: Web, variant: str) -> None:
    taken: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for game in await games_of(reading, VARIED):
        if game.variant == variant:
            for seat in game.seats:
                taken[game.board][seat.bot].append(seat.points)
    boards = {board: by_bot for board, by_bot in taken.items() if "alpha@1" in by_bot}
    expected = {}
    for board, by_bot in boards.items():
        own, best = mean(by_bot["alpha@1"]), max(mean(by_bot[bot]) for bot in by_bot if bot != "alpha@1")
        if own < best:
            expected[board] = (own, best)
    answer = await reading.desk.ask(GetLossesRequest(name=VARIED, bot="alpha", variant=variant, most=200))
    assert expected
    assert (answer.bot, answer.boards) == ("alpha@1", len(boards))
    assert {each.number: pytest.approx((each.points, each.others)) for each in answer.losses} == expected
    lacks = [each.points - each.others for each in answer.losses]
    assert lacks == sorted(lacks)
    board = await reading.desk.ask(GetBoardRequest(board=answer.losses[0].board))
    assert (board.number, board.tournament, board.variant) == (answer.losses[0].number, VARIED, variant)


async def test_the_dearest_stand_on_the_bots_page(reading: Web) -> None:
    dearest = (await reading.desk.ask(GetLossesRequest(name=VARIED, bot="alpha", variant="spades-4"))).losses[0]
    shown = (await reading.get("/bots/alpha@1.json")).json()["losses"]
    assert next(each for each in shown if each["variant"] == "spades-4")["loss"]["board"] == dearest.board
    assert f'href="/boards/{dearest.board}?bot=alpha%401"' in (await reading.get("/bots/alpha@1")).text


@pytest.mark.parametrize("variant", VARIANTS_PLAYED)
async def test_a_board_says_which_hand_cost_a_bot_most(reading: Web, variant: str) -> None:
    answer = await reading.desk.ask(GetLossesRequest(name=VARIED, bot="alpha", variant=variant, most=200))
    for loss in answer.losses[:3]:
        path = f"/boards/{loss.board}"
        shown = (await reading.get(f"{path}.json?bot=alpha@1")).json()
        results = dict(shown["results"])
        lost = shown["costliest"]
        own, best = lost["own"], lost["best"]
        assert results["alpha@1"] == pytest.approx(loss.points)
        assert results[best["player"]] == max(results.values()) == pytest.approx(loss.others)
        assert (own["player"], shown["bot"], shown["hand"]) == ("alpha@1", "alpha@1", lost["hand"])
        assert own["points"] < best["points"]
        page = unescape((await reading.get(f"{path}?bot=alpha@1")).text)
        assert (
            page.index("Costliest hand of alpha@1")
            < page.index(f"{own['summary']}.")
            < page.index(f"{best['summary']}.")
        )
        for part in (own, best, *lost["others"]):
            line = shown["lines"][part["line"]]
            game = (await reading.get(f"/games/{line['game']}.json?hand={lost['hand'] + 1}")).json()
            assert line["bots"][lost["seat"]] == part["player"]
            assert game["sheet"][lost["hand"]]["seats"][lost["seat"]]["delta"] == part["points"]
            assert game["record"]["hands"][lost["hand"]]["dealt"]["hands"] == shown["cards"]
            assert f'href="/games/{line["game"]}?hand={lost["hand"] + 1}"' in page
        game, hand = shown["lines"][own["line"]]["game"], lost["hand"] + 1
        asked = f"python my_bot.py --replay {game}:{hand}:{lost['first_own'] + 1} --record -"
        assert f'value="arena export {VARIED} --game {game} | {asked}"' in page
        assert f'value="arena bot keep {game}:{hand}:{lost["first_own"] + 1}"' in page
        below = mean(each["points"] for each in (best, *lost["others"])) - own["points"]
        others = f"players with these cards scored {abs(below):.1f} points {'more' if below >= 0 else 'fewer'}"
        assert (others in page) == bool(lost["others"])
        parting = lost["parting"]
        assert (parting["hand"], [row["decision"] for row in shown["decisions"] if row["is_parting"]]) == (
            lost["hand"],
            [parting["decision"]],
        )
        for part in (own, best):
            (did,) = [choice["action"] for choice in parting["choices"] if part["line"] in choice["lines"]]
            line = shown["lines"][part["line"]]
            at = f"hand={lost['hand'] + 1}#decision={parting['decision'] + 1}"
            assert f'href="/games/{line["game"]}?{at}">{line["bots"][parting["seat"]]} {did}</a>' in page
            cells = [row["cells"][part["line"]] for row in shown["decisions"] if row["is_parting"]]
            assert cells == [{"seat": parting["seat"], "player": line["players"][parting["seat"]], "action": did}]
    (first, *_) = shown["results"]
    assert "No player with the same cards scored more" in (await reading.get(f"{path}?bot={first[0]}")).text
    assert "Costliest hand" not in (await reading.get(f"{path}?bot=nobody")).text


async def test_unknown_losses_are_empty_or_refused(reading: Web) -> None:
    elsewhere = await reading.desk.ask(GetLossesRequest(name=VARIED, bot="alpha", variant="spades-3"))
    assert (elsewhere.boards, list(elsewhere.losses)) == (0, [])
    for asked, code in (
        (GetLossesRequest(name="none", bot="alpha"), StatusCode.NOT_FOUND),
        (GetLossesRequest(name="cup", bot="none"), StatusCode.NOT_FOUND),
        (GetLossesRequest(name="cup", bot="alpha", variant="bridge"), StatusCode.NOT_FOUND),
        (GetLossesRequest(name="cup", bot="alpha", most=1000), StatusCode.INVALID_ARGUMENT),
    ):
        with pytest.raises(RefusedError) as refused:
            await reading.desk.ask(asked)
        assert refused.value.code is code
