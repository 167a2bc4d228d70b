"""Owners and their bots."""

from grpc import StatusCode

from arena.api.accounts.quotas import check_versions
from arena.api.calls.call import Call
from arena.api.calls.messages import message_of
from arena.api.calls.pages import Page
from arena.api.calls.refusals import invalid
from arena.escapes import cut
from arena.guards.refused import Refused
from arena.store.accounts.rows import Principal
from arena.tokens import digest, new_token
from arena.wire.gen import accounts_pb2 as pb


async def create_owner(call: Call[pb.CreateOwnerRequest]) -> pb.CreateOwnerResponse:
    """Make an owner with a new token."""
    token = new_token("owner")
    await call.store.accounts.create_owner(call.request.name, digest(token), call.caller.token_id)
    return pb.CreateOwnerResponse(token=token)


async def list_owners(call: Call[pb.ListOwnersRequest]) -> pb.ListOwnersResponse:
    """Return a page of owners."""
    page = Page.asked(call.request, ("",))
    rows, more = page.cut(await call.store.accounts.owners(page.fetch, *page.after), lambda row: (row.name,))
    return pb.ListOwnersResponse(owners=[message_of(pb.Owner, row) for row in rows], next_page_token=more)


async def register_bot(call: Call[pb.RegisterBotRequest]) -> pb.RegisterBotResponse:
    """Make a bot's first or next version with a new token. Raises `Refused`."""
    token = new_token("bot")
    owner = owner_for(call.caller, call.request.owner)
    await check_versions(call)
    await call.store.accounts.register_bot(
        call.request.name, call.request.version, owner, digest(token), call.caller.token_id
    )
    return pb.RegisterBotResponse(bot=f"{call.request.name}@{call.request.version}", token=token)


async def list_bots(call: Call[pb.ListBotsRequest]) -> pb.ListBotsResponse:
    """A page of the versions of all bots."""
    page = Page.asked(call.request, ("", 0))
    rows, more = page.cut(
        await call.store.accounts.bots(page.fetch, *page.after), lambda row: (row.name, row.version_id)
    )
    return pb.ListBotsResponse(bots=[message_of(pb.Bot, row) for row in rows], next_page_token=more)


def owner_for(caller: Principal, named: str) -> str:
    """Return whose a bot is to be. Raises `Refused`."""
    if caller.scope == "operator":
        if not named:
            raise invalid("owner is empty: an operator names the owner the bot belongs to (--owner NAME)")
        return named
    assert caller.owner is not None
    if named not in ("", caller.owner):
        raise Refused(
            StatusCode.PERMISSION_DENIED,
            f"owner {caller.owner!r} registers its own bots only, not those of {cut(named)!r}",
        )
    return caller.owner
