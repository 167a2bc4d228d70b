"""Create owners, bots and pairs; invite owners; list the acts of operators."""

from datetime import UTC, timedelta
from typing import Any, Final

from grpc import StatusCode

from arena.api.calls.call import Call, invalid
from arena.api.calls.messages import LARGEST_INT, Page, make_message, read_duration
from arena.escapes import clip
from arena.guards.auth import RefusedError
from arena.store.accounts.pairs import PairRow
from arena.store.accounts.rows import Principal
from arena.tokens import digest, new_token
from arena.wire.gen import accounts_pb2 as pb
from arena.wire.gen.acts_pb2 import ListActsRequest, ListActsResponse

MAX_VERSIONS: Final = 1_000
MAX_PAIRS: Final = 1_000
MAX_TOKENS: Final = 1_000  # valid tokens
INVITE_LIFETIME: Final = timedelta(days=7)


async def check_versions(call: Call[Any]) -> None:
    """Raise `RefusedError` if the calling owner already has `MAX_VERSIONS` versions of bots."""
    await _check(call, "versions", MAX_VERSIONS, "an operator registers more for you")


async def check_tokens(call: Call[Any]) -> None:
    """Raise `RefusedError` if the calling owner and its bots already have `MAX_TOKENS` valid tokens."""
    await _check(call, "tokens", MAX_TOKENS, "revoke some first")


async def _check(call: Call[Any], what: str, limit: int, do: str) -> None:
    if call.caller.scope == "owner":
        assert call.caller.owner_id is not None
        count = (await call.store.accounts.holdings(call.caller.owner_id))[what]
        if count >= limit:
            raise RefusedError(StatusCode.RESOURCE_EXHAUSTED, f"you have {count} {what}, the limit is {limit}: {do}")


async def create_owner(call: Call[pb.CreateOwnerRequest]) -> pb.CreateOwnerResponse:
    """Create an owner; return its new token."""
    token = new_token("owner")
    await call.store.accounts.create_owner(call.request.name, digest(token), call.caller.token_id)
    return pb.CreateOwnerResponse(token=token)


async def list_owners(call: Call[pb.ListOwnersRequest]) -> pb.ListOwnersResponse:
    """Return a page of owners."""
    page = Page.from_request(call.request, ("",))
    rows, more = page.trim(await call.store.accounts.owners(page.fetch, *page.after), lambda row: (row.name,))
    return pb.ListOwnersResponse(owners=rows, next_page_token=more)


async def register_bot(call: Call[pb.RegisterBotRequest]) -> pb.RegisterBotResponse:
    """Create a bot's first or next version; return its new token. Raises `RefusedError`."""
    token, request = new_token("bot"), call.request
    owner = owner_for(call.caller, request.owner)
    await check_versions(call)
    await call.store.accounts.register_bot(request.name, request.version, owner, digest(token), call.caller.token_id)
    return pb.RegisterBotResponse(bot=f"{request.name}@{request.version}", token=token)


async def list_bots(call: Call[pb.ListBotsRequest]) -> pb.ListBotsResponse:
    """Return a page of all versions of all bots."""
    page = Page.from_request(call.request, ("", 0))
    bots = await call.store.accounts.bots(page.fetch, *page.after)
    rows, more = page.trim(bots, lambda row: (row.name, row.version_id))
    return pb.ListBotsResponse(bots=[make_message(pb.Bot, row) for row in rows], next_page_token=more)


def owner_for(caller: Principal, name: str) -> str:
    """Return the owner of a new bot: *name*, or the caller if it is an owner. Raises `RefusedError`."""
    if caller.scope == "operator":
        if not name:
            raise invalid("owner is empty: name the owner of the bot (--owner NAME)")
        return name
    assert caller.owner is not None
    if name not in ("", caller.owner):
        line = f"owner {clip(name)!r} is not you: {caller.owner!r} registers only its own bots"
        raise RefusedError(StatusCode.PERMISSION_DENIED, line)
    return caller.owner


async def create_invite(call: Call[pb.CreateInviteRequest]) -> pb.CreateInviteResponse:
    """Create an invite; return its code and when it expires."""
    lifetime = read_duration(call.request, "lifetime", 1, INVITE_LIFETIME)
    assert lifetime is not None
    code = new_token("invite")
    expires = await call.store.accounts.create_invite(digest(code), lifetime, call.caller.token_id)
    answer = pb.CreateInviteResponse(code=code)
    answer.expires.FromDatetime(expires)
    return answer


async def accept_invite(call: Call[pb.AcceptInviteRequest]) -> pb.AcceptInviteResponse:
    """Create an owner for the holder of an invite's code; return the owner's new token."""
    token = new_token("owner")
    await call.store.accounts.accept_invite(digest(call.request.code.strip()), call.request.name, digest(token))
    return pb.AcceptInviteResponse(token=token)


async def register_pair(call: Call[pb.RegisterPairRequest]) -> pb.RegisterPairResponse:
    """Create a pair, or record one owner's consent until the other owner consents. Raises `RefusedError`."""
    await _check(call, "pairs", MAX_PAIRS, "an operator registers more for you")
    row = await call.store.accounts.register_pair(call.request.one, call.request.other, call.caller.owner_id)
    return pb.RegisterPairResponse(pair=_to_pair(row))


async def list_pairs(call: Call[pb.ListPairsRequest]) -> pb.ListPairsResponse:
    """Return a page of pairs, and of pairs that wait for an owner's consent."""
    page = Page.from_request(call.request, (0, 0))
    pairs = await call.store.accounts.pairs(call.caller.owner_id, page.fetch, *page.after)
    rows, more = page.trim(pairs, lambda row: (row.kind, row.id))
    return pb.ListPairsResponse(pairs=map(_to_pair, rows), next_page_token=more)


def _to_pair(row: PairRow) -> pb.Pair:
    return make_message(pb.Pair, row, pair=row.bot)


async def list_acts(call: Call[ListActsRequest]) -> ListActsResponse:
    """Return a page of the logged acts of all operators, the newest first. Raises `RefusedError`."""
    page, since = Page.from_request(call.request, (LARGEST_INT,)), None
    if call.request.HasField("since"):
        try:
            since = call.request.since.ToDatetime(tzinfo=UTC)
        except ValueError:
            raise invalid("since is outside the years 1 to 9999; give a time within them") from None
    rows, more = page.trim(await call.store.accounts.acts(since, page.fetch, *page.after), lambda row: (row.id,))
    return ListActsResponse(acts=rows, next_page_token=more)
