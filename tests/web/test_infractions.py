from collections import Counter
from dataclasses import replace
from itertools import combinations
from urllib.parse import quote

from arena.store.play.rows import TimeoutRow
from tests.api.playing import result
from tests.store.house import claimed
from tests.web.conftest import BOTS, HOSTILE, Web
from tests.web.varied import games_of

LATE = {"hand": 0, "decision": 1, "seat": 0, "reason": "timeout"}
ILLEGAL = {"hand": 0, "decision": 2, "seat": 1, "reason": "illegal"}


async def test_infractions_are_counted_by_bot_and_kind_with_evidence(played: Web) -> None:
    claim = await claimed(played.store)
    results = [result(claim, board, game) for board in claim.boards for game in board.games]
    game, players = results[0].game_id, results[0].players_by_seat
    evidence = TimeoutRow(game, 0, 1, 0, players[0], 1, 500_000, 0, 900_000, 1, 0, 1, True)
    results[0] = replace(results[0], infractions=[LATE, ILLEGAL], timeouts=[evidence])
    await played.store.play.finish(claim.block_id, claim.lease_number, results)
    (seats,) = [each.seats for each in await games_of(played, HOSTILE) if each.game == str(game)]

    shown = (await played.get(f"/infractions/{quote(HOSTILE)}.json")).json()
    counts = {(each["bot"], each["reason"]): each["count"] for each in shown["counts"]}
    assert counts == {(seats[0].bot, "timeout"): 1, (seats[1].bot, "illegal"): 1}
    assert [each["reason"] for each in shown["infractions"]] == ["timeout", "illegal"]
    html = (await played.get(f"/infractions/{quote(HOSTILE)}")).text
    assert f'href="/games/{game}?hand=1#decision=2"' in html
    assert "0.90 s of 0.5 s and a bank of 0 s" in html


async def test_infractions_of_an_open_board_are_nobodys(played: Web) -> None:
    await claimed(played.store)
    shown = (await played.get(f"/infractions/{quote(HOSTILE)}.json")).json()
    assert (shown["counts"], shown["infractions"]) == ([], [])
    assert {each["kind"] for each in shown["findings"]} <= {"seat"}


async def test_boards_dealt_anew_are_told_by_cause(played: Web) -> None:
    claim = await claimed(played.store)
    await played.store.play.void(claim.boards[0].board_id, claim.lease_number, "a gateway was lost")
    await played.store.play.release(claim.block_id, claim.lease_number)
    shown = (await played.get(f"/infractions/{quote(HOSTILE)}.json")).json()
    voids = [each for each in shown["findings"] if each["kind"] == "void"]
    assert all("were voided in 1 incident (1 a gateway was lost)" in each["sentence"] for each in voids)
    assert len(voids) == 4
    assert voids[0]["sentence"] in (await played.get(f"/infractions/{quote(HOSTILE)}")).text


async def test_balance_is_that_of_the_games(reading: Web) -> None:
    together: Counter[frozenset[str]] = Counter()
    boards: Counter[str] = Counter()
    listed = [game for game in await games_of(reading, "cup") if game.variant == "spades-4" and game.rotation == 0]
    for game in listed:
        bots = {seat.bot for seat in game.seats}
        boards.update(bots)
        together.update(map(frozenset, combinations(bots, 2)))
    tables = (await reading.get("/tournaments/cup.json")).json()["tables"]
    (even,) = [each["evenness"] for each in tables if each["variant"] == "spades-4"]
    assert (even["pairs"]["least"], even["pairs"]["most"]) == (min(together.values()), max(together.values()))
    assert (even["bots"]["least"], even["bots"]["most"]) == (min(boards.values()), max(boards.values()))
    assert even["bots"]["mean"] == sum(boards.values()) / len(BOTS)
    assert even["unmet"] == 0
    assert "Schedule and balance" in (await reading.get("/tournaments/cup")).text
