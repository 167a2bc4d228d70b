"""Store invites to become an owner, and sign-in sessions of the web page."""

from datetime import datetime, timedelta
from typing import Final

from arena.store.accounts.owners import insert_owner
from arena.store.accounts.rows import Principal
from arena.store.accounts.tokens import NewToken
from arena.store.database import Room, first, run
from arena.store.errors import DeadInviteError, InvalidNameError
from arena.store.names import HOUSE


class Invites(Room):
    """Invites that operators create and bot authors accept."""

    async def create_invite(self, code_hash: bytes, lifetime: timedelta, made_by: int) -> datetime:
        """Create an invite; return when it expires.

        *code_hash*: the SHA-256 of the invite's code. *made_by*: the id of the token that creates it.
        """
        expires: datetime = await self._value("create_invite", hash=code_hash, lifetime=lifetime, made_by=made_by)
        return expires

    async def accept_invite(self, code_hash: bytes, name: str, token_hash: bytes) -> None:
        """Create the owner *name* for the holder of an invite's code, and use up the invite.

        *code_hash*, *token_hash*: the SHA-256 of the code and of the owner's first token. Raises `DeadInviteError`;
        also `NameTakenError` and `InvalidNameError`, which leave the invite valid.
        """
        if name == HOUSE:  # others rely on how its bots play
            raise InvalidNameError(f"owner {name!r}: that name is for the operator's own bots, choose another")
        async with self.transaction() as connection:
            row = await first(connection, "lock_invite", hash=code_hash)
            if row is None:
                raise DeadInviteError("there is no such invite: open the link just as it was sent to you")
            invite_id, ended = row
            if ended:
                raise DeadInviteError(f"this invite {ended}: ask the person who sent it for another one")
            owner_id = await insert_owner(connection, name, NewToken(token_hash))
            await run(connection, "use_invite", invite_id=invite_id, owner_id=owner_id)


IDLE: Final = timedelta(hours=12)  # a session that was not used for this time ends
LONGEST: Final = timedelta(days=7)
MOST: Final = 100  # sessions of one token; if there are more, the oldest one ends
TIMES: Final = {"idle": IDLE, "longest": LONGEST}


class Sessions(Room):
    """Sign-in sessions of the web page; each belongs to a token and ends with it."""

    async def add_session(self, session_hash: bytes, token_id: int) -> None:
        """Begin a session of a token, by the SHA-256 of the session's id; delete sessions that are over."""
        async with self.transaction() as connection:
            await run(connection, "add_session", hash=session_hash, token_id=token_id)
            await run(connection, "drop_old_sessions", token_id=token_id, most=MOST, **TIMES)

    async def session(self, session_hash: bytes) -> Principal | None:
        """Return the principal of a session, and record its use.

        Returns None if the session does not exist or is over, or if its token has ended.
        """
        async with self.transaction() as connection:
            row = await first(connection, "session", hash=session_hash, **TIMES)
            if row is None:
                return None
            who = Principal(*row)
            await run(connection, "note_session", hash=session_hash)
            await run(connection, "note_use", token_ids=[who.token_id])
        return who

    async def drop_session(self, session_hash: bytes) -> None:
        """End a session; a repeated call changes nothing."""
        await self._run("drop_session", hash=session_hash)
