import hashlib

import grpc
import pytest

from arena.wire.gen import arena_pb2 as pb
from tests.api.conftest import House, bearer

REQUESTS = {
    "CreateOwner": pb.CreateOwnerRequest(name="zoe"),
    "RegisterBot": pb.RegisterBotRequest(name="new", version="1"),
    "RegisterPair": pb.RegisterPairRequest(one="new", other="new"),
    "ListPairs": pb.ListPairsRequest(),
    "CreateToken": pb.CreateTokenRequest(scope=pb.TOKEN_SCOPE_OWNER),
    "ListTokens": pb.ListTokensRequest(),
    "RotateToken": pb.RotateTokenRequest(),
    "RevokeToken": pb.RevokeTokenRequest(),
    "ListBots": pb.ListBotsRequest(),
    "CreateTournament": pb.CreateTournamentRequest(),
    "EstimateTournament": pb.EstimateTournamentRequest(),
    "StartTournament": pb.StartTournamentRequest(),
    "PauseTournament": pb.PauseTournamentRequest(),
    "ResumeTournament": pb.ResumeTournamentRequest(),
    "CancelTournament": pb.CancelTournamentRequest(),
    "SetPriority": pb.SetPriorityRequest(),
    "ExtendTournament": pb.ExtendTournamentRequest(),
    "GetBalance": pb.GetBalanceRequest(),
    "ListSetAside": pb.ListSetAsideRequest(),
    "CreateGate": pb.CreateGateRequest(),
    "GetGate": pb.GetGateRequest(),
    "EnterTournament": pb.EnterTournamentRequest(bot="new"),
    "WithdrawFromTournament": pb.WithdrawFromTournamentRequest(bot="new"),
    "ListTournaments": pb.ListTournamentsRequest(),
    "WatchTournament": pb.WatchTournamentRequest(),
    "GetStandings": pb.GetStandingsRequest(),
    "GetHeadToHead": pb.GetHeadToHeadRequest(),
    "GetSeatScores": pb.GetSeatScoresRequest(),
    "GetMemory": pb.GetMemoryRequest(),
    "ListGames": pb.ListGamesRequest(),
    "GetSwissStandings": pb.GetSwissStandingsRequest(),
    "ListCommitments": pb.ListCommitmentsRequest(),
    "ListRatings": pb.ListRatingsRequest(),
    "GetStrengths": pb.GetStrengthsRequest(),
    "RebuildRatings": pb.RebuildRatingsRequest(),
    "GetSeatEffects": pb.GetSeatEffectsRequest(),
    "GetEloReceipt": pb.GetEloReceiptRequest(bot="new@1", variant="spades-4"),
    "GetStrengthReceipt": pb.GetStrengthReceiptRequest(variant="spades-4"),
    "GetSecondOpinion": pb.GetSecondOpinionRequest(),
    "GetAdjusted": pb.GetAdjustedRequest(),
    "GetBotStatus": pb.GetBotStatusRequest(bot="new"),
    "GetFaults": pb.GetFaultsRequest(bot="new@1"),
    "ListInfractions": pb.ListInfractionsRequest(),
    "ExportRecords": pb.ExportRecordsRequest(),
}
OPERATORS_ONLY = (
    *(
        "CreateOwner",
        "CreateTournament",
        "CreateGate",
        "StartTournament",
        "PauseTournament",
        "ResumeTournament",
        "CancelTournament",
        "SetPriority",
    ),
    "ExtendTournament",
    *("EstimateTournament", "GetBalance", "ListSetAside", "RebuildRatings"),
)


def test_the_table_has_every_call() -> None:
    service = pb.DESCRIPTOR.services_by_name["ArenaService"]
    assert [method.name for method in service.methods] == list(REQUESTS)


async def test_nobody_comes_in_without_a_token_that_is_known(house: House) -> None:
    for metadata in (None, (("authorization", "Bearer"),), (("authorization", "Basic x"),), bearer("wrong")):
        for call in REQUESTS:
            code, line = await house.ends(call, REQUESTS[call], metadata)
            assert code is grpc.StatusCode.UNAUTHENTICATED, call
            assert "wrong" not in line


async def test_a_bots_token_is_for_seats_alone(house: House) -> None:
    await house.owner("ada")
    token = await house.bot("first", "ada")
    for call in REQUESTS:
        code, line = await house.ends(call, REQUESTS[call], token)
        assert code is grpc.StatusCode.PERMISSION_DENIED, call
        assert "first@1" in line


async def test_an_owner_does_what_is_its_own_and_public(house: House) -> None:
    token = await house.owner("ada")
    for call in REQUESTS:
        code, _ = await house.ends(call, REQUESTS[call], token)
        assert (code is grpc.StatusCode.PERMISSION_DENIED) == (call in OPERATORS_ONLY), call


async def test_only_the_hash_of_a_token_is_stored(house: House) -> None:
    await house.owner("ada")
    ((_, value),) = await house.bot("first", "ada")
    token = value.removeprefix("Bearer ")
    principal = await house.store.principal(hashlib.sha256(token.encode()).digest())
    assert principal is not None
    assert (principal.scope, principal.bot, principal.owner) == ("bot", "first@1", "ada")


@pytest.mark.parametrize("named", ["", "ada"])
async def test_an_owner_registers_its_own_bots(house: House, named: str) -> None:
    token = await house.owner("ada")
    request = pb.RegisterBotRequest(name="mine", version="1.0", owner=named)
    assert (await house.people.RegisterBot(request, metadata=token)).bot == "mine@1.0"


async def test_an_owner_registers_no_others(house: House) -> None:
    token = await house.owner("ada")
    await house.owner("ben")
    await house.bot("bens", "ben")
    for request in (
        pb.RegisterBotRequest(name="new", version="1", owner="ben"),
        pb.RegisterBotRequest(name="bens", version="2"),
    ):
        code, _ = await house.ends("RegisterBot", request, token)
        assert code is grpc.StatusCode.PERMISSION_DENIED
