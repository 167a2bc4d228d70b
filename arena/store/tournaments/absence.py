"""Record absent bots, and suspend bots that keep others waiting (docs/explanation/tournaments.md)."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from arena.store.database import Connection, Room, fetch, run, select
from arena.store.errors import NotYourBotError
from arena.store.names import unknown_bot
from arena.store.play.leases import return_blocks

STRIKES = 4  # minutes with a grave infraction after which a version is suspended
WITHIN_S = 20 * 60  # seconds; the minutes of `STRIKES` have to lie within this time
FIRST_S, MAX_S = 60, 3600  # seconds of the first and of the longest suspension; the duration doubles each time


@dataclass(frozen=True)
class Missed:
    """A running tournament that waits for an absent version.

    *away_s*: seconds of absence so far. *forfeit_after_s*: seconds of absence after which the version forfeits its
    boards; None: never. *seats*: the seats that the version needs at one table.
    """

    version_id: int
    tournament: str
    variant: str
    away_s: float
    forfeit_after_s: float | None
    seats: int


@dataclass(frozen=True)
class BotStatus:
    """A version, whether it is connected, and whether it is suspended.

    *owner_ids*: owners of the requested bot, which may be a pair with this version. *since*, *until*, *infraction*: of
    its suspension; None if it is not suspended. *counts*: those of `SeatPlay`, over its closed boards. *timeouts*,
    *illegal*, *replaced*: numbers of infractions so far (docs/explanation/infractions.md); malformed answers count as
    illegal. *by_arena*: whether it is a submitted version that the arena's runners play.
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
    by_arena: bool


class Absence(Room):
    """Read and handle absent and suspended bots."""

    async def bot_status(
        self, bot: str | None, owner_id: int | None, retry: bool = False
    ) -> tuple[list[BotStatus], dict[int, list[Missed]]]:
        """Return the status of a bot's versions, and by version id the tournaments that wait for it.

        *bot*: "name@version"; "name": all its versions; None: all connected versions. For a pair, its two members are
        returned. *owner_id*: the required owner; None: any owner. *retry*: first end the suspensions of *owner_id*'s
        own versions. Raises `UnknownBotError`, `NotYourBotError`.
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
        """Return the number of forfeited boards by variant, then by version id."""
        forfeits: dict[str, dict[int, int]] = defaultdict(dict)
        for variant, version_id, count in await self._select("forfeits", tournament_id=tournament_id):
            forfeits[variant][version_id] = count
        return forfeits


async def look_who_is_away(connection: Connection) -> None:
    """Suspend bots that keep others waiting, record absences, and forfeit boards after long absences.

    Locks tournaments one after another, in order of id. A challenge ends if one of its bots has been away for an hour,
    so that another challenge can take its place.
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
    """Forfeit the open boards of *absent*, (variant index, version id) pairs; end a tournament that is over."""
    await run(connection, "lock_tournament", tournament_id=tournament_id)
    for variant_index, version_id in absent:
        where = {"tournament_id": tournament_id, "variant_index": variant_index, "version_id": version_id}
        block_ids = [row[0] for row in await select(connection, "forfeit_blocks", **where)]
        await return_blocks(connection, *block_ids)
        await run(connection, "forfeit_boards", variant_index=variant_index, block_ids=block_ids)
        await run(connection, "drop_open_games", block_ids=block_ids)
    await run(connection, "end_tournament", tournament_id=tournament_id)
