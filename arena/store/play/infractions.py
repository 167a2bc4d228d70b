"""Store and list the infractions of bots, and the counts of their play."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from arena.store.database import Connection, Room, fetch, first, run, run_all
from arena.store.errors import UnknownBotError
from arena.store.names import tournament_id, unknown_bot
from arena.store.play.archive import refuse_archived
from arena.store.play.rows import GameResult, InfractionRow, PlayRow, SeatPlay
from arena.wire.gen.infractions_pb2 import InfractionCount

# A position in the list of infractions is (board number, rotation, hand, decision, seat).
BEFORE_ALL: Final = (-1, -1, -1, -1, -1)
BEHIND_BOARDS: Final = 2**40  # replaces the number of an open board, which stays hidden
# Infractions that delay other bots; repeated ones suspend a version.
GRAVE: Final = ("disconnected", "flood", "redial", "protocol")


class Infractions(Room):
    """Read and count infractions and play."""

    async def play_counts(self, bot: str, variant: str | None = None) -> tuple[str, list[PlayRow]]:
        """Return the play counts of a bot, and of all other bots in the same variants, without gates.

        *bot*: "name@version", or "name" for its newest. *variant*: only this one; None: all. Returns its
        "name@version", and for each variant a row of the bot and a row of the others. Raises `UnknownBotError`.
        """
        async with self.transaction() as connection:
            version_id, name, *_ = await _find_version(connection, bot)
            return name, await fetch(connection, PlayRow, "play_counts", version_id=version_id, variant=variant)

    async def count_infractions(self, counts: Mapping[tuple[int, str], int]) -> None:
        """Add *counts*, by (version id, kind of infraction), to the stored numbers."""
        if counts:
            async with self.transaction() as connection:
                await count_infractions(connection, counts)

    async def infraction_counts(self, bot: str) -> tuple[str, int, list[InfractionCount]]:
        """Return "name@version" of *bot* (as it is, or "name" for its newest), its owner's id and its infractions.

        Raises `UnknownBotError`, also for a pair: infractions belong to its two bots.
        """
        async with self.transaction() as connection:
            version_id, name, _, (owner_id, *_), members = await _find_version(connection, bot)
            if members:
                raise UnknownBotError(f"{bot} is a pair, and its bots have the infractions: ask for each of them")
            rows = await fetch(connection, InfractionCount, "infraction_counts", version_id=version_id)
            return name, owner_id, rows

    async def infractions(
        self,
        name: str,
        bot: str | None,
        owner_id: int | None,
        limit: int | None = None,
        after: Sequence[int] = BEFORE_ALL,
    ) -> list[InfractionRow]:
        """Return infractions in tournament *name*, in schedule order.

        *bot*: only this "name@version"; None: all bots. *owner_id*: the owner who asks; None: an operator. Returns at
        most *limit* (None: all) after the position *after*.

        All infractions on closed boards are listed. Those on open boards are listed only if they are timeouts, at the
        end and without board or seat. Operators see all bots, owners only their own. Raises `UnknownTournamentError`,
        and `ArchivedError` if games of the tournament were moved to a file.
        """
        async with self.transaction() as connection:
            id_ = await tournament_id(connection, name)
            await refuse_archived(connection, id_)
            whose = {"bot": bot, "owner_id": owner_id, "behind": BEHIND_BOARDS}
            place = {"tournament_id": id_, "after": list(after), "limit": limit}
            return await fetch(connection, InfractionRow, "infractions", **whose, **place)


async def count_play(connection: Connection, block_id: int, results: Iterable[GameResult]) -> None:
    """Add the play counts of a block's games and the arena's lag, in order of version ids to avoid deadlocks."""
    own: dict[int, list[SeatPlay]] = defaultdict(list)
    for result in results:
        for version_id, play in zip(result.players_by_seat, result.play, strict=False):
            own[version_id].append(play)
    await run_all(connection, "count_play", [_sum_counts(block_id, each, own[each]) for each in sorted(own)])
    await run(connection, "note_lag", block_id=block_id)


def _sum_counts(block_id: int, version_id: int, plays: list[SeatPlay]) -> dict[str, object]:
    return {
        "block_id": block_id,
        "version_id": version_id,
        "games": len(plays),
        "asked": sum(play.asked for play in plays),
        "charged_us": sum(play.charged_us for play in plays),
        "infractions": sum(play.infractions for play in plays),
        "counts": list(map(sum, zip(*(play.counts for play in plays), strict=True))),
        "fallbacks": sum(play.fallbacks for play in plays),
    }


async def count_infractions(connection: Connection, counts: Mapping[tuple[int, str], int]) -> None:
    """Add *counts*, by (version id, kind of infraction), in the current transaction.

    Rows are locked in this order, so that transactions cannot deadlock.
    """
    if counts:
        keys = sorted(counts)
        names = {"version_ids": [version_id for version_id, _ in keys], "infractions": [word for _, word in keys]}
        await run(connection, "count_infractions", counts=[counts[key] for key in keys], **names)
        if any(word in GRAVE for _, word in keys):
            await run(connection, "note_strikes", grave=list(GRAVE), **names)


async def _find_version(connection: Connection, bot: str) -> Sequence[Any]:
    if (row := await first(connection, "find_version", bot=bot)) is None:
        raise unknown_bot(bot)
    return row
