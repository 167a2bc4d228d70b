"""Explain a bot's live Elo by tournament and by board."""

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
    """Records how the boards of one tournament change each version's live Elo."""

    def __init__(self) -> None:
        self._before: dict[tuple[int, Scale, int], float] = {}  # by variant index, scale and version id
        self._boards: Counter[tuple[int, Scale, int]] = Counter()

    def note(self, stored: StoredBoard, ratings: Mapping[int, float]) -> None:
        """Record a board before *ratings* (Elo by version id) are updated with it."""
        for player in stored.board.line_up:
            key = (stored.variant_index, stored.scale, player)
            self._before.setdefault(key, ratings.get(player, START))
            self._boards[key] += 1

    async def store(
        self, connection: Connection, tournament_id: int, after: Mapping[Scale, Mapping[int, float]]
    ) -> None:
        """Store each version's Elo before and after the tournament. *after*: by scale, then by version id."""
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
    """The effect of one tournament on a version's live Elo.

    *settled*: its position among settled tournaments. None: the tournament is unfinished; then *elo_before* and
    *elo_after* are None too, since boards are counted in schedule order at the end. *is_in*: whether the version takes
    part; other tournaments only change its opponents' Elo.
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
    """A board that moved a version's live Elo. *step*: the index of its tournament in `EloReceipt.steps`."""

    step: int
    entry: Entry


@dataclass(frozen=True)
class EloReceipt:
    """A page of the boards that moved a version's live Elo on a scale, and all tournaments of these.

    *elo*, *boards*: as published. *settled_elo*: Elo after the settled tournaments alone.
    """

    scale: Scale
    version_id: int
    elo: float
    boards: int
    settled_elo: float
    steps: list[EloStep]
    page: list[ReceiptBoard]


Place = tuple[int, int]  # (index of a step, number of a board in it); (0, -1) is before all boards


class Receipts(Room):
    """Explain live Elo by the closed boards that it was computed from."""

    async def elo_receipt(
        self, variant: str, bot: str, after: Place, page: int, pool: str = "", form: str = ""
    ) -> EloReceipt:
        """Return at most *page* boards of a bot after position *after*, in the order of counting.

        Settled tournaments come first. *bot*: "name@version", or "name" for its newest. *pool*, *form*: those of a
        `Scale`; "": the scale with most boards. A page costs a pass over all boards of its tournaments in that variant,
        since each change depends on the Elo of all players. Raises `UnknownBotError`, `NotRatedError`.
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
    """Yield a version's boards after position *after*, with the change of its Elo on each. *key*: the scale."""
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
