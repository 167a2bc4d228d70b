"""The luck of closed boards, from a house bot: who wants it, which deals it is to play, what came of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arena.league.ratings.luck import Par, Sums
from arena.store.database import Room, fetch, run, run_all, value


@dataclass(frozen=True)
class Deal:
    """A closed board's deal, to be played by a house bot."""

    board_id: int
    variant: str
    options: dict[str, Any]
    revision: int
    seed: bytes


@dataclass(frozen=True)
class VariantLuck:
    """What is known of one variant of a tournament: sums over the boards that the house bot played.

    *games*: of a board; *waiting*: closed boards that it is still to play; *impossible*: those it cannot.
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
    """What the house bot makes of deals."""

    async def want_luck(self, tournament_id: int) -> None:
        """Let workers play what is closed of a tournament again, until nothing of it waits any more."""
        async with self.transaction() as connection:
            await run(connection, "want_luck", tournament_id=tournament_id)

    async def deals_for_luck(self, most: int, patience: float) -> list[Deal]:
        """Take some boards for *patience* seconds: whoever asks gets none of that tournament meanwhile."""
        async with self.transaction() as connection:
            tournament_id = await value(connection, "take_luck", patience=patience)
            if tournament_id is None:
                return []
            deals = await fetch(connection, Deal, "deals_for_luck", tournament_id=tournament_id, most=most)
            if not deals:
                await run(connection, "end_luck", tournament_id=tournament_id)
            return deals

    async def put_luck(self, points: Mapping[int, int | None]) -> None:
        """What the house bot came to on each board, by id; others may take the tournament's next boards."""
        async with self.transaction() as connection:
            rows = [{"board_id": board_id, "points": each} for board_id, each in points.items()]
            await run_all(connection, "put_luck", rows)
            await run(connection, "free_luck", board_ids=list(points))

    async def luck(self, tournament_id: int) -> dict[str, VariantLuck]:
        """By variant, in the tournament's order."""
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
