import re

import grpc
from google.protobuf.duration_pb2 import Duration

from arena.guards.limits import CALLS_BURST
from arena.wire.gen.accounts_pb2 import TOKEN_SCOPE_OPERATOR as OPERATOR
from arena.wire.gen.accounts_pb2 import AcceptInviteRequest, CreateInviteRequest, CreateTokenRequest, ListTokensRequest
from tests.api.conftest import House, bearer


async def test_an_invited_person_becomes_an_owner(house: House) -> None:
    invite = await house.people.CreateInvite(CreateInviteRequest(), metadata=house.operator)
    assert re.fullmatch("arena_invite_[A-Za-z0-9]{43}", invite.code)
    token = (await house.people.AcceptInvite(AcceptInviteRequest(code=f" {invite.code}\n", name="eve"))).token
    assert re.fullmatch("arena_owner_[A-Za-z0-9]{43}", token)
    (line,) = (await house.people.ListTokens(ListTokensRequest(), metadata=bearer(token))).tokens
    assert (line.owner, line.scope, line.made_by) == ("eve", 2, 0)
    again = AcceptInviteRequest(code=invite.code, name="eva")
    code, message = await house.ends("AcceptInvite", again, None)
    assert (code, message) == (
        grpc.StatusCode.FAILED_PRECONDITION,
        "this invite was used already: ask the person who sent it for another one",
    )


async def test_an_invite_lasts_a_week_where_nothing_else_is_said(house: House) -> None:
    for request, days in ((CreateInviteRequest(), 7), (CreateInviteRequest(lifetime=Duration(seconds=172_800)), 2)):
        invite = await house.people.CreateInvite(request, metadata=house.operator)
        (now,) = (await house.people.ListTokens(ListTokensRequest(), metadata=house.operator)).tokens
        assert round((invite.expires.seconds - now.used.seconds) / 86_400) == days


async def test_lifetimes_have_bounds(house: House) -> None:
    for seconds in (0, -1, 4_000_000_000):
        lifetime = Duration(seconds=seconds)
        invite, token = CreateInviteRequest(lifetime=lifetime), CreateTokenRequest(scope=OPERATOR, lifetime=lifetime)
        for call, request in (("CreateInvite", invite), ("CreateToken", token)):
            code, line = await house.ends(call, request, house.operator)
            assert (code, "lifetime" in line) == (grpc.StatusCode.INVALID_ARGUMENT, True)


async def test_guesses_of_codes_are_limited_by_address(house: House) -> None:
    codes = [
        (await house.ends("AcceptInvite", AcceptInviteRequest(code="guess", name="eve"), None))[0]
        for _ in range(2 * CALLS_BURST)
    ]
    assert codes[:CALLS_BURST] == [grpc.StatusCode.FAILED_PRECONDITION] * CALLS_BURST
    assert grpc.StatusCode.OK not in codes
