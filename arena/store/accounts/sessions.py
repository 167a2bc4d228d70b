"""Sessions of the page: a browser that showed a token once.

Only hashes of their ids come in here. docs/how-to/security.md says what a session promises.
"""

from datetime import timedelta
from typing import Final

from arena.store.accounts.rows import Principal
from arena.store.database import Room, run

IDLE: Final = timedelta(hours=12)  # without use
LONGEST: Final = timedelta(days=7)
MOST: Final = 100  # of one token; the oldest ends
TIMES: Final = {"idle": IDLE, "longest": LONGEST}


class Sessions(Room):
    """Sessions, each of a token, and over with it."""

    async def add_session(self, session_hash: bytes, token_id: int) -> None:
        """Begin a session of the token *token_id*.

        *session_hash*: the SHA-256 of its id. Those that are over are dropped by the way.
        """
        async with self.transaction() as connection:
            await run(connection, "add_session", hash=session_hash, token_id=token_id)
            await run(connection, "drop_old_sessions", token_id=token_id, most=MOST, **TIMES)

    async def session(self, session_hash: bytes) -> Principal | None:
        """Return whom a session stands for, and note that it is in use.

        None where there is none, where it is over, or where its token has ended.
        """
        async with self.transaction() as connection:
            row = await (await run(connection, "session", hash=session_hash, **TIMES)).fetchone()
            if row is None:
                return None
            who = Principal(*row)
            await run(connection, "note_session", hash=session_hash)
            await run(connection, "note_use", token_ids=[who.token_id])
        return who

    async def drop_session(self, session_hash: bytes) -> None:
        """End a session; one that is over already stays so."""
        async with self.transaction() as connection:
            await run(connection, "drop_session", hash=session_hash)
