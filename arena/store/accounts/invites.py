"""Invites, by which somebody becomes an owner without an operator's hand.

Only hashes of their codes come in here.
"""

from datetime import datetime, timedelta

from arena.store.accounts.owners import insert_owner
from arena.store.accounts.tokens import NewToken
from arena.store.database import Room, run, value
from arena.store.errors import DeadInvite, InvalidName
from arena.store.names import BENCHMARK, HOUSE


class Invites(Room):
    """Invites that operators make and authors of bots accept."""

    async def create_invite(self, code_hash: bytes, lifetime: timedelta, made_by: int) -> datetime:
        """Create an invite; return when it expires.

        *code_hash*: the SHA-256 of its code. *made_by*: the id of the token that asks for it.
        """
        async with self.transaction() as connection:
            expires: datetime = await value(
                connection, "create_invite", hash=code_hash, lifetime=lifetime, made_by=made_by
            )
        return expires

    async def accept_invite(self, code_hash: bytes, name: str, token_hash: bytes) -> None:
        """Make who has the code the owner *name*, and use the invite up.

        *token_hash*: the SHA-256 of the owner's first token. Raises `DeadInvite`; and `NameTaken`
        and `InvalidName`, after which the invite is as good as before.
        """
        if name in (HOUSE, BENCHMARK):  # others rely on how bots of these owners play
            raise InvalidName(f"owner {name!r}: that name is for the operator's own bots, choose another")
        async with self.transaction() as connection:
            found = await (await run(connection, "lock_invite", hash=code_hash)).fetchone()
            if found is None:
                raise DeadInvite("there is no such invite: open the link just as it was sent to you")
            invite_id, ended = found
            if ended:
                raise DeadInvite(f"this invite {ended}: ask who sent it for another one")
            owner_id = await insert_owner(connection, name, NewToken(token_hash))
            await run(connection, "use_invite", invite_id=invite_id, owner_id=owner_id)
