"""Absent bots, and bots suspended for keeping others waiting (docs/explanation/tournaments.md)."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from arena.store.database import Connection, Room, fetch, run, select
from arena.store.errors import NotYourBotError
from arena.store.names import unknown_bot
from arena.store.play.leases import return_blocks

STRIKES = 4  # minutes with a grave infraction that suspend a version
WITHIN_S = 20 * 60  # seconds within which these minutes lie
FIRST_S, MAX_S = 60, 3600  # seconds of the first and the longest suspension; each is twice the one before


@dataclass(frozen=True)
class Missed:
    """A running tournament that waits for a version.

    *away_s*: seconds of absence counted so far. *forfeit_after_s*: the limit after which its
    boards are forfeited, None: never. *seats*: needed at a table.
    """

    version_id: int
    tournament: str
    variant: str
    away_s: float
    forfeit_after_s: float | None
    seats: int


@dataclass(frozen=True)
class BotStatus:
    """A version, and whether it is connected or suspended.

    *since*, *until*, *infraction* are None unless it is suspended. *owner_ids*: owners of the requested
    bot, which may be a pair with this version. *counts*: of its closed boards (`SeatPlay`).
    *timeouts*, *illegal*, *replaced*: infractions so far, by the words of
    docs/explanation/faults.md; *malformed* is a part of *illegal*.
    """

    version_id: int
    bot: str  # "name@version"
    owner_id: int
    owner_ids: list[int]
    instances: int
    max_seats: int
    since: datetime | None
    until: datetime | None
    infraction: str | None
    counts: list[int]
    timeouts: int
    illegal: int
    replaced: int


class Absence(Room):
    """Absent and suspended bots."""

    async def bot_status(
        self, bot: str | None, owner_id: int | None, retry: bool = False
    ) -> tuple[list[BotStatus], dict[int, list[Missed]]]:
        """Return a bot's versions, and the tournaments that wait for each.

        *bot*: "name@version", or "name" for all of its versions, None for all connected versions. A pair, which belongs
        to both owners, returns its members. *owner_id*: the required owner, None: any owner. *retry*: first end
        suspensions of *owner_id*'s own versions. Raises `UnknownBotError`, `NotYourBotError`.
        """
        async with self.transaction() as connection:
            rows = await fetch(connection, BotStatus, "bot_statuses", bot=bot)
            if bot is None:
                rows = [each for each in rows if owner_id in (None, each.owner_id)]
            elif not rows:
                raise unknown_bot(bot)
            elif owner_id is not None and owner_id not in rows[0].owner_ids:
                raise NotYourBotError(f"{bot} is not yours: its owner and operators may look")
            version_ids = [each.version_id for each in rows]
            if retry:
                own = [each.version_id for each in rows if owner_id in (None, each.owner_id)]
                await run(connection, "end_suspension", version_ids=own)
                rows = await fetch(connection, BotStatus, "bot_statuses", bot=bot)
            missed: dict[int, list[Missed]] = defaultdict(list)
            for each in await fetch(connection, Missed, "missed", version_ids=version_ids):
                missed[each.version_id].append(each)
            return rows, missed

    async def forfeits(self, tournament_id: int) -> dict[str, dict[int, int]]:
        """Return the number of forfeited boards of each version, by variant."""
        forfeits: dict[str, dict[int, int]] = defaultdict(dict)
        for variant, version_id, count in await self._select("forfeits", tournament_id=tournament_id):
            forfeits[variant][version_id] = count
        return forfeits


async def look_who_is_away(connection: Connection) -> None:
    """Suspend bots that keep others waiting; record absences; forfeit boards of long absences.

    Tournaments are locked one after another in order of id. A challenge ends if a bot has been away for an
    hour, so that another challenge can take its place.
    """
    await run(connection, "forget_strikes")
    await run(connection, "suspend", strikes=STRIKES, within_s=WITHIN_S, first_s=FIRST_S, most_s=MAX_S)
    await run(connection, "forget_present")
    await run(connection, "note_away")
    await run(connection, "keep_no_seats")
    await run(connection, "end_abandoned_challenges")
    due: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for tournament_id, variant_index, version_id in await select(connection, "due"):
        due[tournament_id].append((variant_index, version_id))
    for tournament_id in sorted(due):
        await _forfeit(connection, tournament_id, due[tournament_id])


async def _forfeit(connection: Connection, tournament_id: int, absent: Sequence[tuple[int, int]]) -> None:
    """Forfeit the open boards of *absent* (variant index, version) in a tournament, and end it if it is over."""
    await run(connection, "lock_tournament", tournament_id=tournament_id)
    for variant_index, version_id in absent:
        where = {"tournament_id": tournament_id, "variant_index": variant_index, "version_id": version_id}
        block_ids = [row[0] for row in await select(connection, "forfeit_blocks", **where)]
        await return_blocks(connection, *block_ids)
        await run(connection, "forfeit_boards", variant_index=variant_index, block_ids=block_ids)
        await run(connection, "drop_open_games", block_ids=block_ids)
    await run(connection, "end_tournament", tournament_id=tournament_id)
