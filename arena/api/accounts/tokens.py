"""Create, list, replace and revoke tokens.

Operators do so for all, owners for themselves and their bots.
"""

from datetime import timedelta
from typing import Final

from grpc import StatusCode

from arena.api.accounts.owners import check_tokens
from arena.api.calls.call import Call, invalid
from arena.api.calls.messages import Page, message_of, span
from arena.escapes import cut
from arena.guards.auth import Refused
from arena.store.accounts.rows import Principal, TokenRow
from arena.store.accounts.tokens import NewToken
from arena.tokens import digest, new_token
from arena.wire.gen import accounts_pb2 as pb

OVERLAP: Final = timedelta(days=1)
SCOPES: Final = {
    "operator": pb.TOKEN_SCOPE_OPERATOR,
    "owner": pb.TOKEN_SCOPE_OWNER,
    "bot": pb.TOKEN_SCOPE_BOT,
    "runner": pb.TOKEN_SCOPE_RUNNER,
}


async def create_token(call: Call[pb.CreateTokenRequest]) -> pb.CreateTokenResponse:
    """Create one more token.

    Raises `Refused`.
    """
    scope = next((name for name, number in SCOPES.items() if number == call.request.scope), None)
    if scope is None:
        raise invalid(f"scope {call.request.scope} is none: accepted is operator, owner, bot or runner")
    await check_tokens(call)
    lifetime = span("lifetime", call.request.lifetime, 1) if call.request.HasField("lifetime") else None
    token = new_token(scope)
    new = NewToken(digest(token), call.request.label, lifetime, call.caller.token_id)
    if scope == "bot":
        token_id = await call.store.accounts.create_bot_token(call.request.name, new, _own(call.caller))
    elif scope == "owner":
        token_id = await call.store.accounts.create_owner_token(_owner_named(call.caller, call.request.name), new)
    elif call.caller.scope != "operator":
        raise Refused(StatusCode.PERMISSION_DENIED, f"only an operator makes tokens of {scope}s")
    else:
        token_id = await call.store.accounts.create_service_token(scope, new)
    return pb.CreateTokenResponse(token=token, made=_to_message(await call.store.accounts.token(token_id)))


async def list_tokens(call: Call[pb.ListTokensRequest]) -> pb.ListTokensResponse:
    """Return a page of the tokens that the caller may know of."""
    page = Page.asked(call.request, (0,))
    rows, more = page.cut(
        await call.store.accounts.tokens(_own(call.caller), page.fetch, *page.after), lambda row: (row.id,)
    )
    return pb.ListTokensResponse(tokens=[_to_message(row) for row in rows], next_page_token=more)


async def rotate_token(call: Call[pb.RotateTokenRequest]) -> pb.RotateTokenResponse:
    """Create a new token in the place of another.

    Raises `Refused`.
    """
    overlap = span("overlap", call.request.overlap, 0) if call.request.HasField("overlap") else OVERLAP
    lifetime = span("lifetime", call.request.lifetime, 1) if call.request.HasField("lifetime") else None
    await check_tokens(call)
    old = await call.store.accounts.token(call.request.id or call.caller.token_id, _own(call.caller))
    token = new_token(old.scope)
    new = NewToken(digest(token), call.request.label, lifetime, call.caller.token_id)
    made = await call.store.accounts.rotate_token(old.id, new, overlap, _own(call.caller))
    return pb.RotateTokenResponse(
        token=token,
        made=_to_message(await call.store.accounts.token(made)),
        old=_to_message(await call.store.accounts.token(old.id)),
    )


async def revoke_token(call: Call[pb.RevokeTokenRequest]) -> pb.RevokeTokenResponse:
    """Revoke a token for good."""
    await call.store.accounts.revoke_token(call.request.id, _own(call.caller))
    return pb.RevokeTokenResponse(token=_to_message(await call.store.accounts.token(call.request.id)))


def _own(caller: Principal) -> int | None:
    """Return the owner whose tokens and bots the caller may touch.

    None: an operator, who may touch all.
    """
    if caller.scope == "operator":
        return None
    assert caller.owner_id is not None
    return caller.owner_id


def _owner_named(caller: Principal, named: str) -> str:
    """Return the name of the owner whom the token is for.

    Raises `Refused`.
    """
    if caller.scope == "operator" and not named:
        raise invalid("name is empty: an operator names the owner the token is for")
    if caller.scope != "operator" and named not in ("", caller.owner):
        raise Refused(
            StatusCode.PERMISSION_DENIED, f"owner {caller.owner!r} makes its own tokens, not those of {cut(named)!r}"
        )
    return named or caller.owner or ""


def _to_message(row: TokenRow) -> pb.Token:
    return message_of(pb.Token, row, scope=SCOPES[row.scope], state=row.ended or "live")
