"""The tables of live Elo."""

from itertools import groupby

from arena.api.calls.call import Call
from arena.api.calls.messages import Page, message_of
from arena.rules import find
from arena.store.ratings.rater import RatingRow
from arena.store.scales import BEFORE_ALL, Scale
from arena.wire.gen import ratings_pb2 as pb


async def list_ratings(call: Call[pb.ListRatingsRequest]) -> pb.ListRatingsResponse:
    """Return a page of the tables of live Elo, one a scale.

    Of all variants or of one. Live Elo moves while boards close, so a table is never cut in two: it
    would not be one. What the sweep has not rated yet is rated first, so that who has seen a board
    closed sees it in the ratings. Raises `UnknownVariant`.
    """
    if call.request.variant:
        find(call.request.variant)
    page = Page.asked(call.request, tuple(BEFORE_ALL))
    await call.store.ratings.catch_up()
    rows = await call.store.ratings.elo(call.request.variant or None, page.fetch, Scale(*page.after))
    found = [(scale, list(of)) for scale, of in groupby(rows, key=_scale)]
    tables, more = page.cut(found, lambda table: tuple(table[0]))
    return pb.ListRatingsResponse(tables=[_table(*table) for table in tables], next_page_token=more)


async def rebuild_ratings(call: Call[pb.RebuildRatingsRequest]) -> pb.RebuildRatingsResponse:
    """Compute all ratings anew."""
    boards, changed = await call.store.ratings.rebuild()
    return pb.RebuildRatingsResponse(boards=boards, changed=changed)


def _scale(row: RatingRow) -> Scale:
    return Scale(row.variant, row.revision, row.pool, row.format)


def _table(scale: Scale, rows: list[RatingRow]) -> pb.RatingTable:
    return message_of(
        pb.RatingTable,
        scale,
        ratings=[message_of(pb.Rating, row, live_elo=row.elo) for row in rows],
        provisional=any(row.provisional for row in rows),
        pools=[scale.pool],
    )
