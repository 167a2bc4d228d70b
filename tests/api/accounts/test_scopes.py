from typing import Any

import grpc
from google.protobuf.message_factory import GetMessageClass

from arena.api.operations import LISTS, OPERATIONS
from arena.store.accounts.tokens import NewToken
from arena.tokens import digest
from arena.wire.gen.accounts_pb2 import TOKEN_SCOPE_OWNER, RegisterBotRequest
from arena.wire.gen.arena_pb2 import DESCRIPTOR
from tests.api.conftest import House, bearer

# Fields without which a call would be refused for another reason than its caller's scope.
FIELDS: dict[str, dict[str, Any]] = {
    "CreateOwner": {"name": "zoe"},
    "RegisterBot": {"name": "new", "version": "1"},
    "RegisterPair": {"one": "new", "other": "new"},
    "CreateToken": {"scope": TOKEN_SCOPE_OWNER},
    "EnterTournament": {"bot": "new"},
    "WithdrawFromTournament": {"bot": "new"},
    "GiveBeacon": {"signature": "00" * 48},
    "GetEloReceipt": {"bot": "new@1", "variant": "spades-4"},
    "GetBotStatus": {"bot": "new"},
    "GetInfractions": {"bot": "new@1"},
    "GetPlayStatistics": {"bot": "new"},
}
METHODS = DESCRIPTOR.services_by_name["ArenaService"].methods
REQUESTS: dict[str, Any] = {
    method.name: GetMessageClass(method.input_type)(**FIELDS.get(method.name, {})) for method in METHODS
}
OPERATORS_ONLY = (
    *("CreateOwner", "ListOwners", "ListActs", "CreateInvite", "CreateTournament", "CreateGate", "StartTournament"),
    *("PauseTournament", "ResumeTournament", "CancelTournament", "SetPriority", "ExtendTournament"),
    *("EstimateTournament", "GetBalance", "ListFailedBlocks", "RebuildRatings"),
)
OWNERS_ONLY = ("CreateChallenge", "CompareVersions", "GetBotLog")
RUNNERS_ONLY = ("GetRunnerWork", "GetBundlePart", "ReportCheck", "AddSeatLog")
ANYBODY = ("GetRoot", "ListEpochs", "AcceptInvite")


def test_every_call_of_the_service_has_one_operation_in_one_list() -> None:
    assert set(OPERATIONS) == set(REQUESTS)
    assert len(OPERATIONS) == sum(map(len, LISTS))


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


async def test_operators_cannot_make_calls_that_are_for_owners_or_runners(house: House) -> None:
    for calls, needed in ((OWNERS_ONLY, "an owner's"), (RUNNERS_ONLY, "a runner's")):
        for call in calls:
            code, line = await house.ends(call, REQUESTS[call], house.operator)
            assert code is grpc.StatusCode.PERMISSION_DENIED, call
            assert line == f"this needs {needed} token, but the given one is that of an operator"


async def test_a_runner_makes_only_the_calls_of_runners(house: House) -> None:
    await house.store.accounts.create_service_token("runner", NewToken(digest("a-runner")))
    for call in REQUESTS:
        if call not in ANYBODY:
            code, _ = await house.ends(call, REQUESTS[call], bearer("a-runner"))
            assert (code is grpc.StatusCode.PERMISSION_DENIED) == (call not in RUNNERS_ONLY), call
    _, line = await house.ends("SubmitBot", REQUESTS["SubmitBot"], bearer("a-runner"))
    assert line == "this needs an operator's or an owner's token, but the given one is that of a runner"


async def test_an_owner_registers_its_own_bots_alone(house: House) -> None:
    token = await house.owner("ada")
    for version, owner in (("1.0", ""), ("1.1", "ada")):
        request = RegisterBotRequest(name="mine", version=version, owner=owner)
        assert (await house.people.RegisterBot(request, metadata=token)).bot == f"mine@{version}"
    await house.owner("ben")
    await house.bot("bens", "ben")
    for request in (
        RegisterBotRequest(name="new", version="1", owner="ben"),
        RegisterBotRequest(name="bens", version="2"),
    ):
        code, _ = await house.ends("RegisterBot", request, token)
        assert code is grpc.StatusCode.PERMISSION_DENIED
