"""Receipts: what published numbers are made of."""

import re
from collections.abc import Sequence

from arena.api.calls.call import Call
from arena.api.calls.messages import message_of
from arena.api.calls.pages import Page
from arena.api.calls.refusals import invalid
from arena.rules import find
from arena.store import Store
from arena.store.ratings.receipts import EloStep, ReceiptBoard, TallyPlace, TallyRow
from arena.wire.gen import receipts_pb2 as pb

LINE_UP = re.compile(r"(\d{1,18}(\.\d{1,18})*)?", re.ASCII)  # version ids, in a token

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


async def get_strength_receipt(call: Call[pb.GetStrengthReceiptRequest]) -> pb.GetStrengthReceiptResponse:
    """A page of what an official table is computed from. Raises as `get_elo_receipt`."""
    find(call.request.variant)
    page = Page.asked(call.request, ["", 0])
    await call.store.ratings.catch_up()
    found = await call.store.ratings.strength_receipt(
        call.request.variant, call.request.bot or None, _place(page), page.fetch
    )
    names = await _names(call.store)
    tallies, more = page.cut(found.page, lambda row: (".".join(map(str, row.players)), row.tournament_id))
    return pb.GetStrengthReceiptResponse(
        variant=call.request.variant,
        revision=found.revision,
        bots=[names[player] for player in found.players],
        tallies=[_tally(row, names) for row in tallies],
        next_page_token=more,
        pools=(await call.store.ratings.rated_pools(official=True)).get((call.request.variant, found.revision)),
    )


async def _names(store: Store) -> Names:
    return {row.version_id: row.bot for row in await store.accounts.bots()}


def _place(page: Page) -> TallyPlace:
    """The players and the tournament that a page begins behind. Raises `Refused`: whoever calls may have made it up."""
    players, tournament_id = page.after
    if not LINE_UP.fullmatch(players):
        raise invalid("page_token: give the next_page_token of the page before, with the same filters")
    return [int(player) for player in players.split(".") if player], tournament_id


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


def _tally(row: TallyRow, names: Names) -> pb.LineUpTally:
    tables_per_board = row.tables_per_board if row.tables_per_board > 1 else 0
    return message_of(
        pb.LineUpTally, row, bots=[names[player] for player in row.players], tables_per_board=tables_per_board
    )
