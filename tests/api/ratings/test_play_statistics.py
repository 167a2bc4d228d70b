import json
from typing import Any

import grpc

from arena.wire.gen.measures_pb2 import GetPlayStatisticsRequest, PlayFigure, VariantPlay
from arena.wire.gen.records_pb2 import ExportRecordsRequest
from tests.api.conftest import House
from tests.api.test_reading import cup

__all__ = ["cup"]  # the fixture


async def read_statistics(house: House, bot: str, variant: str = "") -> dict[str, VariantPlay]:
    request = GetPlayStatisticsRequest(bot=bot, variant=variant)
    answer = await house.people.GetPlayStatistics(request, metadata=house.operator)
    assert answer.bot == "a@1"
    return {line.variant: line for line in answer.variants}


async def hands(house: House, variant: str) -> list[tuple[int, dict[str, Any]]]:
    """The seats of a@1 and the hands it had, from the records."""
    rows = []
    async for answer in house.people.ExportRecords(ExportRecordsRequest(name="cup"), metadata=house.operator):
        record = json.loads(answer.record)
        if record["variant"] == variant:
            seats = [seat for seat, bot in enumerate(record["seats"]) if "a@1" in bot.split("+")]
            rows += [(seat, hand) for seat in seats for hand in record["hands"]]
    return rows


def bid_of(seat: int, hand: dict[str, Any]) -> Any:
    said = (each for each in hand["decisions"] if each["do"] == "bid" and each["seat"] == seat)
    return next(said)["value"]


def figures(line: VariantPlay) -> dict[str, PlayFigure]:
    return {figure.name: figure for figure in line.figures}


async def test_figures_are_those_of_the_records(cup: House) -> None:
    variants = await read_statistics(cup, "a")
    assert set(variants) == {"spades-3", "pinochle-cutthroat", "pinochle-single-deck"}  # spades-4 is at a table
    spades, played = figures(variants["spades-3"]), await hands(cup, "spades-3")
    sources = [spades[f"points of {source} a hand"].value for source in ("bids", "jacks", "bags")]
    assert round(sum(sources) * len(played)) == sum(hand["deltas"][seat] for seat, hand in played)
    assert spades["mean bid"].of == len(played)  # the fallback bids 1, never nil
    pinochle, played = figures(variants["pinochle-cutthroat"]), await hands(cup, "pinochle-cutthroat")
    declared = [hand for seat, hand in played if hand["declarer"] == seat]
    assert pinochle["hands as declarer"].value == len(declared) / len(played)
    if declared:
        contracts = sum(hand["outcome"] == "made" for hand in declared)
        assert pinochle["contracts made"].value == contracts / len(declared)
        assert pinochle["contracts made"].of == len(declared)
    points = sum(hand["points"][seat] for seat, hand in played)
    assert pinochle["points in tricks a hand"].value == points / len(played)
    assert pinochle["charged a decision"].value == 2.0
    assert all(figure.HasField("field") for figure in (spades["bags a hand"], pinochle["meld a hand"]))


async def test_calls_are_those_of_the_records(cup: House) -> None:
    variants = await read_statistics(cup, "a")
    played = await hands(cup, "spades-3")
    assert sum(each.called for each in variants["spades-3"].calls) == len(played)
    for each in variants["spades-3"].calls:
        called = [(seat, hand) for seat, hand in played if str(bid_of(seat, hand)) == each.name]
        outcomes = [sum(won["winner"] == seat for won in hand["tricks"]) >= int(each.name) for seat, hand in called]
        points = sum(hand["deltas"][seat] for seat, hand in called)
        assert (each.called, each.made, each.points) == (
            len(called),
            sum(outcomes) / len(outcomes),
            points / len(called),
        )
        assert each.HasField("low") == (each.called >= 10)
        assert each.field_called
    declared = [(seat, hand) for seat, hand in await hands(cup, "pinochle-cutthroat") if hand["declarer"] == seat]
    calls = [each for each in variants["pinochle-cutthroat"].calls if each.called]
    assert sum(each.called for each in calls) == len(declared)
    points = sum(hand["deltas"][seat] for seat, hand in declared)
    assert round(sum(each.called * each.points for each in calls)) == points


async def test_statistics_are_filtered_by_variant(cup: House) -> None:
    assert set(await read_statistics(cup, "a@1", "spades-3")) == {"spades-3"}
    for wrong, code in (
        (GetPlayStatisticsRequest(bot="nobody"), grpc.StatusCode.NOT_FOUND),
        (GetPlayStatisticsRequest(bot="a", variant="whist"), grpc.StatusCode.NOT_FOUND),
    ):
        assert (await cup.ends("GetPlayStatistics", wrong, cup.operator))[0] is code


async def test_boards_with_known_deals_are_listed_as_tests(cup: House) -> None:
    assert all(list(line.pools) == ["test"] for line in (await read_statistics(cup, "a")).values())
    async with cup.store.transaction() as connection:
        await connection.execute("UPDATE tournaments SET test_seed = NULL")
    assert all(list(line.pools) == ["trust"] for line in (await read_statistics(cup, "a")).values())
    async with cup.store.transaction() as connection:
        await connection.execute("UPDATE tournaments SET test_seed = 's'")
