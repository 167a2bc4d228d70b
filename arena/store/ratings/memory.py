"""Read the stored sums of the memory test.

They are sums of rated boards by bot, and by its first and last seat.
"""

from collections import defaultdict

from arena.league.findings.memory import MemoryTally
from arena.store.database import Room, run
from arena.store.names import tournament_id


class Memory(Room):
    """The stored sums of the memory test."""

    async def memory(self, name: str) -> dict[tuple[str, int], list[MemoryTally]]:
        """Return the sums over a tournament's rated boards.

        By variant and its number of seats (of sides where partners play). Raises
        `UnknownTournament`.
        """
        found: dict[tuple[str, int], list[MemoryTally]] = defaultdict(list)
        async with self.transaction() as connection:
            which = await tournament_id(connection, name)
            rows = await (await run(connection, "memory", tournament_id=which)).fetchall()
        for variant, seats, *sums in rows:
            found[variant, seats].append(MemoryTally(*sums))
        return dict(found)
