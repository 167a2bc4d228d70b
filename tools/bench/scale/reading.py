"""Measure reads with a season stored: standings, Elo, the official table, pages of lists."""

import time
from collections.abc import AsyncIterator, Coroutine
from typing import Any

import psycopg

from arena.api.calls.call import Call, Request
from arena.api.ratings.findings import get_findings
from arena.api.ratings.head_to_head import get_head_to_head
from arena.api.ratings.seats import get_seat_scores
from arena.api.ratings.standings import get_standings
from arena.api.ratings.strengths import get_strengths
from arena.store import Store
from arena.store.accounts.rows import Principal
from arena.store.play.rows import StoredGame
from arena.wire.gen.measures_pb2 import GetFindingsRequest, GetSeatScoresRequest
from arena.wire.gen.ratings_pb2 import GetStrengthsRequest
from arena.wire.gen.records_pb2 import ListGamesRequest
from arena.wire.gen.standings_pb2 import GetHeadToHeadRequest, GetStandingsRequest

TABLES = ("boards", "games", "blocks", "tallies")
FITTED = 600.0  # maximum seconds for a table; people get the page after one second, with a note of what is missing


async def reading(store: Store, dsn: str, boards: int) -> dict[str, Any]:
    """Rate all boards; return seconds of each read, and bytes per board by table with its indexes."""
    figures: dict[str, Any] = {}
    assert await store.ratings.rate() == boards
    began = time.perf_counter()
    assert await store.ratings.rebuild() == (boards, 0)
    figures["rebuild s"] = time.perf_counter() - began
    began = time.perf_counter()
    answer = await get_standings(call_of(store, GetStandingsRequest(name="season")))
    figures["standings s"] = time.perf_counter() - began
    assert sum(line.boards for line in answer.variants[0].standings) == 4 * boards
    figures |= await _tables(store)
    store.ratings.patience = FITTED
    began = time.perf_counter()
    table = (await get_strengths(call_of(store, GetStrengthsRequest(variants=["spades-4"])))).tables[0]
    figures["official table s"] = time.perf_counter() - began
    figures["official table bots"] = len(table.strengths)
    began = time.perf_counter()
    await get_standings(call_of(store, GetStandingsRequest(name="season")))
    figures["standings once fitted s"] = time.perf_counter() - began
    with psycopg.connect(dsn) as connection:
        figures["bytes a board"] = {name: _bytes(connection, name) / boards for name in TABLES}
    return figures


async def _tables(store: Store) -> dict[str, float]:
    figures = {}
    deep = (await store.tournaments.named("season")).boards // 2
    one, other = (await store.accounts.bots(2))[:2]
    calls: dict[str, Coroutine[Any, Any, Any]] = {
        "seat scores": get_seat_scores(call_of(store, GetSeatScoresRequest(name="season"))),
        "findings": get_findings(call_of(store, GetFindingsRequest(name="season"))),
        "head to head": get_head_to_head(call_of(store, GetHeadToHeadRequest(bot=one.bot, opponent=other.bot))),
        "page of 1000 games": store.ratings.games(ListGamesRequest(name="season"), 1000, deep, 0),
        "page of 200 games of a bot": store.ratings.games(ListGamesRequest(name="season", bot=one.bot), 200, deep, 0),
        "page of 1000 commitments": store.tournaments.commitments("season", 1000, deep),
        "page of 1000 records": _first(store.play.stored_games("season")),
        "one record": _first(store.play.stored_games("season", 4 * deep)),
        "page of 1000 infractions": store.play.infractions("season", None, None, limit=1000),
        "page of 1000 infractions of a bot": store.play.infractions("season", one.bot, None, limit=1000),
        "list of tournaments": store.tournaments.page(),
        "progress": store.tournaments.progress("season"),
        "sweep": store.ratings.sweep(),
        "bots": store.accounts.bots(),
    }
    for name, call in calls.items():
        began = time.perf_counter()
        await call
        figures[f"{name} s"] = time.perf_counter() - began
    return figures


def call_of(store: Store, request: Request) -> Call[Request]:
    return Call(store, lambda count: None, Principal("operator"), request)


async def _first(games: AsyncIterator[StoredGame], count: int = 1000) -> None:
    async for _ in games:
        count -= 1
        if not count:
            return


def _bytes(connection: psycopg.Connection[tuple[int]], table: str) -> int:
    parts = "SELECT coalesce(sum(pg_total_relation_size(relid)), pg_total_relation_size(%(table)s::regclass))"
    row = connection.execute(parts + " FROM pg_partition_tree(%(table)s::regclass)", {"table": table}).fetchone()
    assert row
    return int(row[0])
