"""Create, list, rotate and revoke tokens; owners do so only for themselves and their bots."""

from datetime import timedelta
from typing import Final

from grpc import StatusCode

from arena.api.accounts.owners import check_tokens
from arena.api.calls.call import Call, invalid
from arena.api.calls.messages import Page, make_message, read_duration
from arena.api.labels import SCOPES
from arena.escapes import clip
from arena.guards.auth import RefusedError
from arena.store.accounts.rows import Principal, TokenRow
from arena.store.accounts.tokens import NewToken
from arena.tokens import digest, new_token
from arena.wire.gen import accounts_pb2 as pb

OVERLAP: Final = timedelta(days=1)


async def create_token(call: Call[pb.CreateTokenRequest]) -> pb.CreateTokenResponse:
    """Create a token of the requested scope; return it. Raises `RefusedError`."""
    scope = next((name for name, number in SCOPES.items() if number == call.request.scope), None)
    if scope is None:
        raise invalid(f"scope {call.request.scope} is unknown: give operator, owner, bot or runner")
    await check_tokens(call)
    lifetime = read_duration(call.request, "lifetime", 1, None)
    token, name = new_token(scope), call.request.name
    new = NewToken(digest(token), call.request.label, lifetime, call.caller.token_id)
    if scope == "bot":
        token_id = await call.store.accounts.create_bot_token(name, new, _own(call.caller))
    elif scope == "owner":
        token_id = await call.store.accounts.create_owner_token(_owner_for(call.caller, name), new)
    elif call.caller.scope != "operator":
        raise RefusedError(StatusCode.PERMISSION_DENIED, f"scope {scope}: only an operator makes such tokens")
    else:
        token_id = await call.store.accounts.create_service_token(scope, new)
    return pb.CreateTokenResponse(token=token, made=_to_message(await call.store.accounts.token(token_id)))


async def list_tokens(call: Call[pb.ListTokensRequest]) -> pb.ListTokensResponse:
    """Return a page of the tokens that the caller may see, without the secret tokens themselves."""
    page = Page.from_request(call.request, (0,))
    tokens = await call.store.accounts.tokens(_own(call.caller), page.fetch, *page.after)
    rows, more = page.trim(tokens, lambda row: (row.id,))
    return pb.ListTokensResponse(tokens=map(_to_message, rows), next_page_token=more)


async def rotate_token(call: Call[pb.RotateTokenRequest]) -> pb.RotateTokenResponse:
    """Replace a token by a new one; the old token stays valid for the requested overlap. Raises `RefusedError`."""
    overlap = read_duration(call.request, "overlap", 0, OVERLAP)
    lifetime = read_duration(call.request, "lifetime", 1, None)
    assert overlap is not None
    await check_tokens(call)
    accounts, own = call.store.accounts, _own(call.caller)
    old = await accounts.token(call.request.id or call.caller.token_id, own)
    token = new_token(old.scope)
    new = NewToken(digest(token), call.request.label, lifetime, call.caller.token_id)
    new_id = await accounts.rotate_token(old.id, new, overlap, own)
    new_row, old_row = await accounts.token(new_id), await accounts.token(old.id)
    return pb.RotateTokenResponse(token=token, made=_to_message(new_row), old=_to_message(old_row))


async def revoke_token(call: Call[pb.RevokeTokenRequest]) -> pb.RevokeTokenResponse:
    """Revoke a token for good."""
    await call.store.accounts.revoke_token(call.request.id, _own(call.caller))
    return pb.RevokeTokenResponse(token=_to_message(await call.store.accounts.token(call.request.id)))


def _own(caller: Principal) -> int | None:
    """Return the id of the owner whose tokens and bots the caller may change; None (all) for an operator."""
    if caller.scope == "operator":
        return None
    assert caller.owner_id is not None
    return caller.owner_id


def _owner_for(caller: Principal, name: str) -> str:
    """Return the owner of a new token: *name*, or the caller if it is an owner. Raises `RefusedError`."""
    if caller.scope == "operator" and not name:
        raise invalid("name is empty: name the owner of the token")
    if caller.scope != "operator" and name not in ("", caller.owner):
        line = f"name {clip(name)!r} is not you: {caller.owner!r} makes only its own tokens"
        raise RefusedError(StatusCode.PERMISSION_DENIED, line)
    return name or caller.owner or ""


def _to_message(row: TokenRow) -> pb.Token:
    return make_message(pb.Token, row, scope=SCOPES[row.scope], state=row.ended or "live")
