"""Tournaments with names that only earlier releases took."""

from arena.store import Store


async def rename(store: Store, name: str, to: str) -> None:
    """Call the tournament *name* what nobody can call a new one."""
    async with store.transaction() as connection:
        await connection.execute("UPDATE tournaments SET name = %s WHERE name = %s", [to, name])
