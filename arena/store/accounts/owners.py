"""Create and list owners, bots and their versions."""

from arena.store.accounts.rows import BotRow
from arena.store.accounts.tokens import NewToken, add_token
from arena.store.database import Connection, Room, fetch, refusing, run, select, value
from arena.store.errors import NameTakenError, NotYourBotError, VersionExistsError
from arena.store.names import HOUSE, check_name, check_version, unknown_owner
from arena.wire.gen.accounts_pb2 import Owner


class People(Room):
    """Create and list owners, bots and versions."""

    async def create_owner(self, name: str, token_hash: bytes, made_by: int | None = None) -> None:
        """Create an owner with a first token. *token_hash*: its SHA-256. *made_by*: id of the creating token.

        Raises `NameTakenError`, `InvalidNameError`.
        """
        async with self.transaction() as connection:
            await insert_owner(connection, name, NewToken(token_hash, made_by=made_by))

    async def register_bot(
        self, name: str, version: str, owner: str, token_hash: bytes, made_by: int | None = None
    ) -> int:
        """Create a version of a bot with a token, and the bot if it is new; return the version's id.

        *owner*: the owner's name. Other parameters: as in `create_owner`. Raises `UnknownOwnerError`,
        `NotYourBotError`, `VersionExistsError`, `InvalidNameError`.
        """
        async with self.transaction() as connection:
            version_id = await new_version(connection, name, version, owner)
            await add_token(connection, "bot", NewToken(token_hash, made_by=made_by), version_id=version_id)
        return version_id

    async def keep_build(self, version_id: int, build: str) -> str:
        """Store the build that a version runs, unless one is stored; return the stored build."""
        return str(await self._value("keep_build", version_id=version_id, build=build))

    async def holdings(self, owner_id: int) -> dict[str, int]:
        """Return the numbers of an owner's `versions`, `pairs` (requested ones too) and valid `tokens`."""
        (counts,) = await self._fetch(dict[str, int], "holdings", owner_id=owner_id)
        return counts

    async def owners(self, limit: int | None = None, name: str = "") -> list[Owner]:
        """Return owners in order of name: at most *limit* (None: all) after the name *name*."""
        return await self._fetch(Owner, "owners", name=name, limit=limit)

    async def bots(self, limit: int | None = None, name: str = "", version_id: int = 0) -> list[BotRow]:
        """Return versions of all bots, in order of the bot's name, then of age.

        Returns at most *limit* (None: all) after version *version_id* of bot *name*.
        """
        async with self.transaction() as connection:
            place = {"name": name, "version_id": version_id, "limit": limit}
            return await fetch(connection, BotRow, "bots", house=HOUSE, **place)


async def new_version(connection: Connection, name: str, version: str, owner: str) -> int:
    """Create a version of a bot, and the bot if it is new; return the version's id.

    Raises `UnknownOwnerError`, `NotYourBotError`, `VersionExistsError`, `InvalidNameError`.
    """
    exists = (
        f"{name}@{version} is there already, and never changes: choose another, or make one more token of it with"
        f" `arena token create bot {name}@{version}`"
    )
    check_name("bot", name)
    check_version(version)
    if (owner_id := await value(connection, "owner_id", name=owner)) is None:
        raise unknown_owner(owner)
    with refusing({"bot_versions_version_unique": VersionExistsError(exists)}):
        await run(connection, "create_bot", name=name, owner_id=owner_id, is_pair=False)
        ((bot_id, bot_owner),) = await select(connection, "bot_and_owner", name=name)
        if bot_owner != owner_id:
            raise NotYourBotError(f"bot {name!r} belongs to another owner: choose another name")
        return int(await value(connection, "create_version", bot_id=bot_id, version=version))


async def insert_owner(connection: Connection, name: str, token: NewToken) -> int:
    """Create an owner with its first token; return the owner's id. Raises `NameTakenError`, `InvalidNameError`."""
    check_name("owner", name)
    with refusing({"owners_name_unique": NameTakenError(f"owner {name!r} exists: choose another name")}):
        owner_id = int(await value(connection, "create_owner", name=name))
    await add_token(connection, "owner", token, owner_id=owner_id)
    return owner_id
