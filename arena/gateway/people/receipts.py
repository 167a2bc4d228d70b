"""Receipts: what published numbers are made of."""

import re
from collections.abc import Sequence

from arena.gateway.people.refusals import invalid
from arena.rules import find
from arena.store import Store
from arena.store.receipts import FIRST, FIRST_TALLY, EloStep, Place, ReceiptBoard, TallyPlace, TallyRow
from arena.wire.gen import arena_pb2 as pb

PAGE, LARGEST_PAGE = 1000, 5000
PAGE_TOKEN = re.compile(r"\d{1,18}(\.\d{1,18})+", re.ASCII)

Names = dict[int, str]  # version -> "name@version"


async def get_elo_receipt(store: Store, request: pb.GetEloReceiptRequest) -> pb.GetEloReceiptResponse:
    """A page of the boards that moved a bot's Elo; boards closed a moment ago are rated first.

    Raises `UnknownVariant`, `UnknownBot`, `NotRated`, `Refused`.
    """
    find(request.variant)
    after, page = _elo_place(request.page_token), _page(request.page_size)
    await store.rate()
    found = await store.elo_receipt(request.variant, request.bot, after, page)
    names = await _names(store)
    last = found.page[-1] if len(found.page) == page else None
    return pb.GetEloReceiptResponse(
        bot=request.bot,
        variant=found.variant,
        revision=found.revision,
        elo=found.elo,
        boards=found.boards,
        settled_elo=found.settled_elo,
        tournaments=[_tournament(step) for step in found.steps if step.is_in],
        entries=[_board(board, found.steps, names) for board in found.page],
        next_page_token=f"{last.step}.{last.entry.number}" if last else "",
    )


async def get_strength_receipt(store: Store, request: pb.GetStrengthReceiptRequest) -> pb.GetStrengthReceiptResponse:
    """A page of what an official table is computed from. Raises as `get_elo_receipt`."""
    find(request.variant)
    after, page = _tally_place(request.page_token), _page(request.page_size)
    await store.rate()
    found = await store.strength_receipt(request.variant, request.bot or None, after, page)
    names = await _names(store)
    last = found.page[-1] if len(found.page) == page else None
    return pb.GetStrengthReceiptResponse(
        variant=request.variant,
        revision=found.revision,
        bots=[names[player] for player in found.players],
        tallies=[_tally(row, names) for row in found.page],
        next_page_token=".".join(map(str, [last.tournament_id, *last.players])) if last else "",
    )


async def _names(store: Store) -> Names:
    return {row.version_id: row.bot for row in await store.bots()}


def _page(size: int) -> int:
    if size > LARGEST_PAGE:
        raise invalid(f"page_size {size} is not in 1..{LARGEST_PAGE}")
    return size or PAGE


def _numbers(token: str) -> list[int]:
    if not PAGE_TOKEN.fullmatch(token):
        raise invalid(f"page_token {token!r}: give the next_page_token of the page before")
    return [int(part) for part in token.split(".")]


def _elo_place(token: str) -> Place:
    if not token:
        return FIRST
    step, number, *_ = _numbers(token)
    return step, number


def _tally_place(token: str) -> TallyPlace:
    if not token:
        return FIRST_TALLY
    tournament_id, *players = _numbers(token)
    return players, tournament_id


def _tournament(step: EloStep) -> pb.ReceiptTournament:
    if step.settled is None:
        return pb.ReceiptTournament(name=step.name)
    return pb.ReceiptTournament(
        name=step.name, settled=True, boards=step.boards, before=step.elo_before, after=step.elo_after
    )


def _board(board: ReceiptBoard, steps: Sequence[EloStep], names: Names) -> pb.ReceiptBoard:
    entry = board.entry
    opponents = [
        pb.ReceiptOpponent(
            bot=names[other.player],
            elo=other.elo,
            half_points=other.half_points,
            change=other.change,
            is_first=other.is_first,
        )
        for other in entry.opponents
    ]
    return pb.ReceiptBoard(
        tournament=steps[board.step].name,
        board=entry.number,
        before=entry.before,
        after=entry.after,
        most=entry.most,
        opponents=opponents,
    )


def _tally(row: TallyRow, names: Names) -> pb.LineUpTally:
    bots = [names[player] for player in row.players]
    return pb.LineUpTally(
        tournament=row.tournament, bots=bots, boards=row.boards, halves=row.halves, products=row.products
    )
