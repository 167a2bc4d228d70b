"""The Elo tables."""

from itertools import groupby

from arena.api.calls.pages import Page
from arena.rules import find
from arena.store import Store
from arena.store.rows import RatingRow
from arena.wire.gen import arena_pb2 as pb


async def list_ratings(store: Store, request: pb.ListRatingsRequest) -> pb.ListRatingsResponse:
    """A page of the tables, or of those of one variant; one for each rules revision. Raises `UnknownVariant`.

    Elo moves while boards close, so a table is never cut in two: it would not be one. What the sweep has not rated yet
    is rated first, so that who has seen a board closed sees it in the ratings.
    """
    if request.variant:
        find(request.variant)
    page = Page.asked(request, ("", 0))
    await store.rate()
    rows = await store.ratings(request.variant or None, page.fetch, *page.after)
    found = [(key, list(of)) for key, of in groupby(rows, key=lambda row: (row.variant, row.revision))]
    tables, more = page.cut(found, lambda table: table[0])
    pools = await store.rated_pools()
    made = [_table(*key, of, pools.get(key, [])) for key, of in tables]
    return pb.ListRatingsResponse(tables=made, next_page_token=more)


async def rebuild_ratings(store: Store) -> pb.RebuildRatingsResponse:
    """Compute all ratings anew."""
    boards, changed = await store.rebuild()
    return pb.RebuildRatingsResponse(boards=boards, changed=changed)


def _table(variant: str, revision: int, rows: list[RatingRow], pools: list[str]) -> pb.RatingTable:
    return pb.RatingTable(
        variant=variant,
        revision=revision,
        ratings=[pb.Rating(bot=row.bot, elo=row.elo, boards=row.boards) for row in rows],
        provisional=any(row.provisional for row in rows),
        pools=pools,
    )
