"""Store the luck of closed boards, as a house bot measures it.

Which tournaments want it, which deals the bot is to play, and what it scored on them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arena.league.findings.luck import Par, Sums
from arena.store.database import Room, fetch, run, run_all, value


@dataclass(frozen=True)
class Deal:
    """A closed board's deal, for a house bot to play."""

    board_id: int
    variant: str
    options: dict[str, Any]
    revision: int
    seed: bytes


@dataclass(frozen=True)
class VariantLuck:
    """The luck of one variant of a tournament.

    *sums*, *pars*: over the boards that the house bot played. *games*: of a board. *waiting*:
    closed boards that it is still to play. *impossible*: closed boards that it cannot play.
    """

    games: int
    sums: list[Sums]
    pars: list[Par]
    waiting: int
    impossible: int


@dataclass(frozen=True)
class _Counts:
    variant: str
    games: int
    waiting: int
    impossible: int


class Luck(Room):
    """Deals for the house bot, and its scores on them."""

    async def want_luck(self, tournament_id: int) -> None:
        """Ask for the luck of a tournament's closed boards.

        Workers let the house bot play them until none of them waits any more.
        """
        async with self.transaction() as connection:
            await run(connection, "want_luck", tournament_id=tournament_id)

    async def deals_for_luck(self, most: int, patience: float) -> list[Deal]:
        """Take at most *most* boards of a tournament for *patience* seconds.

        Whoever asks meanwhile gets none of that tournament. Empty where no tournament waits.
        """
        async with self.transaction() as connection:
            tournament_id = await value(connection, "take_luck", patience=patience)
            if tournament_id is None:
                return []
            deals = await fetch(connection, Deal, "deals_for_luck", tournament_id=tournament_id, most=most)
            if not deals:
                await run(connection, "end_luck", tournament_id=tournament_id)
            return deals

    async def put_luck(self, points: Mapping[int, int | None]) -> None:
        """Store the house bot's points on each board, by id.

        None: the board cannot be played. Others may then take the tournament's next boards.
        """
        async with self.transaction() as connection:
            rows = [{"board_id": board_id, "points": each} for board_id, each in points.items()]
            await run_all(connection, "put_luck", rows)
            await run(connection, "free_luck", board_ids=list(points))

    async def luck(self, tournament_id: int) -> dict[str, VariantLuck]:
        """Return a tournament's luck by variant, in the tournament's order."""
        async with self.transaction() as connection:
            await run(connection, "one_moment")
            counts = await fetch(connection, _Counts, "luck_counts", tournament_id=tournament_id)
            sums = await (await run(connection, "luck_sums", tournament_id=tournament_id)).fetchall()
            pars = await (await run(connection, "luck_pars", tournament_id=tournament_id)).fetchall()
        return {
            each.variant: VariantLuck(
                each.games,
                [Sums(*map(int, numbers)) for variant, *numbers in sums if variant == each.variant],
                [Par(*map(int, numbers)) for variant, *numbers in pars if variant == each.variant],
                each.waiting,
                each.impossible,
            )
            for each in counts
        }
