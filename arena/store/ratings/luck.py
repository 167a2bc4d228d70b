"""Replays of closed boards by a house bot: who wants them, which are to be played, what came of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arena.league.ratings.luck import Par, Sums
from arena.store.database import Database, fetch, run, run_all, value


@dataclass(frozen=True)
class Deal:
    """A closed board's deal, to be played by a house bot."""

    board_id: int
    variant: str
    options: dict[str, Any]
    revision: int
    seed: bytes


@dataclass(frozen=True)
class Replayed:
    """What is known of one variant of a tournament: sums over its replayed boards. *games*: of a board.

    *waiting*: closed boards that are still to be replayed; *impossible*: those of a revision that cannot be.
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


class Replays(Database):
    """The house bot's replays."""

    async def want_replays(self, tournament_id: int) -> None:
        """Let workers replay what is closed of a tournament, until nothing of it waits any more."""
        async with self.transaction() as connection:
            await run(connection, "want_replays", tournament_id=tournament_id)

    async def deals_to_replay(self, most: int, patience: float) -> list[Deal]:
        """Take some boards for *patience* seconds: whoever asks gets none of that tournament meanwhile."""
        async with self.transaction() as connection:
            tournament_id = await value(connection, "take_replays", patience=patience)
            if tournament_id is None:
                return []
            deals = await fetch(connection, Deal, "deals_to_replay", tournament_id=tournament_id, most=most)
            if not deals:
                await run(connection, "end_replays", tournament_id=tournament_id)
            return deals

    async def put_replays(self, points: Mapping[int, int | None]) -> None:
        """What the house bot came to on each board, by id; others may take the tournament's next boards."""
        async with self.transaction() as connection:
            rows = [{"board_id": board_id, "points": each} for board_id, each in points.items()]
            await run_all(connection, "put_replay", rows)
            await run(connection, "free_replays", board_ids=list(points))

    async def replayed(self, tournament_id: int) -> dict[str, Replayed]:
        """By variant, in the tournament's order."""
        async with self.transaction() as connection:
            await run(connection, "one_moment")
            counts = await fetch(connection, _Counts, "replay_counts", tournament_id=tournament_id)
            sums = await (await run(connection, "replay_sums", tournament_id=tournament_id)).fetchall()
            pars = await (await run(connection, "replay_pars", tournament_id=tournament_id)).fetchall()
        return {
            each.variant: Replayed(
                each.games,
                [Sums(*map(int, numbers)) for variant, *numbers in sums if variant == each.variant],
                [Par(*map(int, numbers)) for variant, *numbers in pars if variant == each.variant],
                each.waiting,
                each.impossible,
            )
            for each in counts
        }
