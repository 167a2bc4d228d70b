"""Twelve deterministic bots of five owners over all eleven variants, in a house of their own."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import grpc
import psycopg

from arena.rules import VARIANTS
from arena.wire.gen.arena_pb2_grpc import ArenaServiceStub
from arena.wire.gen.measures_pb2 import GetFindingsRequest
from arena.wire.gen.ratings_pb2 import GetStrengthsRequest, ListRatingsRequest
from arena.wire.gen.standings_pb2 import GetStandingsRequest
from tests import ask
from tests.house import TIMES, House, open_house

OWNERS: Final = {"ann": "abc", "bob": "def", "cat": "gh", "dan": "ij", "eve": "kl"}
BOTS: Final = "".join(OWNERS.values())
CARELESS: Final = {bot: place / (len(BOTS) - 1) for place, bot in enumerate(BOTS)}
LADDER: Final = (sys.executable, "-m", "tests.acceptance.ladder_bot", "--max-seats", "64")
HANDS: Final = 2  # a game: long enough for every interruption


@contextmanager
def twelve() -> Iterator[House]:
    """A tournament under way; everything in it ends with the block."""
    commands = {bot: ["env", f"ARENA_CARELESS={careless}", *LADDER] for bot, careless in CARELESS.items()}
    options = {"format": {"kind": "hands", "count": HANDS}}
    with open_house(commands=commands, owners=OWNERS, grace=20.0) as house:
        chosen = [ask.variant(each, options=options) for each in VARIANTS]
        house.start(ask.tournament("cup", chosen, BOTS, boards=1, test_seed="twelve at eleven"))
        yield house


def restart_bot(house: House, bot: str) -> None:
    """The bot's process dies, and another is started a second later."""
    house.kill_bot(bot)
    time.sleep(1)
    house.start_bot(bot)


def recovers(house: House) -> bool:
    """Wait until each block is done, or its worker has renewed it twice; return False if the tournament ends before."""
    time.sleep(5)  # so that most of the time something is played
    before = blocks_under_way(house)
    renewals = dict.fromkeys(before, 0)
    while renewals and not house.is_finished():
        time.sleep(0.2)
        now = blocks_under_way(house)
        for block in list(renewals):
            if block not in now:
                del renewals[block]
                continue
            (number, until), (former, earlier) = now[block], before[block]
            renewals[block] = renewals[block] + (until > earlier) if number == former else 0
            if renewals[block] == 2:
                del renewals[block]
        before = now
    return not house.is_finished()


def blocks_under_way(house: House) -> dict[int, tuple[int, float]]:
    """Blocks that are leased, or wait for somebody after they were: number and end of the lease."""
    query = (
        "SELECT id, lease_number, coalesce(extract(epoch FROM lease_until), 0)::float8 FROM blocks"
        " WHERE state IN ('owed', 'leased') AND lease_number > 0"
    )
    while True:
        try:
            with psycopg.connect(house.arena.dsn) as connection:
                return {block: (number, until) for block, number, until in connection.execute(query).fetchall()}
        except psycopg.OperationalError:  # Postgres was killed, or is coming up
            time.sleep(0.2)


def published(house: House) -> dict[str, bytes]:
    """Every table, as people are answered, without the times of the tournament."""
    metadata = (("authorization", f"Bearer {house.arena.operator_token}"),)
    asked = {
        "GetStandings": GetStandingsRequest(name="cup"),
        "ListRatings": ListRatingsRequest(),
        "GetStrengths": GetStrengthsRequest(),
        "GetFindings": GetFindingsRequest(),
    }
    with grpc.insecure_channel(house.arena.gateway) as channel:
        people = ArenaServiceStub(channel)
        answers = {call: getattr(people, call)(request, metadata=metadata) for call, request in asked.items()}
        pooled = people.GetStrengths(GetStrengthsRequest(pooled=True), metadata=metadata)
    for moment in TIMES:
        answers["GetStandings"].tournament.ClearField(moment)
    tables = (*answers["GetStandings"].variants, *answers["GetStrengths"].tables, *pooled.tables)
    for table in (*tables, answers["GetFindings"]):
        kept = [each for each in table.findings if each.kind != "lag"]  # which depends on the machine
        table.ClearField("findings")
        table.findings.extend(kept)
    return {call: each.SerializeToString(deterministic=True) for call, each in {**answers, "pooled": pooled}.items()}
