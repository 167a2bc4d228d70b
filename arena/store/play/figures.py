"""Figures of the whole arena, for whoever watches it."""

from dataclasses import dataclass

from arena.store.database import Room, fetch, run
from arena.store.families import FAMILIES

MOST = 64  # blocks of a family that are counted


@dataclass(frozen=True)
class Figures:
    """The arena at a moment; boards are those of tournaments that run.

    *oldest_claim_s*: how long ago the block was claimed that is under play for longest, in seconds; 0 without one.
    *overdue*: leases that nobody has renewed in time. *unrated*: closed boards that the rater has not folded in.
    *bots*: versions with a process that is connected.
    """

    boards: int
    closed: int
    playing: int
    failed: int
    oldest_claim_s: float
    overdue: int
    unrated: int
    workers: int
    gateways: int
    bots: int

    @property
    def owed(self) -> int:
        """Boards that wait."""
        return max(0, self.boards - self.closed - self.playing - self.failed)


class ArenaFigures(Room):
    """What is under way in the whole arena."""

    async def figures(self) -> tuple[Figures, dict[str, int]]:
        """Count it; also return how many blocks could begin now, by family, `MOST` at most."""
        async with self.transaction() as connection:
            (row,) = await fetch(connection, Figures, "figures")
            found = await (await run(connection, "count_claimable", most=MOST, families=list(FAMILIES))).fetchall()
        return row, dict.fromkeys(FAMILIES, 0) | {str(family): int(count) for family, count in found}
