import asyncio
import re
from datetime import timedelta

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration

from arena.wire.gen.accounts_pb2 import (
    TOKEN_SCOPE_BOT,
    TOKEN_SCOPE_OPERATOR,
    TOKEN_SCOPE_OWNER,
    TOKEN_SCOPE_UNSPECIFIED,
    CreateTokenRequest,
    ListBotsRequest,
    ListTokensRequest,
    RevokeTokenRequest,
    RotateTokenRequest,
    Token,
    TokenScope,
)
from arena.wire.gen.tournaments_pb2 import WatchTournamentRequest
from tests.api.conftest import House, Metadata, bearer, principal_of

OPERATOR, OWNER, BOT = TOKEN_SCOPE_OPERATOR, TOKEN_SCOPE_OWNER, TOKEN_SCOPE_BOT
A_DAY = Duration(seconds=86_400)


async def created(house: House, caller: Metadata, scope: TokenScope.ValueType, name: str = "") -> str:
    request = CreateTokenRequest(scope=scope, name=name)
    return (await house.people.CreateToken(request, metadata=caller)).token


async def listed(house: House, caller: Metadata) -> dict[int, Token]:
    answer = await house.people.ListTokens(ListTokensRequest(), metadata=caller)
    return {line.id: line for line in answer.tokens}


async def test_a_token_says_what_it_is_and_no_two_are_alike(house: House) -> None:
    await house.owner("ada")
    await house.bot("first", "ada")
    tokens = [
        await created(house, house.operator, scope, name)
        for scope, name in ((OPERATOR, ""), (OWNER, "ada"), (BOT, "first@1"), (BOT, "first@1"))
    ]
    for token, scope in zip(tokens, ("operator", "owner", "bot", "bot"), strict=True):
        assert re.fullmatch(rf"arena_{scope}_[A-Za-z0-9]{{43}}", token)
        assert (await principal_of(house.store, token)).scope == scope
    assert len(set(tokens)) == 4


async def test_an_owner_makes_its_own_and_its_bots(house: House) -> None:
    ada = await house.owner("ada")
    await house.owner("ben")
    await house.bot("first", "ada")
    await house.bot("bens", "ben")
    again = bearer(await created(house, ada, OWNER))
    first, _, second = (await listed(house, ada)).values()
    assert (first.made_by > 0, second.made_by) == (True, first.id)
    assert (await house.ends("ListBots", ListBotsRequest(), again))[0] is grpc.StatusCode.OK
    await created(house, ada, BOT, "first@1")
    for scope, name, code in (
        (OPERATOR, "", grpc.StatusCode.PERMISSION_DENIED),
        (OWNER, "ben", grpc.StatusCode.PERMISSION_DENIED),
        (BOT, "bens@1", grpc.StatusCode.NOT_FOUND),
        (BOT, "", grpc.StatusCode.NOT_FOUND),
        (TOKEN_SCOPE_UNSPECIFIED, "", grpc.StatusCode.INVALID_ARGUMENT),
    ):
        request = CreateTokenRequest(scope=scope, name=name)
        assert (await house.ends("CreateToken", request, ada))[0] is code, (scope, name)
    assert {line.owner for line in (await listed(house, ada)).values()} == {"ada"}


async def test_an_owner_cannot_see_tokens_and_bots_of_others(house: House) -> None:
    ada = await house.owner("ada")
    await house.owner("ben")
    others = set(await listed(house, house.operator)) - set(await listed(house, ada))
    assert others
    for number in (*others, 999):
        for call, request in (
            ("RotateToken", RotateTokenRequest(id=number)),
            ("RevokeToken", RevokeTokenRequest(id=number)),
        ):
            code, line = await house.ends(call, request, ada)
            assert code is grpc.StatusCode.NOT_FOUND
            assert line == f"there is no token {number}: `arena token list` shows those there are"
    assert all(line.state == "live" for line in (await listed(house, house.operator)).values())


async def test_a_rotated_token_stays_valid_for_a_while(house: House) -> None:
    ada = await house.owner("ada")
    answer = await house.people.RotateToken(RotateTokenRequest(overlap=A_DAY, lifetime=A_DAY), metadata=ada)
    assert answer.made.made_by == answer.old.id
    assert answer.old.expires.ToDatetime() - answer.old.created.ToDatetime() < timedelta(days=1, minutes=5)
    assert answer.made.HasField("expires")
    for token in (ada, bearer(answer.token)):
        assert set(await listed(house, token)) == {answer.old.id, answer.made.id}
    code, line = await house.ends("RotateToken", RotateTokenRequest(overlap=Duration()), ada)
    assert code is grpc.StatusCode.OK, line
    assert await house.ends("ListTokens", ListTokensRequest(), ada) == (
        grpc.StatusCode.UNAUTHENTICATED,
        "this token has expired",
    )


async def test_a_watch_ends_with_its_token(house: House) -> None:
    ada = await house.owner("ada", "abcd")
    await house.tournament("abcd", 1)
    watching = house.people.WatchTournament(WatchTournamentRequest(name="cup"), metadata=ada)
    await watching.read()
    await house.live.look()
    (number,) = (line.id for line in (await listed(house, ada)).values() if line.scope == OWNER)
    await house.people.RevokeToken(RevokeTokenRequest(id=number), metadata=house.operator)
    await house.live.look()
    with pytest.raises(grpc.aio.AioRpcError, match="this token was revoked"):
        await asyncio.wait_for(watching.read(), 60)
    assert await watching.code() is grpc.StatusCode.UNAUTHENTICATED
