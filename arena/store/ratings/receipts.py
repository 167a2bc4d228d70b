"""Explain live Elo, tournament by tournament and board by board."""

from collections import Counter
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from arena.league.ratings import elo
from arena.league.ratings.elo import START, Entry, explain_board
from arena.store.accounts.versions import find_version
from arena.store.closed_boards import StoredBoard, read_boards
from arena.store.database import Connection, Room, fetch, first, run, run_all, select
from arena.store.errors import NotRatedError
from arena.store.scales import Scale


class EloSteps:
    """Records the boards of one tournament as they are folded."""

    def __init__(self) -> None:
        self._before: dict[tuple[int, Scale, int], float] = {}  # by index of the variant, scale and version
        self._boards: Counter[tuple[int, Scale, int]] = Counter()

    def note(self, stored: StoredBoard, ratings: Mapping[int, float]) -> None:
        """Record a board before it is folded into *ratings*."""
        for player in stored.board.line_up:
            key = (stored.variant_index, stored.scale, player)
            self._before.setdefault(key, ratings.get(player, START))
            self._boards[key] += 1

    async def store(
        self, connection: Connection, tournament_id: int, after: Mapping[Scale, Mapping[int, float]]
    ) -> None:
        """Store the steps, with the ratings *after* them."""
        rows = [
            {
                "tournament_id": tournament_id,
                "variant_index": index,
                "version_id": player,
                "boards": self._boards[index, scale, player],
                "elo_before": before,
                "elo_after": after[scale][player],
            }
            for (index, scale, player), before in self._before.items()
        ]
        await run_all(connection, "put_elo_step", rows)


@dataclass(frozen=True)
class EloStep:
    """A tournament's effect on a version's Elo. *settled*: its place among settled ones; None: provisional.

    A provisional step has no numbers yet: its boards are folded in schedule order when it is
    settled. *is_in*: whether the version takes part; other tournaments only move its opponents.
    """

    tournament_id: int
    name: str
    settled: int | None
    variant_index: int
    is_in: bool
    boards: int
    elo_before: float | None
    elo_after: float | None


@dataclass(frozen=True)
class ReceiptBoard:
    """A board of a receipt. *step*: index of its tournament."""

    step: int
    entry: Entry


@dataclass(frozen=True)
class EloReceipt:
    """A page of boards that moved a version's live Elo on a scale, and all their tournaments.

    *elo*, *boards*: as published; *settled_elo*: after the settled tournaments.
    """

    scale: Scale
    version_id: int
    elo: float
    boards: int
    settled_elo: float
    steps: list[EloStep]
    page: list[ReceiptBoard]


Place = tuple[int, int]  # index of a step, number of a board in it; (0, -1) is before all


class Receipts(Room):
    """The closed boards behind live Elo."""

    async def elo_receipt(
        self, variant: str, bot: str, after: Place, page: int, pool: str = "", form: str = ""
    ) -> EloReceipt:
        """Return at most *page* boards of *bot* after the place *after*, in the order of folding.

        Settled tournaments come first. *bot* is "name@version", or "name" for its newest. *pool*, *form*: of a scale
        (`Scale`); "": the scale with most boards. A page costs a fold of the boards of its tournaments in that variant:
        a move depends on the ratings of all players. Raises `UnknownBotError`, `NotRatedError`.
        """
        async with self.transaction() as connection:
            await run(connection, "one_moment")
            version_id = (await find_version(connection, bot)).id
            which = {"variant": variant, "pool": pool, "format": form}
            row = await first(connection, "rating_of", version_id=version_id, **which)
            if row is None:
                raise NotRatedError(
                    f"{bot} has no rating: it played no rated board of {' '.join(filter(None, which.values()))}"
                )
            *parts, rating, count, settled = row
            scale = Scale(variant, *parts)
            key = scale._asdict()
            steps = await fetch(connection, EloStep, "steps_of", version_id=version_id, **key)
            boards: list[ReceiptBoard] = []
            async with aclosing(_boards(connection, version_id, steps, after, key)) as later:
                async for board in later:
                    boards.append(board)
                    if len(boards) == page:
                        break
        return EloReceipt(scale, version_id, rating, count, settled, steps, boards)


async def _boards(
    connection: Connection, version_id: int, steps: list[EloStep], after: Place, key: dict[str, Any]
) -> AsyncGenerator[ReceiptBoard]:
    """Yield a version's boards after a place. Provisional ones start from the settled numbers."""
    ratings: dict[int, float] = {}
    for index, step in enumerate(steps):
        if step.settled is not None and index < after[0]:
            continue
        if step.settled is not None:
            parameters = {"tournament_id": step.tournament_id, "variant_index": step.variant_index}
            ratings = dict(await select(connection, "ratings_before", **parameters))
        elif index == 0 or steps[index - 1].settled is not None:
            ratings = dict(await select(connection, "settled_ratings", **key))
        async with aclosing(read_boards(connection, step.tournament_id, variant_index=step.variant_index)) as boards:
            async for stored in boards:
                if version_id in stored.board.line_up and (index, stored.board.number) > after:
                    yield ReceiptBoard(index, explain_board(ratings, stored.board, version_id))
                ratings.update(elo.fold(ratings, stored.board))
