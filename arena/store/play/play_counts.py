"""What bots did on closed boards, by tournament, variant and version."""

from collections import defaultdict
from collections.abc import Iterable

from arena.escapes import cut
from arena.store.database import Connection, Room, fetch, run, run_all
from arena.store.errors import UnknownBot
from arena.store.play.rows import GameResult, PlayRow, SeatPlay


class PlayCounts(Room):
    """The counts of play."""

    async def play_counts(self, bot: str, variant: str | None = None) -> tuple[str, list[PlayRow]]:
        """Read what *bot* did, and all others in the same variants.

        *bot*: "name@version", or "name" for its newest. Returns its "name@version", and a row for it and for the
        others, by variant. Gates are left out. Raises `UnknownBot`.
        """
        async with self.transaction() as connection:
            found = await (await run(connection, "find_version", bot=bot)).fetchone()
            if found is None:
                raise UnknownBot(
                    f"there is no bot {cut(bot)!r}: give NAME or NAME@VERSION of those in `arena bot list`"
                )
            which = {"version_id": found[0], "variant": variant}
            return str(found[1]), await fetch(connection, PlayRow, "play_counts", **which)


async def count_play(connection: Connection, block_id: int, results: Iterable[GameResult]) -> None:
    """Add what was done in a block's games.

    And how far the arena lagged. In the order of ids, and the lag last, so that two that add never
    wait for each other.
    """
    own: dict[int, list[SeatPlay]] = defaultdict(list)
    for result in results:
        for version_id, play in zip(result.players_by_seat, result.play, strict=False):
            own[version_id].append(play)
    await run_all(connection, "count_play", [_summed(block_id, each, own[each]) for each in sorted(own)])
    await run(connection, "note_lag", block_id=block_id)


def _summed(block_id: int, version_id: int, plays: list[SeatPlay]) -> dict[str, object]:
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
