"""Versions that were handed in: list them, withdraw them."""

from arena.escapes import cut
from arena.store.bundles.rows import BundleRow
from arena.store.database import Room, fetch, run, value
from arena.store.errors import NotYourBot, UnknownBot

NEWEST = 2**63 - 1


class HandedInBundles(Room):
    """Bundles, by bot."""

    async def bundles(self, bot: str, limit: int | None = None, before: int = NEWEST) -> list[BundleRow]:
        """Return what was handed in of *bot*, a name or "name@version", the newest first.

        At most *limit* (None: all) with ids below *before*.
        """
        async with self.transaction() as connection:
            return await fetch(connection, BundleRow, "bundles_of", bot=bot, limit=limit, before=before)

    async def bundle(self, bot: str, owner_id: int | None = None) -> BundleRow:
        """Return the bundle of a version, or the newest of a name.

        Raises `UnknownBot`, and `NotYourBot` unless it is *owner_id*'s (None: anybody's).
        """
        found = await self.bundles(bot, 1)
        if not found:
            raise UnknownBot(
                f"{cut(bot)!r} was not handed in: `arena bot submit` does that, `arena bot versions` lists"
            )
        if owner_id is not None and found[0].owner_id != owner_id:
            raise NotYourBot(f"{found[0].bot} is not yours: its owner may do that")
        return found[0]

    async def report(self, version_id: int) -> str:
        """Return what the check of a version printed."""
        async with self.transaction() as connection:
            return str(await value(connection, "report_of", version_id=version_id) or "")

    async def withdraw_bundle(self, bot: str, owner_id: int | None) -> BundleRow:
        """Let a version play no more, for good; again changes nothing.

        Raises `UnknownBot`, `NotYourBot`.
        """
        found = await self.bundle(bot, owner_id)
        async with self.transaction() as connection:
            await run(connection, "withdraw_bundle", version_id=found.version_id)
        return await self.bundle(found.bot)
