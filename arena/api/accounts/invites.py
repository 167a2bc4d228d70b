"""Invite authors, who become owners by themselves.

An operator makes an invite; whoever has its code chooses a name.
"""

from datetime import timedelta
from typing import Final

from arena.api.calls.call import Call
from arena.api.calls.spans import span
from arena.tokens import digest, new_token
from arena.wire.gen import accounts_pb2 as pb

LIFETIME: Final = timedelta(days=7)


async def create_invite(call: Call[pb.CreateInviteRequest]) -> pb.CreateInviteResponse:
    """Make an invite with a new code."""
    lifetime = span("lifetime", call.request.lifetime, 1) if call.request.HasField("lifetime") else LIFETIME
    code = new_token("invite")
    expires = await call.store.accounts.create_invite(digest(code), lifetime, call.caller.token_id)
    answer = pb.CreateInviteResponse(code=code)
    answer.expires.FromDatetime(expires)
    return answer


async def accept_invite(call: Call[pb.AcceptInviteRequest]) -> pb.AcceptInviteResponse:
    """Make an owner with a new token of whoever has the code."""
    token = new_token("owner")
    await call.store.accounts.accept_invite(digest(call.request.code.strip()), call.request.name, digest(token))
    return pb.AcceptInviteResponse(token=token)
