"""Return live Elo, and the boards that moved a bot's live Elo."""

from collections.abc import Sequence
from itertools import groupby

from arena.api.calls.call import Call
from arena.api.calls.messages import Page, make_message
from arena.rules import find
from arena.store.ratings.rater import RatingRow
from arena.store.ratings.receipts import EloStep, ReceiptBoard
from arena.store.scales import BEFORE_ALL, Scale
from arena.wire.gen import ratings_pb2 as pb
from arena.wire.gen import receipts_pb2 as receipts_pb


async def list_ratings(call: Call[pb.ListRatingsRequest]) -> pb.ListRatingsResponse:
    """Return a page of live Elo tables, one for each scale. Raises `UnknownVariantError`.

    Closed boards are rated first. A table is never split between two pages, because live Elo moves while boards close.
    """
    if call.request.variant:
        find(call.request.variant)
    page = Page.from_request(call.request, tuple(BEFORE_ALL))
    await call.store.ratings.catch_up()
    rows = await call.store.ratings.elo(call.request.variant or None, page.fetch, Scale(*page.after))
    by_scale = [(scale, list(of)) for scale, of in groupby(rows, key=_scale)]
    tables, more = page.trim(by_scale, lambda table: tuple(table[0]))
    return pb.ListRatingsResponse(tables=[_table(*table) for table in tables], next_page_token=more)


async def rebuild_ratings(call: Call[pb.RebuildRatingsRequest]) -> pb.RebuildRatingsResponse:
    """Compute all live Elo again; return the numbers of boards and of changed ratings."""
    boards, changed = await call.store.ratings.rebuild()
    return pb.RebuildRatingsResponse(boards=boards, changed=changed)


def _scale(row: RatingRow) -> Scale:
    return Scale(row.variant, row.revision, row.pool, row.format)


def _table(scale: Scale, rows: list[RatingRow]) -> pb.RatingTable:
    return make_message(
        pb.RatingTable,
        scale,
        ratings=[make_message(pb.Rating, row, live_elo=row.elo) for row in rows],
        provisional=any(row.provisional for row in rows),
        pools=[scale.pool],
    )


Names = dict[int, str]  # "name@version" by version id


async def get_elo_receipt(call: Call[receipts_pb.GetEloReceiptRequest]) -> receipts_pb.GetEloReceiptResponse:
    """Return a page of the boards that moved a bot's live Elo, after rating closed boards."""
    find(call.request.variant)
    page = Page.from_request(call.request, [0, -1])
    await call.store.ratings.catch_up()
    asked, place = call.request, (page.after[0], page.after[1])
    found = await call.store.ratings.elo_receipt(asked.variant, asked.bot, place, page.fetch, asked.pool, asked.format)
    names = {row.version_id: row.bot for row in await call.store.accounts.bots()}
    boards, more = page.trim(found.page, lambda board: (board.step, board.entry.number))
    return make_message(
        receipts_pb.GetEloReceiptResponse,
        found.scale,
        live_elo=found.elo,
        boards=found.boards,
        settled_elo=found.settled_elo,
        bot=names[found.version_id],
        tournaments=[_tournament(step) for step in found.steps if step.is_in],
        entries=[_board(board, found.steps, names) for board in boards],
        next_page_token=more,
        pools=[found.scale.pool],
    )


def _tournament(step: EloStep) -> receipts_pb.ReceiptTournament:
    if step.settled is None:
        return receipts_pb.ReceiptTournament(name=step.name)
    return receipts_pb.ReceiptTournament(
        name=step.name, settled=True, boards=step.boards, before=step.elo_before, after=step.elo_after
    )


def _board(board: ReceiptBoard, steps: Sequence[EloStep], names: Names) -> receipts_pb.ReceiptBoard:
    entry = board.entry
    opponents = [
        make_message(receipts_pb.ReceiptOpponent, other, bot=names[other.player], live_elo=other.elo)
        for other in entry.opponents
    ]
    tournament = steps[board.step].name
    return make_message(receipts_pb.ReceiptBoard, entry, tournament=tournament, board=entry.number, opponents=opponents)
