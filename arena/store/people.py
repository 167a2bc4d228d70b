"""Owners, bots and their versions, and who a token stands for."""

from arena.store.database import Database, fetch, refusing, run, value
from arena.store.errors import InvalidName, NameTaken, NotYourBot, UnknownOwner, VersionExists
from arena.store.rows import BotRow, Principal

NAMES = "1..40 characters of a-z 0-9 - _, the first a letter or digit"


class People(Database):
    """What the store knows of people and their bots."""

    async def principal(self, token_hash: bytes) -> Principal | None:
        """Who the token with this SHA-256 stands for; None for nobody."""
        async with self.transaction() as connection:
            found = await fetch(connection, Principal, "principal", token_hash=token_hash)
        return found[0] if found else None

    async def create_owner(self, name: str, token_hash: bytes) -> None:
        """Make an owner. Raises `NameTaken`, `InvalidName`."""
        conditions = {
            "owners_name_unique": NameTaken(f"owner {name!r} is there already: choose another name"),
            "owners_name_format": InvalidName(f"owner {name!r}: a name has {NAMES}"),
        }
        async with self.transaction() as connection:
            with refusing(conditions):
                await run(connection, "create_owner", name=name, token_hash=token_hash)

    async def register_bot(self, name: str, version: str, owner: str, token_hash: bytes) -> int:
        """Make a version of a bot, and the bot with its first one; return the version's id.

        Raises `UnknownOwner`, `NotYourBot`, `VersionExists`, `InvalidName`.
        """
        taken = f"{name}@{version} is there already: a version never changes, choose another"
        wrong = f"version {version!r}: a version has 1..40 characters of a-z 0-9 . - _"
        conditions = {
            "bots_name_format": InvalidName(f"bot {name!r}: a name has {NAMES}"),
            "bot_versions_version_format": InvalidName(wrong),
            "bot_versions_version_unique": VersionExists(taken),
        }
        async with self.transaction() as connection:
            owner_id = await value(connection, "owner_id", name=owner)
            if owner_id is None:
                raise UnknownOwner(
                    f"there is no owner {owner!r}: make one first, or look at the bots for those there are"
                )
            with refusing(conditions):
                await run(connection, "create_bot", name=name, owner_id=owner_id)
                found = await (await run(connection, "bot_and_owner", name=name)).fetchone()
                if found is None or found[1] != owner_id:
                    raise NotYourBot(f"bot {name!r} belongs to another owner: choose another name")
                parameters = {"bot_id": found[0], "version": version, "token_hash": token_hash}
                return int(await value(connection, "create_version", **parameters))

    async def bots(self) -> list[BotRow]:
        """All versions, by the bot's name, then by age."""
        async with self.transaction() as connection:
            return await fetch(connection, BotRow, "bots")
