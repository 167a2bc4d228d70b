from collections.abc import Sequence
from dataclasses import replace

import pytest_asyncio

from arena.store.play.rows import GameResult
from arena.wire.gen.measures_pb2 import GetPlayStatisticsRequest
from arena.wire.gen.ratings_pb2 import Finding, GetStrengthsRequest
from arena.wire.gen.standings_pb2 import GetStandingsRequest
from tests.api.conftest import House
from tests.api.playing import result
from tests.api.tournaments.test_tournaments import start


def absent_minded(version: int, result: GameResult) -> GameResult:
    """Of one bot's 32 decisions in a game one was made for it since it had left, of the others' none."""
    lost = [int(player == version) for player in result.players_by_seat]
    plays = [
        replace(play, asked=32 - gone, infractions=0, fallbacks=gone)
        for play, gone in zip(result.play, lost, strict=True)
    ]
    return replace(result, play=plays)


@pytest_asyncio.fixture(loop_scope="session")
async def cup(house: House) -> House:
    """Four bots, of which c lets the fallback answer 1 of 32 decisions, and a board that was void once."""
    await house.owner("ada", "abcd")
    await house.tournament("abcd", 4, master="5eed" * 8)
    await start(house, blocks=0)
    (version,) = (row.version_id for row in await house.store.accounts.bots() if row.name == "c")
    voided = 1
    while claim := await house.store.play.claim("w", 60):
        for board in claim.boards[:voided]:
            await house.store.play.void(board.board_id, claim.lease_number, "the arena failed")
        boards = claim.boards[voided:]
        results = [absent_minded(version, result(claim, board, game)) for board in boards for game in board.games]
        await house.store.play.finish(claim.block_id, claim.lease_number, results)
        voided = 0
    return house


def rows_of(findings: Sequence[Finding]) -> list[tuple[list[str], str, float, float]]:
    return [
        (list(each.bots), each.kind, each.effect, each.threshold)
        for each in findings
        if each.kind not in ("lag", "void")
    ]


async def test_standings_and_official_tables_are_marked(cup: House) -> None:
    wanted = [([], "voids", 1 / 4, 0.01), (["c@1"], "fallbacks", 1 / 32, 0.01)]
    standings = await cup.people.GetStandings(GetStandingsRequest(name="cup"), metadata=cup.operator)
    assert rows_of(standings.variants[0].findings) == wanted
    (table,) = (await cup.people.GetStrengths(GetStrengthsRequest(), metadata=cup.operator)).tables
    assert rows_of(table.findings) == wanted
    for findings in (standings.variants[0].findings, table.findings):
        voids = [each for each in findings if each.kind == "void"]
        assert [(list(each.bots), each.boards, each.effect, each.flagged, each.sentence) for each in voids] == [
            (
                *([f"{name}@1"], 5, 1 / 5, False),
                f"1 of the 5 boards of {name}@1 were voided in 1 incident (1 the arena failed)",
            )
            for name in "abcd"
        ]
    ratings = {line.bot: line.rating for line in table.strengths}
    assert {line.bot: line.rating for line in standings.variants[0].standings} == ratings


async def test_statistics_are_marked_for_the_bots_own_fallbacks(cup: House) -> None:
    for bot, marks in (("a", []), ("c", [(["c@1"], "fallbacks", 1 / 32, 0.01)])):
        request = GetPlayStatisticsRequest(bot=bot)
        (line,) = (await cup.people.GetPlayStatistics(request, metadata=cup.operator)).variants
        assert rows_of(line.findings) == marks
        (figure,) = (each for each in line.figures if each.name == "decisions by the fallback")
        assert (figure.value, figure.unit) == (len(marks) / 32, "share")
