"""Faults counted by version, and infractions with their evidence.

The evidence is what is stored of each timeout.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from arena.escapes import cut
from arena.store.database import Connection, Room, fetch, run
from arena.store.errors import UnknownBot
from arena.store.names import tournament_id
from arena.store.play.archive import refuse_archived
from arena.store.play.rows import FaultRow, InfractionRow

# A place in the list of infractions is (board's number, rotation, hand, decision, seat).
BEFORE_ALL: Final = (-1, -1, -1, -1, -1)
BEHIND_BOARDS: Final = 2**40  # stands for the number of a board that is not told
# Faults that keep others waiting; again and again, they suspend a version.
GRAVE: Final = ("disconnected", "flood", "redial", "protocol")


class Faults(Room):
    """Faults and infractions."""

    async def count_faults(self, counts: Mapping[tuple[int, str], int]) -> None:
        """Add *counts*, by version id and the fault's word."""
        if counts:
            async with self.transaction() as connection:
                await count_faults(connection, counts)

    async def fault_counts(self, bot: str) -> tuple[int, list[FaultRow]]:
        """Return the owner's id and the faults of *bot*, by word.

        *bot*: "name@version". Raises `UnknownBot`, also for a pair: its bots have the faults.
        """
        async with self.transaction() as connection:
            found = await (await run(connection, "owner_of_version", bot=bot)).fetchone()
            if found is None:
                raise UnknownBot(f"there is no bot version {cut(bot)!r}: give NAME@VERSION, as the list of bots has it")
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
        """Return infractions in tournament *name*, in schedule order.

        *bot*: "name@version" of the only bot to list, None for all. *owner_id*: who asks, None for
        an operator. At most *limit* (None: all) that come after the place *after*.

        Closed boards show all their infractions. Of open boards there are only timeouts: an
        operator gets those of all bots with everything, an owner those of its own bots, behind all
        others and without where they were.

        Raises `UnknownTournament`, and `Archived` where games of the tournament are in a file.
        """
        async with self.transaction() as connection:
            found = await tournament_id(connection, name)
            await refuse_archived(connection, found)
            whose = {"bot": bot, "owner_id": owner_id, "behind": BEHIND_BOARDS}
            place = {"tournament_id": found, "after": list(after), "limit": limit}
            return await fetch(connection, InfractionRow, "infractions", **whose, **place)


async def count_faults(connection: Connection, counts: Mapping[tuple[int, str], int]) -> None:
    """Add *counts* in the transaction of *connection*.

    Rows are locked in order of version and word, so that two transactions never wait for each other
    in a circle.
    """
    if counts:
        keys = sorted(counts)
        names = {"version_ids": [version_id for version_id, _ in keys], "faults": [fault for _, fault in keys]}
        await run(connection, "count_faults", counts=[counts[key] for key in keys], **names)
        if any(fault in GRAVE for _, fault in keys):
            await run(connection, "note_strikes", grave=list(GRAVE), **names)
