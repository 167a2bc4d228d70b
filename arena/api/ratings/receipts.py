"""List the boards that moved a bot's live Elo."""

from collections.abc import Sequence

from arena.api.calls.call import Call
from arena.api.calls.messages import Page, message_of
from arena.rules import find
from arena.store import Store
from arena.store.ratings.receipts import EloStep, ReceiptBoard
from arena.wire.gen import receipts_pb2 as pb

Names = dict[int, str]  # version -> "name@version"


async def get_elo_receipt(call: Call[pb.GetEloReceiptRequest]) -> pb.GetEloReceiptResponse:
    """Return a page of the boards that moved a bot's live Elo.

    Boards closed a moment ago are rated first. Raises `UnknownVariant`, `UnknownBot`, `NotRated`,
    `Refused`.
    """
    find(call.request.variant)
    page = Page.asked(call.request, [0, -1])
    await call.store.ratings.catch_up()
    asked, place = call.request, (page.after[0], page.after[1])
    found = await call.store.ratings.elo_receipt(asked.variant, asked.bot, place, page.fetch, asked.pool, asked.format)
    names = await _names(call.store)
    boards, more = page.cut(found.page, lambda board: (board.step, board.entry.number))
    return message_of(
        pb.GetEloReceiptResponse,
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


async def _names(store: Store) -> Names:
    return {row.version_id: row.bot for row in await store.accounts.bots()}


def _tournament(step: EloStep) -> pb.ReceiptTournament:
    if step.settled is None:
        return pb.ReceiptTournament(name=step.name)
    return pb.ReceiptTournament(
        name=step.name, settled=True, boards=step.boards, before=step.elo_before, after=step.elo_after
    )


def _board(board: ReceiptBoard, steps: Sequence[EloStep], names: Names) -> pb.ReceiptBoard:
    entry = board.entry
    opponents = [
        message_of(pb.ReceiptOpponent, other, bot=names[other.player], live_elo=other.elo) for other in entry.opponents
    ]
    tournament = steps[board.step].name
    return message_of(pb.ReceiptBoard, entry, tournament=tournament, board=entry.number, opponents=opponents)
