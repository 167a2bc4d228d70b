import hashlib

import grpc
import pytest

from arena.store.accounts.tokens import NewToken
from arena.tokens import digest
from arena.wire.gen import arena_pb2
from arena.wire.gen.accounts_pb2 import (
    TOKEN_SCOPE_OWNER,
    AcceptInviteRequest,
    CreateInviteRequest,
    CreateOwnerRequest,
    CreateTokenRequest,
    GetBotStatusRequest,
    ListBotsRequest,
    ListOwnersRequest,
    ListPairsRequest,
    ListTokensRequest,
    RegisterBotRequest,
    RegisterPairRequest,
    RevokeTokenRequest,
    RotateTokenRequest,
)
from arena.wire.gen.acts_pb2 import ListActsRequest
from arena.wire.gen.benchmarks_pb2 import CreateBenchmarkRequest
from arena.wire.gen.bundles_pb2 import (
    AddSeatLogRequest,
    CompareVersionsRequest,
    GetBotLogRequest,
    GetBundlePartRequest,
    GetRunnerWorkRequest,
    ListBotVersionsRequest,
    PutBundlePartRequest,
    ReportCheckRequest,
    SubmitBotRequest,
    WithdrawVersionRequest,
)
from arena.wire.gen.challenges_pb2 import CancelChallengeRequest, CreateChallengeRequest, OpenToChallengesRequest
from arena.wire.gen.faults_pb2 import GetFaultsRequest, ListInfractionsRequest
from arena.wire.gen.gates_pb2 import CreateGateRequest, GetGateRequest
from arena.wire.gen.measures_pb2 import (
    GetFindingsRequest,
    GetLuckRequest,
    GetPlayStatisticsRequest,
    GetSeatScoresRequest,
)
from arena.wire.gen.ratings_pb2 import (
    GetStrengthsRequest,
    ListRatingsRequest,
    RebuildRatingsRequest,
)
from arena.wire.gen.receipts_pb2 import GetEloReceiptRequest
from arena.wire.gen.records_pb2 import (
    ExportBoardsRequest,
    ExportRecordsRequest,
    GetBoardRequest,
    GetLossesRequest,
    GetMeetingsRequest,
    ListCommitmentsRequest,
    ListGamesRequest,
)
from arena.wire.gen.running_pb2 import (
    CancelTournamentRequest,
    EnterTournamentRequest,
    ExtendTournamentRequest,
    ListFailedBlocksRequest,
    PauseTournamentRequest,
    ResumeTournamentRequest,
    SetPriorityRequest,
    StartTournamentRequest,
    WithdrawFromTournamentRequest,
)
from arena.wire.gen.seeds_pb2 import GetRootRequest, GiveBeaconRequest, ListEpochsRequest
from arena.wire.gen.standings_pb2 import GetHeadToHeadRequest, GetStandingsRequest, GetSwissStandingsRequest
from arena.wire.gen.tournaments_pb2 import (
    CreateTournamentRequest,
    EstimateTournamentRequest,
    GetBalanceRequest,
    ListTournamentsRequest,
    WatchTournamentRequest,
)
from tests.api.conftest import House, bearer

REQUESTS = {
    "CreateOwner": CreateOwnerRequest(name="zoe"),
    "ListOwners": ListOwnersRequest(),
    "CreateInvite": CreateInviteRequest(),
    "AcceptInvite": AcceptInviteRequest(),
    "RegisterBot": RegisterBotRequest(name="new", version="1"),
    "RegisterPair": RegisterPairRequest(one="new", other="new"),
    "ListPairs": ListPairsRequest(),
    "CreateToken": CreateTokenRequest(scope=TOKEN_SCOPE_OWNER),
    "ListTokens": ListTokensRequest(),
    "RotateToken": RotateTokenRequest(),
    "RevokeToken": RevokeTokenRequest(),
    "ListActs": ListActsRequest(),
    "ListBots": ListBotsRequest(),
    "CreateTournament": CreateTournamentRequest(),
    "EstimateTournament": EstimateTournamentRequest(),
    "StartTournament": StartTournamentRequest(),
    "PauseTournament": PauseTournamentRequest(),
    "ResumeTournament": ResumeTournamentRequest(),
    "CancelTournament": CancelTournamentRequest(),
    "SetPriority": SetPriorityRequest(),
    "ExtendTournament": ExtendTournamentRequest(),
    "GetBalance": GetBalanceRequest(),
    "ListFailedBlocks": ListFailedBlocksRequest(),
    "CreateGate": CreateGateRequest(),
    "GetGate": GetGateRequest(),
    "CreateChallenge": CreateChallengeRequest(),
    "CancelChallenge": CancelChallengeRequest(),
    "OpenToChallenges": OpenToChallengesRequest(),
    "CreateBenchmark": CreateBenchmarkRequest(),
    "EnterTournament": EnterTournamentRequest(bot="new"),
    "WithdrawFromTournament": WithdrawFromTournamentRequest(bot="new"),
    "ListTournaments": ListTournamentsRequest(),
    "WatchTournament": WatchTournamentRequest(),
    "GetStandings": GetStandingsRequest(),
    "GetHeadToHead": GetHeadToHeadRequest(),
    "GetSeatScores": GetSeatScoresRequest(),
    "GetFindings": GetFindingsRequest(),
    "ListGames": ListGamesRequest(),
    "GetSwissStandings": GetSwissStandingsRequest(),
    "ListCommitments": ListCommitmentsRequest(),
    "GetRoot": GetRootRequest(),
    "ListEpochs": ListEpochsRequest(),
    "GiveBeacon": GiveBeaconRequest(signature="00" * 48),
    "ListRatings": ListRatingsRequest(),
    "GetStrengths": GetStrengthsRequest(),
    "RebuildRatings": RebuildRatingsRequest(),
    "GetEloReceipt": GetEloReceiptRequest(bot="new@1", variant="spades-4"),
    "GetLuck": GetLuckRequest(),
    "GetBotStatus": GetBotStatusRequest(bot="new"),
    "GetFaults": GetFaultsRequest(bot="new@1"),
    "GetPlayStatistics": GetPlayStatisticsRequest(bot="new"),
    "ListInfractions": ListInfractionsRequest(),
    "ExportBoards": ExportBoardsRequest(),
    "GetLosses": GetLossesRequest(),
    "GetMeetings": GetMeetingsRequest(),
    "GetBoard": GetBoardRequest(),
    "ExportRecords": ExportRecordsRequest(),
    "SubmitBot": SubmitBotRequest(),
    "PutBundlePart": PutBundlePartRequest(),
    "ListBotVersions": ListBotVersionsRequest(),
    "WithdrawVersion": WithdrawVersionRequest(),
    "CompareVersions": CompareVersionsRequest(),
    "GetBotLog": GetBotLogRequest(),
    "GetRunnerWork": GetRunnerWorkRequest(),
    "GetBundlePart": GetBundlePartRequest(),
    "ReportCheck": ReportCheckRequest(),
    "AddSeatLog": AddSeatLogRequest(),
}
OPERATORS_ONLY = (
    *(
        "CreateOwner",
        "ListOwners",
        "ListActs",
        "CreateInvite",
        "CreateTournament",
        "CreateGate",
        "StartTournament",
        "PauseTournament",
        "ResumeTournament",
        "CancelTournament",
        "SetPriority",
    ),
    "ExtendTournament",
    *("EstimateTournament", "GetBalance", "ListFailedBlocks", "RebuildRatings"),
)
OWNERS_ONLY = ("CreateChallenge", "CompareVersions", "GetBotLog")
RUNNERS_ONLY = ("GetRunnerWork", "GetBundlePart", "ReportCheck", "AddSeatLog")
ANYBODY = ("GetRoot", "ListEpochs", "AcceptInvite")


def test_the_table_has_every_call() -> None:
    service = arena_pb2.DESCRIPTOR.services_by_name["ArenaService"]
    assert [method.name for method in service.methods] == list(REQUESTS)


async def test_nobody_comes_in_without_a_token_that_is_known(house: House) -> None:
    for metadata in (None, (("authorization", "Bearer"),), (("authorization", "Basic x"),), bearer("wrong")):
        for call in REQUESTS.keys() - ANYBODY:
            code, line = await house.ends(call, REQUESTS[call], metadata)
            assert code is grpc.StatusCode.UNAUTHENTICATED, call
            assert "wrong" not in line


async def test_a_bots_token_is_for_seats_alone(house: House) -> None:
    await house.owner("ada")
    token = await house.bot("first", "ada")
    for call in REQUESTS.keys() - ANYBODY:
        code, line = await house.ends(call, REQUESTS[call], token)
        assert code is grpc.StatusCode.PERMISSION_DENIED, call
        assert "first@1" in line


async def test_an_owner_does_what_is_its_own_and_public(house: House) -> None:
    token = await house.owner("ada")
    for call in REQUESTS:
        code, _ = await house.ends(call, REQUESTS[call], token)
        assert (code is grpc.StatusCode.PERMISSION_DENIED) == (call in OPERATORS_ONLY + RUNNERS_ONLY), call


async def test_what_an_owner_does_for_itself_no_operator_does(house: House) -> None:
    for call in OWNERS_ONLY:
        code, line = await house.ends(call, REQUESTS[call], house.operator)
        assert code is grpc.StatusCode.PERMISSION_DENIED, call
        assert line == "this takes an owner's token, and the one given is that of an operator"


async def test_what_runners_do_nobody_else_does(house: House) -> None:
    await house.store.accounts.create_service_token("runner", NewToken(digest("a-runner")))
    for call in REQUESTS:
        if call not in ANYBODY:
            code, _ = await house.ends(call, REQUESTS[call], bearer("a-runner"))
            assert (code is grpc.StatusCode.PERMISSION_DENIED) == (call not in RUNNERS_ONLY), call


async def test_only_the_hash_of_a_token_is_stored(house: House) -> None:
    await house.owner("ada")
    ((_, value),) = await house.bot("first", "ada")
    token = value.removeprefix("Bearer ")
    principal = await house.store.accounts.principal(hashlib.sha256(token.encode()).digest())
    assert principal is not None
    assert (principal.scope, principal.bot, principal.owner) == ("bot", "first@1", "ada")


@pytest.mark.parametrize("named", ["", "ada"])
async def test_an_owner_registers_its_own_bots(house: House, named: str) -> None:
    token = await house.owner("ada")
    request = RegisterBotRequest(name="mine", version="1.0", owner=named)
    assert (await house.people.RegisterBot(request, metadata=token)).bot == "mine@1.0"


async def test_an_owner_registers_no_others(house: House) -> None:
    token = await house.owner("ada")
    await house.owner("ben")
    await house.bot("bens", "ben")
    for request in (
        RegisterBotRequest(name="new", version="1", owner="ben"),
        RegisterBotRequest(name="bens", version="2"),
    ):
        code, _ = await house.ends("RegisterBot", request, token)
        assert code is grpc.StatusCode.PERMISSION_DENIED
