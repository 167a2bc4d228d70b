"""The Elo tables."""

from itertools import groupby

from arena.rules import find
from arena.store import Store
from arena.store.rows import RatingRow
from arena.wire.gen.arena_pb2 import ListRatingsResponse, Rating, RatingTable, RebuildRatingsResponse


async def list_ratings(store: Store, variant: str) -> ListRatingsResponse:
    """The table of *variant*, or of all; one for each rules revision. Raises `UnknownVariant`.

    What the sweep has not rated yet is rated first, so that who has seen a board closed sees it in the ratings.
    """
    if variant:
        find(variant)
    await store.rate()
    rows = sorted(await store.ratings(variant or None), key=lambda row: (row.variant, row.revision, -row.elo, row.bot))
    tables = groupby(rows, key=lambda row: (row.variant, row.revision))
    return ListRatingsResponse(tables=[_table(name, revision, list(of)) for (name, revision), of in tables])


async def rebuild_ratings(store: Store) -> RebuildRatingsResponse:
    """Compute all ratings anew."""
    boards, changed = await store.rebuild()
    return RebuildRatingsResponse(boards=boards, changed=changed)


def _table(variant: str, revision: int, rows: list[RatingRow]) -> RatingTable:
    return RatingTable(
        variant=variant,
        revision=revision,
        ratings=[Rating(bot=row.bot, elo=row.elo, boards=row.boards) for row in rows],
        provisional=any(row.provisional for row in rows),
    )
