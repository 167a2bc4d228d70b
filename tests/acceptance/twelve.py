"""Twelve deterministic bots of five owners over all eleven variants, in a house of their own."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import grpc
import psycopg

from arena.rules import VARIANTS
from arena.store.tournaments.rows import NewTournament, NewVariant
from arena.wire.gen.arena_pb2_grpc import ArenaServiceStub
from arena.wire.gen.measures_pb2 import GetSeatEffectsRequest
from arena.wire.gen.ratings_pb2 import GetStrengthsRequest, ListRatingsRequest
from arena.wire.gen.standings_pb2 import GetStandingsRequest
from tests.house import House, open_house

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
        chosen = [NewVariant(each, options=options) for each in VARIANTS]
        house.start(NewTournament("cup", chosen, BOTS, boards=1, seed="twelve at eleven"))
        yield house


def restart_bot(house: House, bot: str) -> None:
    """The bot's process dies, and another is started a second later."""
    house.kill_bot(bot)
    time.sleep(1)
    house.start_bot(bot)


def recovers(house: House) -> bool:
    """Wait until whoever was killed is back and others have what it had; False where the tournament ends before.

    Leases last 3 s and journals are a second apart: after 6 s every lease of the dead has run out, and what is
    leased then belongs to the living, who have journalled since.
    """
    rested = time.monotonic() + 6
    while not house.is_finished():
        if time.monotonic() > rested and not leases_of_the_dead(house):
            return True
        time.sleep(0.2)
    return False


def leases_of_the_dead(house: House) -> int:
    with psycopg.connect(house.arena.dsn) as connection:
        query = "SELECT count(*) FROM blocks WHERE state = 'leased' AND lease_until < now()"
        (count,) = connection.execute(query).fetchone() or (0,)
    return int(count)


def published(house: House) -> dict[str, bytes]:
    """Every table, as people are answered; but for the moment the tournament was created at."""
    metadata = (("authorization", f"Bearer {house.arena.operator_token}"),)
    asked = {
        "GetStandings": GetStandingsRequest(name="cup"),
        "ListRatings": ListRatingsRequest(),
        "GetStrengths": GetStrengthsRequest(),
        "GetSeatEffects": GetSeatEffectsRequest(),
    }
    with grpc.insecure_channel(house.arena.gateway) as channel:
        people = ArenaServiceStub(channel)
        answers = {call: getattr(people, call)(request, metadata=metadata) for call, request in asked.items()}
        pooled = people.GetStrengths(GetStrengthsRequest(pooled=True), metadata=metadata)
    answers["GetStandings"].tournament.ClearField("created")
    return {call: each.SerializeToString(deterministic=True) for call, each in {**answers, "pooled": pooled}.items()}
