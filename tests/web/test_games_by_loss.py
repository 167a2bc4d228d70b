"""Games of a bot by result, seat and loss, beside sums made by hand; and found by a seat's number."""

from collections import defaultdict
from statistics import mean

import pytest
from google.protobuf.json_format import ParseDict
from grpc import StatusCode

from arena.guards.auth import RefusedError
from arena.wire.gen.records_pb2 import ListedGame, ListGamesRequest
from tests.web.conftest import Web
from tests.web.varied import VARIANTS_PLAYED, VARIED, games_of

ALPHA = "alpha@1"


async def asked(web: Web, **filters: object) -> list[ListedGame]:
    request = ParseDict({"name": VARIED, "page_size": 1000, **filters}, ListGamesRequest())
    return list((await web.desk.ask(request)).games)


def loss_of(game: ListedGame, board: list[ListedGame]) -> float | None:
    """Return how many points more the others made of its cards, in the mean of its seats."""
    others = [each for each in board if each.game != game.game]
    if not others:
        return None
    seats = [seat for seat, sat in enumerate(game.seats) if sat.bot == ALPHA]
    return mean(mean(each.seats[seat].points for each in others) - game.seats[seat].points for seat in seats)


async def test_the_costliest_games_come_first(reading: Web) -> None:
    boards: dict[int, list[ListedGame]] = defaultdict(list)
    for game in await games_of(reading, VARIED):
        boards[game.board].append(game)
    expected = {
        game.game: loss_of(game, board)
        for board in boards.values()
        for game in board
        if any(seat.bot == ALPHA for seat in game.seats)
    }
    games = await asked(reading, bot="alpha", by_loss=True)
    assert {game.game: pytest.approx(game.loss) for game in games} == expected
    assert [game.loss for game in games] == sorted((game.loss for game in games), reverse=True)
    some = await asked(reading, bot="alpha", by_loss=True, page_size=3)
    assert [game.game for game in some] == [game.game for game in games[:3]]
    for variant in VARIANTS_PLAYED:
        of_variant = await asked(reading, bot="alpha", by_loss=True, variant=variant)
        assert [each.game for each in of_variant] == [each.game for each in games if each.variant == variant]


async def test_a_result_is_the_bots_own(reading: Web) -> None:
    games = [game for game in await games_of(reading, VARIED) if any(seat.bot == ALPHA for seat in game.seats)]
    for result in ("won", "lost"):
        expected = {
            game.game
            for game in games
            if any(seat.bot == ALPHA and (seat.rank == 1) == (result == "won") for seat in game.seats)
        }
        assert expected
        assert {game.game for game in await asked(reading, bot="alpha", result=result)} == expected
        assert {game.game for game in await asked(reading, bot="alpha", result=result, by_loss=True)} == expected
        first = await asked(reading, bot="alpha", result=result, seat=0)
        assert first
        assert all(game.seats[0].bot == ALPHA for game in first)
        assert all((game.seats[0].rank == 1) == (result == "won") for game in first)


async def test_a_seat_of_a_bots_log_finds_its_game(reading: Web) -> None:
    async with reading.store.transaction() as connection:
        rows = await (await connection.execute("SELECT id, seat_ids FROM games ORDER BY id")).fetchall()
    listed = {game.game for game in await games_of(reading, VARIED)}
    for game, seat_ids in [row for row in rows if str(row[0]) in listed][::7]:
        for seat_id in seat_ids:
            assert [each.game for each in await asked(reading, seat_id=str(seat_id))] == [str(game)]
    assert await asked(reading, seat_id=str(2**64 - 1)) == []


async def test_filters_that_say_nothing_are_refused(reading: Web) -> None:
    for filters in (
        {"result": "won"},
        {"by_loss": True},
        {"bot": "alpha", "result": "drawn"},
        {"bot": "alpha", "by_loss": True, "seat_id": "7"},
    ):
        with pytest.raises(RefusedError) as refused:
            await asked(reading, **filters)
        assert refused.value.code is StatusCode.INVALID_ARGUMENT


async def test_the_page_has_them_too(reading: Web) -> None:
    path = f"/games?tournament={VARIED}&bot=alpha&result=lost&order=loss"
    dearest = (await asked(reading, bot="alpha", result="lost", by_loss=True, page_size=100))[0]
    page = (await reading.get(path)).text
    assert page.index(f'href="/games/{dearest.game}"') < page.index("</tbody>")
    assert f'data-of="loss">{dearest.loss:.1f}</td>' in page
    shown = (await reading.get(path.replace("/games?", "/games.json?") + "&seat=1")).json()
    assert shown["games"]
    assert {each["seats"][1]["bot"] for each in shown["games"]} == {ALPHA}
    assert (await reading.get("/games?tournament=varied&bot=alpha&seat=x")).status_code == 400
    assert (await reading.get("/games?tournament=varied&seat=x")).status_code == 400
