"""Infractions and counts of play."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from arena.store.database import Connection, Room, fetch, first, run, run_all
from arena.store.errors import UnknownBotError
from arena.store.names import tournament_id, unknown_bot
from arena.store.play.archive import refuse_archived
from arena.store.play.rows import GameResult, InfractionCountRow, InfractionRow, PlayRow, SeatPlay

# A place in the list of infractions is (board's number, rotation, hand, decision, seat).
BEFORE_ALL: Final = (-1, -1, -1, -1, -1)
BEHIND_BOARDS: Final = 2**40  # stands for the number of an open board, which stays hidden
# Infractions that keep others waiting; repeated ones suspend a version.
GRAVE: Final = ("disconnected", "flood", "redial", "protocol")


class Infractions(Room):
    """Infractions and counts of play."""

    async def play_counts(self, bot: str, variant: str | None = None) -> tuple[str, list[PlayRow]]:
        """Return the counts of *bot*, and of all others in the same variants.

        *bot*: "name@version", or "name" for its newest. Returns its "name@version", and by variant one
        row for the bot and one for the others, without gates. Raises `UnknownBotError`.
        """
        async with self.transaction() as connection:
            if (row := await first(connection, "find_version", bot=bot)) is None:
                raise unknown_bot(bot)
            version_id, name, *_ = row
            which = {"version_id": version_id, "variant": variant}
            return name, await fetch(connection, PlayRow, "play_counts", **which)

    async def count_infractions(self, counts: Mapping[tuple[int, str], int]) -> None:
        """Add *counts*, by version id and the infraction's word."""
        if counts:
            async with self.transaction() as connection:
                await count_infractions(connection, counts)

    async def infraction_counts(self, bot: str) -> tuple[int, list[InfractionCountRow]]:
        """Return the owner's id and the infractions of *bot* ("name@version"), by word.

        Raises `UnknownBotError`, also for a pair: its bots have the infractions.
        """
        async with self.transaction() as connection:
            if (row := await first(connection, "owner_of_version", bot=bot)) is None:
                raise unknown_bot(bot)
            owner_id, is_pair = row
            if is_pair:
                raise UnknownBotError(f"{bot} is a pair, and its bots have the infractions: ask for each of them")
            return owner_id, await fetch(connection, InfractionCountRow, "infraction_counts", bot=bot)

    async def infractions(
        self,
        name: str,
        bot: str | None,
        owner_id: int | None,
        limit: int | None = None,
        after: Sequence[int] = BEFORE_ALL,
    ) -> list[InfractionRow]:
        """Return infractions in tournament *name*, in schedule order.

        *bot*: "name@version" of the only bot to list, None for all. *owner_id*: the owner who asks,
        None for an operator. At most *limit* (None: all) that come after the place *after*.

        Closed boards show all their infractions. Open boards show only timeouts, at the end of the list
        and without their place. Operators see those of all bots, owners those of their own bots.
        Raises `UnknownTournamentError`, and `ArchivedError` if games of the tournament are in a file.
        """
        async with self.transaction() as connection:
            id_ = await tournament_id(connection, name)
            await refuse_archived(connection, id_)
            whose = {"bot": bot, "owner_id": owner_id, "behind": BEHIND_BOARDS}
            place = {"tournament_id": id_, "after": list(after), "limit": limit}
            return await fetch(connection, InfractionRow, "infractions", **whose, **place)


async def count_play(connection: Connection, block_id: int, results: Iterable[GameResult]) -> None:
    """Add the counts of a block's games, and the arena's lag.

    Rows are updated in the order of ids, and the lag last, so that transactions cannot deadlock.
    """
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
    """Add *counts* in the transaction of *connection*.

    Rows are locked in order of version and word, so that transactions cannot deadlock.
    """
    if counts:
        keys = sorted(counts)
        names = {"version_ids": [version_id for version_id, _ in keys], "infractions": [word for _, word in keys]}
        await run(connection, "count_infractions", counts=[counts[key] for key in keys], **names)
        if any(word in GRAVE for _, word in keys):
            await run(connection, "note_strikes", grave=list(GRAVE), **names)
