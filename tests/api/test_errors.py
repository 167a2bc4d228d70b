import grpc
import pytest_asyncio
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message

from arena.api.calls.call import CODES
from arena.store import errors
from arena.wire.gen.accounts_pb2 import CreateOwnerRequest, ListBotsRequest, RegisterBotRequest
from arena.wire.gen.ratings_pb2 import GetStrengthsRequest, ListRatingsRequest
from arena.wire.gen.records_pb2 import ExportRecordsRequest, ListCommitmentsRequest
from arena.wire.gen.running_pb2 import StartTournamentRequest
from arena.wire.gen.standings_pb2 import GetStandingsRequest
from arena.wire.gen.tournaments_pb2 import CreateTournamentRequest, VariantChoice, WatchTournamentRequest
from tests.api.conftest import House

Code = grpc.StatusCode
SPADES = VariantChoice(variant="spades-4")
BOTS = ["a", "b@1", "c", "d"]


def tournament(**fields: object) -> CreateTournamentRequest:
    """A request that is accepted, but for *fields*."""
    given: dict[str, object] = {"name": "cup", "variants": [SPADES], "bots": BOTS, "boards": 1, "pool": "trust"}
    return CreateTournamentRequest(**{**given, "allow_same_owner": True, **fields})  # type: ignore[arg-type]


@pytest_asyncio.fixture(loop_scope="session")
async def furnished(house: House) -> House:
    """With four bots of one owner, a closed tournament's name taken."""
    await house.owner("ada", "abcd")
    await house.tournament("abcd", 1, "taken")
    return house


WRONG: list[tuple[str, Message, grpc.StatusCode, str]] = [
    ("CreateOwner", CreateOwnerRequest(name="ada"), Code.ALREADY_EXISTS, "ada"),
    ("CreateOwner", CreateOwnerRequest(name="Ada!"), Code.INVALID_ARGUMENT, "a-z"),
    ("CreateOwner", CreateOwnerRequest(), Code.INVALID_ARGUMENT, "a-z"),
    ("RegisterBot", RegisterBotRequest(name="e", version="1"), Code.INVALID_ARGUMENT, "owner"),
    ("RegisterBot", RegisterBotRequest(name="e", version="1", owner="eve"), Code.NOT_FOUND, "eve"),
    ("RegisterBot", RegisterBotRequest(name="a", version="1", owner="ada"), Code.ALREADY_EXISTS, "a@1"),
    ("RegisterBot", RegisterBotRequest(name="E", version="1", owner="ada"), Code.INVALID_ARGUMENT, "E"),
    ("RegisterBot", RegisterBotRequest(name="e", version="a b", owner="ada"), Code.INVALID_ARGUMENT, "a b"),
    ("CreateTournament", tournament(name="taken"), Code.ALREADY_EXISTS, "taken"),
    ("CreateTournament", tournament(name=""), Code.INVALID_ARGUMENT, "name"),
    ("CreateTournament", tournament(name="x" * 41), Code.INVALID_ARGUMENT, "1..40"),
    ("CreateTournament", tournament(name="Spring Cup"), Code.INVALID_ARGUMENT, "a-z"),
    ("CreateTournament", tournament(name="\x1b[2Jcup"), Code.INVALID_ARGUMENT, "a-z"),
    ("RegisterBot", RegisterBotRequest(name="e", version="-1", owner="ada"), Code.INVALID_ARGUMENT, "'-1'"),
    ("CreateTournament", tournament(variants=[]), Code.INVALID_ARGUMENT, "variants"),
    ("CreateTournament", tournament(variants=[SPADES, SPADES]), Code.INVALID_ARGUMENT, "once"),
    ("CreateTournament", tournament(variants=[VariantChoice(variant="x")]), Code.NOT_FOUND, "spades-4"),
    (
        "CreateTournament",
        tournament(variants=[VariantChoice(variant="spades-4", preset="x")]),
        Code.NOT_FOUND,
        "short-limit",
    ),
    (
        "CreateTournament",
        tournament(variants=[VariantChoice(variant="spades-4", options="[1]")]),
        Code.INVALID_ARGUMENT,
        "JSON object",
    ),
    (
        "CreateTournament",
        tournament(variants=[VariantChoice(variant="spades-4", options='{"target": 5}')]),
        Code.INVALID_ARGUMENT,
        "target",
    ),
    ("CreateTournament", tournament(bots=["a", "b", "c"]), Code.INVALID_ARGUMENT, "spades-4"),
    ("CreateTournament", tournament(bots=["a", "b", "c", "d", "a@1"]), Code.INVALID_ARGUMENT, "a@1"),
    ("CreateTournament", tournament(bots=["a", "b", "c", "z"]), Code.NOT_FOUND, "z"),
    ("CreateTournament", tournament(bots=["a", "b", "c", "d@2"]), Code.NOT_FOUND, "d@2"),
    ("CreateTournament", tournament(allow_same_owner=False), Code.INVALID_ARGUMENT, "owner"),
    ("CreateTournament", tournament(boards=0), Code.INVALID_ARGUMENT, "boards"),
    ("CreateTournament", tournament(boards=10**9), Code.INVALID_ARGUMENT, "boards"),
    ("CreateTournament", tournament(pool="shut"), Code.INVALID_ARGUMENT, "trust"),
    ("CreateTournament", tournament(kind="gate"), Code.INVALID_ARGUMENT, "arena gate BOT OPPONENT"),
    ("CreateTournament", tournament(move_time=Duration()), Code.INVALID_ARGUMENT, "move-time"),
    ("CreateTournament", tournament(bank=Duration(seconds=-1)), Code.INVALID_ARGUMENT, "bank"),
    ("CreateTournament", tournament(name="a\0b"), Code.INVALID_ARGUMENT, "NUL"),
    ("CreateTournament", tournament(bots=["a", "b", "c", "\0"]), Code.INVALID_ARGUMENT, "bots"),
    ("CreateTournament", tournament(variants=[VariantChoice(variant="\0")]), Code.NOT_FOUND, "spades-4"),
    ("StartTournament", StartTournamentRequest(name="no"), Code.NOT_FOUND, "no"),
    ("WatchTournament", WatchTournamentRequest(name="no"), Code.NOT_FOUND, "no"),
    ("GetStandings", GetStandingsRequest(name="no"), Code.NOT_FOUND, "no"),
    ("ListCommitments", ListCommitmentsRequest(name="no"), Code.NOT_FOUND, "no"),
    ("ListRatings", ListRatingsRequest(variant="no"), Code.NOT_FOUND, "spades-4"),
    ("GetStrengths", GetStrengthsRequest(variants=["spades-4", "no"]), Code.NOT_FOUND, "spades-4"),
    ("GetStrengths", GetStrengthsRequest(anchor="no"), Code.NOT_FOUND, "'no'"),
    ("GetStrengths", GetStrengthsRequest(anchor="a"), Code.NOT_FOUND, "no rating table has the anchor a@1"),
    ("ExportRecords", ExportRecordsRequest(name="no"), Code.NOT_FOUND, "no"),
    ("ExportRecords", ExportRecordsRequest(name="taken", game="x"), Code.INVALID_ARGUMENT, "x"),
    ("ExportRecords", ExportRecordsRequest(name="taken", game="9" * 40), Code.INVALID_ARGUMENT, "999"),
    ("ExportRecords", ExportRecordsRequest(name="taken", game="12345"), Code.NOT_FOUND, "12345"),
]


async def test_each_error_has_a_status_and_one_line(furnished: House) -> None:
    for call, request, code, named in WRONG:
        status, details = await furnished.ends(call, request, furnished.operator)
        assert (status, named in details, "\n" in details) == (code, True, False), (call, request, details)


async def test_a_database_that_is_away_says_try_again(house: House) -> None:
    await house.store.close()
    code, line = await house.ends("ListBots", ListBotsRequest(), house.operator)
    assert code is Code.UNAVAILABLE
    assert "again" in line


# Errors of workers and of starting, and those of practice tables, which the page answers.
OTHERS = {
    "EditedMigrationError",
    "LockedOutError",
    "OldDatabaseError",
    "NotArchivableError",
    "LeaseLostError",
    "BadResultError",
}
OTHERS |= {"JournalGapError", "PracticeFullError", "PracticeMovedError"}


def test_every_error_of_the_store_has_a_status_but_those_that_calls_never_raise() -> None:
    conditions = {each for each in vars(errors).values() if isinstance(each, type) and each is not errors.StoreError}
    assert {each.__name__ for each in conditions if each not in CODES} == OTHERS
