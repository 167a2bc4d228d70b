"""Look up, create, list, replace and revoke tokens. Only their hashes are stored."""

import hmac
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import timedelta

from arena.escapes import clip
from arena.store.accounts.rows import Principal, TokenRow
from arena.store.database import Connection, Room, fetch, first, refusing, run, select, value
from arena.store.errors import DeadTokenError, EndedTokenError, InvalidLabelError, UnknownTokenError, WrongStateError
from arena.store.names import unknown_bot, unknown_owner

HEAD = 8  # first bytes of a hash, by which a token is looked up in the index


@dataclass(frozen=True)
class NewToken:
    """A token to create. *hash*: its SHA-256. *lifetime*: None: no end. *made_by*: id of the creating token."""

    hash: bytes
    label: str = ""
    lifetime: timedelta | None = None
    made_by: int | None = None


class Tokens(Room):
    """Look up, create, list, replace and revoke tokens of operators, owners, bots and runners."""

    async def principal(self, token_hash: bytes) -> Principal | None:
        """Return the holder of the token with this SHA-256, and record the use; None for an unknown token.

        Raises `DeadTokenError` if the token was revoked or has expired.
        """
        async with self.transaction() as connection:
            rows = await select(connection, "look_up_token", head=token_hash[:HEAD])
            for stored, ended, *principal in rows:
                if hmac.compare_digest(bytes(stored), token_hash):
                    if ended:
                        raise DeadTokenError(f"this token {describe_end(ended)}")
                    who = Principal(*principal)
                    await run(connection, "note_use", token_ids=[who.token_id])
                    return who
        return None

    async def create_service_token(self, scope: str, token: NewToken) -> int:
        """Create a token with *scope* "operator" or "runner"; return its id. Raises `InvalidLabelError`."""
        async with self.transaction() as connection:
            return await add_token(connection, scope, token)

    async def create_owner_token(self, owner: str, token: NewToken) -> int:
        """Create another token of *owner*; return its id. Raises `UnknownOwnerError`, `InvalidLabelError`."""
        async with self.transaction() as connection:
            if (owner_id := await value(connection, "owner_id", name=owner)) is None:
                raise unknown_owner(owner)
            return await add_token(connection, "owner", token, owner_id=owner_id)

    async def create_bot_token(self, bot: str, token: NewToken, owner_id: int | None = None) -> int:
        """Create another token of *bot* ("name@version"); return its id.

        *owner_id*: the required owner; None: any owner. Raises `InvalidLabelError`; `UnknownBotError` if that owner has
        no such bot; `WrongStateError` if the bot was submitted.
        """
        async with self.transaction() as connection:
            row = await first(connection, "version_of_owner", bot=bot, owner_id=owner_id)
            if row is None:
                raise unknown_bot(bot)
            version_id, is_submitted = row
            if is_submitted:
                raise WrongStateError(f"{bot} was submitted: runners play it, so it needs no token")
            return await add_token(connection, "bot", token, version_id=version_id)

    async def tokens(self, owner_id: int | None = None, limit: int | None = None, after: int = 0) -> list[TokenRow]:
        """Return tokens in order of age; *owner_id*: only those of this owner and its bots, None: all.

        Returns at most *limit* (None: all) with ids above *after*.
        """
        which = {"owner_id": owner_id, "token_id": None, "after": after, "limit": limit}
        return await self._fetch(TokenRow, "tokens", **which)

    async def token(self, token_id: int, owner_id: int | None = None) -> TokenRow:
        """Return a token. Raises `UnknownTokenError` unless it is of *owner_id* or its bots (None: any owner)."""
        async with self.transaction() as connection:
            return await _one(connection, token_id, owner_id)

    async def rotate_token(
        self, token_id: int, token: NewToken, overlap: timedelta, owner_id: int | None = None
    ) -> int:
        """Replace token *token_id* by the new *token*; return the new token's id.

        The new token has the same holder, and the same label unless it has its own. The old token expires after
        *overlap*, or at its own end if that is earlier. *owner_id*: as in `token`. Raises `UnknownTokenError`, and
        `EndedTokenError` if the old token has ended.
        """
        async with self.transaction() as connection:
            old = await _one(connection, token_id, owner_id)
            if old.ended:
                raise EndedTokenError(
                    f"token {token_id} {describe_end(old.ended)}: make a new one with `arena token create`"
                )
            await run(connection, "expire_token", token_id=token_id, overlap=overlap)
            new = replace(token, label=token.label or old.label)
            return await add_token(connection, old.scope, new, old.owner_id, old.version_id)

    async def revoke_token(self, token_id: int, owner_id: int | None = None) -> None:
        """Revoke a token for good; a repeated call changes nothing. Raises `UnknownTokenError`."""
        async with self.transaction() as connection:
            await _one(connection, token_id, owner_id)
            await run(connection, "revoke_token", token_id=token_id)

    async def ended_tokens(self, token_ids: Collection[int]) -> dict[int, str]:
        """Return "revoked" or "expired" by id for ended tokens; record the use of the others."""
        async with self.transaction() as connection:
            rows = await select(connection, "ended_tokens", token_ids=list(token_ids))
            await run(connection, "note_use", token_ids=[each for each in token_ids if each not in dict(rows)])
        return dict(rows)


async def add_token(
    connection: Connection, scope: str, token: NewToken, owner_id: int | None = None, version_id: int | None = None
) -> int:
    """Store a token; return its id. Raises `InvalidLabelError`."""
    conditions = {
        "tokens_label_length": InvalidLabelError(f"label {clip(token.label)!r}: a label has at most 60 characters")
    }
    with refusing(conditions):
        whose = {"scope": scope, "owner_id": owner_id, "version_id": version_id}
        return int(await value(connection, "add_token", **whose, **vars(token)))


def describe_end(ended: str) -> str:
    """Return "was revoked" for "revoked", and "has expired" for "expired"."""
    return "was revoked" if ended == "revoked" else "has expired"


async def _one(connection: Connection, token_id: int, owner_id: int | None) -> TokenRow:
    which = {"owner_id": owner_id, "token_id": token_id, "after": 0, "limit": 1}
    rows = await fetch(connection, TokenRow, "tokens", **which)
    if not rows:
        raise UnknownTokenError(f"there is no token {token_id}: `arena token list` shows those there are")
    return rows[0]
