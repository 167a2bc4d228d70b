"""Faults: counts by version, and infractions with the evidence of each timeout."""

from collections.abc import Mapping, Sequence
from typing import Final

from arena.store.database import Connection, Room, fetch, run
from arena.store.errors import UnknownBot
from arena.store.names import tournament_id
from arena.store.play.archive import refuse_archived
from arena.store.play.rows import FaultRow, InfractionRow

BEFORE_ALL: Final = (-1, -1, -1, -1, -1)  # a place: number of the infraction's board, rotation, hand, decision, seat
BEHIND_BOARDS: Final = 2**40  # stands for the number of a board that is not told
GRAVE: Final = ("disconnected", "flood", "redial", "protocol")  # again and again, these keep others waiting


class Faults(Room):
    """Faults and infractions."""

    async def count_faults(self, counts: Mapping[tuple[int, str], int]) -> None:
        """Add *counts*, by version id and word."""
        if counts:
            async with self.transaction() as connection:
                await count_faults(connection, counts)

    async def fault_counts(self, bot: str) -> tuple[int, list[FaultRow]]:
        """The owner's id and the faults of *bot* ("name@version"), by word. Raises `UnknownBot`."""
        async with self.transaction() as connection:
            found = await (await run(connection, "owner_of_version", bot=bot)).fetchone()
            if found is None:
                raise UnknownBot(f"there is no bot version {bot!r}: give NAME@VERSION, as the list of bots has it")
            owner_id, is_pair = found
            if is_pair:
                raise UnknownBot(f"{bot} is a pair, and faults are those of its bots: ask for each of them")
            return owner_id, await fetch(connection, FaultRow, "fault_counts", bot=bot)

    async def infractions(
        self,
        name: str,
        bot: str | None,
        owner_id: int | None,
        limit: int | None = None,
        after: Sequence[int] = BEFORE_ALL,
    ) -> list[InfractionRow]:
        """At most *limit* infractions of tournament *name* behind *after*, of all bots or of *bot* ("name@version").

        Those of closed boards, and of open ones the timeouts of this owner's bots without where they were (None: of
        all, with everything). Raises `UnknownTournament`.
        """
        async with self.transaction() as connection:
            found = await tournament_id(connection, name)
            await refuse_archived(connection, found)
            whose = {"bot": bot, "owner_id": owner_id, "behind": BEHIND_BOARDS}
            place = {"tournament_id": found, "after": list(after), "limit": limit}
            return await fetch(connection, InfractionRow, "infractions", **whose, **place)


async def count_faults(connection: Connection, counts: Mapping[tuple[int, str], int]) -> None:
    """Add *counts* in the transaction of *connection*; in one order, so that two that add never wait for each other."""
    if counts:
        keys = sorted(counts)
        names = {"version_ids": [version_id for version_id, _ in keys], "faults": [fault for _, fault in keys]}
        await run(connection, "count_faults", counts=[counts[key] for key in keys], **names)
        if any(fault in GRAVE for _, fault in keys):
            await run(connection, "note_strikes", grave=list(GRAVE), **names)
