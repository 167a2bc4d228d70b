"""The Elo tables."""

from itertools import groupby

from arena.api.calls.call import Call
from arena.api.calls.messages import message_of
from arena.api.calls.pages import Page
from arena.rules import find
from arena.store.ratings.rater import RatingRow
from arena.wire.gen import ratings_pb2 as pb


async def list_ratings(call: Call[pb.ListRatingsRequest]) -> pb.ListRatingsResponse:
    """A page of the tables, or of those of one variant; one for each rules revision. Raises `UnknownVariant`.

    Elo moves while boards close, so a table is never cut in two: it would not be one. What the sweep has not rated yet
    is rated first, so that who has seen a board closed sees it in the ratings.
    """
    if call.request.variant:
        find(call.request.variant)
    page = Page.asked(call.request, ("", 0))
    await call.store.ratings.catch_up()
    rows = await call.store.ratings.elo(call.request.variant or None, page.fetch, *page.after)
    found = [(key, list(of)) for key, of in groupby(rows, key=lambda row: (row.variant, row.revision))]
    tables, more = page.cut(found, lambda table: table[0])
    pools = await call.store.ratings.rated_pools()
    made = [_table(*key, of, pools.get(key, [])) for key, of in tables]
    return pb.ListRatingsResponse(tables=made, next_page_token=more)


async def rebuild_ratings(call: Call[pb.RebuildRatingsRequest]) -> pb.RebuildRatingsResponse:
    """Compute all ratings anew."""
    boards, changed = await call.store.ratings.rebuild()
    return pb.RebuildRatingsResponse(boards=boards, changed=changed)


def _table(variant: str, revision: int, rows: list[RatingRow], pools: list[str]) -> pb.RatingTable:
    return pb.RatingTable(
        variant=variant,
        revision=revision,
        ratings=[message_of(pb.Rating, row) for row in rows],
        provisional=any(row.provisional for row in rows),
        pools=pools,
    )
