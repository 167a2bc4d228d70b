"""Readers whose rater is not done: they get what is stored."""

import psycopg
from google.protobuf.message import Message

from arena.store.locks import FIT, RATE
from arena.wire.gen import measures_pb2 as measures
from arena.wire.gen import ratings_pb2 as ratings
from arena.wire.gen.standings_pb2 import GetHeadToHeadRequest, GetStandingsRequest
from tests.api.conftest import House
from tests.api.playing import play_blocks
from tests.api.tournaments.test_tournaments import cup, start

__all__ = ["cup"]  # a fixture
TABLES: list[Message] = [
    GetStandingsRequest(name="cup"),
    GetHeadToHeadRequest(bot="a", opponent="b"),
    measures.GetSeatScoresRequest(name="cup"),
    measures.GetLuckRequest(name="cup"),
    measures.GetFindingsRequest(),
    measures.GetFindingsRequest(name="cup"),
    ratings.ListRatingsRequest(),
    ratings.GetStrengthsRequest(),
    ratings.GetStrengthsRequest(pooled=True),
]


async def test_every_table_is_shown_as_it_was(cup: House, database: str) -> None:
    await start(cup, 0)
    for _ in range(2):  # before and after the first board is rated
        with psycopg.connect(database) as rebuilding:
            rebuilding.execute("SELECT pg_advisory_xact_lock(%s)", [RATE])
            await play_blocks(cup.store, 1)
            cup.store.ratings.patience = 0.0
            for asked in TABLES:
                call = getattr(cup.people, type(asked).__name__.removesuffix("Request"))
                await call(asked, metadata=cup.operator)
        await cup.store.ratings.rate()


async def test_boards_that_no_fit_has_yet_are_counted(cup: House, database: str) -> None:
    await start(cup, 1000)
    await cup.store.ratings.rate()
    asked = ratings.GetStrengthsRequest()
    with psycopg.connect(database) as fitting:
        fitting.execute("SELECT pg_advisory_xact_lock(%s)", [FIT])
        cup.store.ratings.patience = 0.0
        early = await cup.people.GetStrengths(asked, metadata=cup.operator)
    assert (len(early.tables), early.behind) == (0, 10)
    cup.store.ratings.patience = 60.0
    late = await cup.people.GetStrengths(asked, metadata=cup.operator)
    assert (len(late.tables), late.behind) == (1, 0)
