"""Bots that are away, and bots suspended because they keep others waiting (docs/explanation/tournaments.md)."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from arena.store.database import Connection, Room, fetch, run
from arena.store.errors import NotYourBot, UnknownBot
from arena.store.play.leases import put_back

STRIKES = 4  # minutes with a grave fault
WITHIN_S = 20 * 60  # that come so close suspend a version
FIRST_S, MOST_S = 60, 3600  # for so long, twice as long each time


@dataclass(frozen=True)
class Missed:
    """A running tournament that waits for a version, with *seats* at a table. *forfeit_after_s* None: for ever."""

    version_id: int
    tournament: str
    variant: str
    away_s: float
    forfeit_after_s: float | None
    seats: int


@dataclass(frozen=True)
class BotStatus:
    """A version; *since*, *until*, *fault* are None unless it is suspended.

    *owner_ids*: whose is what was asked for, which may be a pair that it is in.
    """

    version_id: int
    bot: str  # "name@version"
    owner_id: int
    owner_ids: list[int]
    instances: int
    max_seats: int
    since: datetime | None
    until: datetime | None
    fault: str | None


class Absence(Room):
    """Who is not there, and why."""

    async def bot_status(
        self, bot: str, owner_id: int | None, retry: bool = False
    ) -> tuple[list[BotStatus], dict[int, list[Missed]]]:
        """The versions that "name" or "name@version" means, and who waits for each; of *owner_id* (None: anybody's).

        Of a pair, which is both owners', its members. *retry*: those that are suspended, and its own, play again.
        Raises `UnknownBot`, `NotYourBot`.
        """
        async with self.transaction() as connection:
            found = await fetch(connection, BotStatus, "bot_statuses", bot=bot)
            if not found:
                raise UnknownBot(f"there is no bot {bot!r}: name it as bots are listed, with or without @version")
            if owner_id is not None and owner_id not in found[0].owner_ids:
                raise NotYourBot(f"{bot} is not yours: its owner and operators may look")
            version_ids = [each.version_id for each in found]
            if retry:
                own = [each.version_id for each in found if owner_id in (None, each.owner_id)]
                await run(connection, "end_suspension", version_ids=own)
                found = await fetch(connection, BotStatus, "bot_statuses", bot=bot)
            missed: dict[int, list[Missed]] = defaultdict(list)
            for each in await fetch(connection, Missed, "missed", version_ids=version_ids):
                missed[each.version_id].append(each)
            return found, missed

    async def forfeits(self, tournament_id: int) -> dict[str, dict[int, int]]:
        """How many boards each version forfeited, by variant."""
        async with self.transaction() as connection:
            rows = await (await run(connection, "forfeits", tournament_id=tournament_id)).fetchall()
        found: dict[str, dict[int, int]] = defaultdict(dict)
        for variant, version_id, count in rows:
            found[variant][version_id] = count
        return found


async def look_who_is_away(connection: Connection) -> None:
    """Suspend who keeps others waiting, note who is away, and forfeit the boards of who was for too long."""
    await run(connection, "forget_strikes")
    await run(connection, "suspend", strikes=STRIKES, within_s=WITHIN_S, first_s=FIRST_S, most_s=MOST_S)
    await run(connection, "forget_present")
    await run(connection, "note_away")
    await run(connection, "keep_no_seats")
    due = await (await run(connection, "due")).fetchall()
    for tournament_id in sorted({tournament_id for tournament_id, _, _ in due}):
        own = [(variant_index, version_id) for other, variant_index, version_id in due if other == tournament_id]
        await _forfeit(connection, tournament_id, own)


async def _forfeit(connection: Connection, tournament_id: int, absent: Sequence[tuple[int, int]]) -> None:
    """Forfeit what is open of those (index of a variant, version) in a tournament, and end it if nothing is left."""
    await run(connection, "lock_tournament", tournament_id=tournament_id)
    for variant_index, version_id in absent:
        where = {"tournament_id": tournament_id, "variant_index": variant_index, "version_id": version_id}
        block_ids = [row[0] for row in await (await run(connection, "forfeit_blocks", **where)).fetchall()]
        await put_back(connection, *block_ids)
        await run(connection, "forfeit_boards", variant_index=variant_index, block_ids=block_ids)
        await run(connection, "drop_open_games", block_ids=block_ids)
    await run(connection, "end_tournament", tournament_id=tournament_id)
