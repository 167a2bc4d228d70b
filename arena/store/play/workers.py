"""Worker processes that are alive.

One that has not said so for 15 s counts as gone.
"""

from arena.store.database import Room, run


class Workers(Room):
    """Worker processes, by the names that they claim blocks under."""

    async def see_worker(self, name: str) -> None:
        """Say that worker *name* is alive, whether it plays or not."""
        async with self.transaction() as connection:
            await run(connection, "see_worker", name=name)

    async def drop_worker(self, name: str) -> None:
        """Forget a worker that stops."""
        async with self.transaction() as connection:
            await run(connection, "drop_worker", name=name)
