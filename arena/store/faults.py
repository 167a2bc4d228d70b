"""What bots did wrong: counts by version, and a tournament's infractions with the evidence of each timeout."""

from collections.abc import Mapping

from arena.store.database import Connection, Database, fetch, run, value
from arena.store.errors import UnknownBot
from arena.store.rows import FaultRow, InfractionRow
from arena.store.tournaments import find_tournament

Place = tuple[int, int, int, int, int]  # of an infraction: number of its board, rotation, hand, decision, seat
BEFORE_ALL: Place = (-1, -1, -1, -1, -1)


class Faults(Database):
    """Faults and infractions."""

    async def count_faults(self, counts: Mapping[tuple[int, str], int]) -> None:
        """Add *counts*, by version id and word."""
        if counts:
            async with self.transaction() as connection:
                await count_faults(connection, counts)

    async def fault_counts(self, bot: str) -> tuple[int, list[FaultRow]]:
        """The owner's id and the faults of *bot* ("name@version"), by word. Raises `UnknownBot`."""
        async with self.transaction() as connection:
            owner_id = await value(connection, "owner_of_version", bot=bot)
            if owner_id is None:
                raise UnknownBot(f"there is no bot version {bot!r}: give NAME@VERSION, as the list of bots has it")
            return owner_id, await fetch(connection, FaultRow, "fault_counts", bot=bot)

    async def infractions(
        self, name: str, bot: str | None, owner_id: int | None, after: Place, page: int
    ) -> list[InfractionRow]:
        """At most *page* infractions of tournament *name* behind *after*, of all bots or of *bot* ("name@version").

        Those of closed boards, and of open ones the timeouts of this owner's bots (None: of all). Raises
        `UnknownTournament`.
        """
        async with self.transaction() as connection:
            tournament_id = (await find_tournament(connection, name)).id
            whose = {"bot": bot, "owner_id": owner_id}
            place = {"tournament_id": tournament_id, "after": list(after), "page": page}
            return await fetch(connection, InfractionRow, "infractions", **whose, **place)


async def count_faults(connection: Connection, counts: Mapping[tuple[int, str], int]) -> None:
    """Add *counts* in the transaction of *connection*; in one order, so that two that add never wait for each other."""
    if counts:
        keys = sorted(counts)
        await run(
            connection,
            "count_faults",
            version_ids=[version_id for version_id, _ in keys],
            faults=[fault for _, fault in keys],
            counts=[counts[key] for key in keys],
        )
