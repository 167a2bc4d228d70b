"""Tournaments: made, listed, watched, and the promises made with them."""

import asyncio
from collections.abc import AsyncIterator, Sequence

from arena.api.calls.call import Call
from arena.api.calls.messages import Page, in_hex, message_of
from arena.league.schedules.balance import Balance, Evenness, OpenBalance
from arena.store.names import NEWEST
from arena.store.tournaments.balances import VariantBalance
from arena.store.tournaments.rows import CommitmentRow, Progress, TournamentRow
from arena.wire.gen import tournaments_pb2 as pb
from arena.wire.gen.records_pb2 import Commitment, ListCommitmentsRequest, ListCommitmentsResponse, VoidedCommitment
from arena.wire.gen.tournaments_pb2 import (
    CreateTournamentRequest,
    CreateTournamentResponse,
    ListTournamentsRequest,
    ListTournamentsResponse,
    TooFewSeats,
    Tournament,
    WatchTournamentRequest,
    WatchTournamentResponse,
)

LOOK_EVERY = 0.5  # seconds


async def create_tournament(call: Call[CreateTournamentRequest]) -> CreateTournamentResponse:
    """Create a tournament with its boards, under a signed root.

    With their commitments too. Where owners may bring in numbers the boards and their signed root
    come later; the root over its secrets is there at once. Raises `Refused`.
    """
    made = await call.store.tournaments.make_tournament(call.request)
    await call.store.tournaments.sign_roots()
    return CreateTournamentResponse(tournament=to_message(made.tournament), balances=balance_messages(made.balances))


async def list_tournaments(call: Call[ListTournamentsRequest]) -> ListTournamentsResponse:
    """A page of tournaments, newest first."""
    page = Page.asked(call.request, (NEWEST,))
    rows, more = page.cut(await call.store.tournaments.page(page.fetch, *page.after), lambda row: (row.id,))
    return ListTournamentsResponse(tournaments=[to_message(row) for row in rows], next_page_token=more)


async def watch_tournament(call: Call[WatchTournamentRequest]) -> AsyncIterator[WatchTournamentResponse]:
    """Yield how a tournament stands, now and whenever it changes.

    Until nothing more will come.
    """
    last: Progress | None = None
    while last is None or not _is_over(last):
        progress = await call.store.tournaments.progress(call.request.name)
        if progress != last:
            look = waits_of(progress)
            look.tournament.CopyFrom(to_message(await call.store.tournaments.named(call.request.name)))
            yield look
            last = progress
        if not _is_over(progress):
            await asyncio.sleep(LOOK_EVERY)


def waits_of(progress: Progress) -> WatchTournamentResponse:
    """Return what a tournament waits for, without the tournament itself."""
    return WatchTournamentResponse(
        playing=progress.playing,
        offline=progress.offline,
        failed=progress.failed,
        too_few_seats=[TooFewSeats(bot=bot, needs=needs) for bot, needs in progress.short.items()],
    )


async def list_commitments(call: Call[ListCommitmentsRequest]) -> ListCommitmentsResponse:
    """Return a page of what was promised of each board.

    With the seeds of those that are closed.
    """
    page = Page.asked(call.request, (-1,))
    rows, more = page.cut(
        await call.store.tournaments.commitments(call.request.name, page.fetch, *page.after), lambda row: (row.number,)
    )
    return ListCommitmentsResponse(commitments=[_commitment(row) for row in rows], next_page_token=more)


def _commitment(row: CommitmentRow) -> Commitment:
    voids = [
        message_of(VoidedCommitment, void, commitment=void.commitment.hex(), seed=in_hex(void.seed))
        for void in row.voids
    ]
    return message_of(
        Commitment,
        row,
        board=row.number,
        commitment=row.commitment.hex(),
        seed=in_hex(row.seed),
        voids=voids,
    )


def to_message(row: TournamentRow) -> Tournament:
    """A tournament as people see it."""
    return message_of(Tournament, row, root=in_hex(row.root))


def _is_over(progress: Progress) -> bool:
    if progress.state == "cancelled":
        return progress.playing == 0
    left = progress.boards - progress.closed - progress.failed
    is_stuck = progress.state == "running" and left == 0 and progress.failed > 0
    return progress.state == "finished" or is_stuck


def balance_messages(found: Sequence[VariantBalance]) -> list[pb.Balance]:
    """One for each variant and group of pairs."""
    return [_message(each.variant, line) for each in found for line in each.balances]


def _message(variant: str, line: Balance | OpenBalance) -> pb.Balance:
    met = _counts(line.met)
    if isinstance(line, Balance):
        left, boards = _counts(line.left), _counts(line.boards)
        return pb.Balance(variant=variant, who=line.who, met=met, left=left, boards=boards)
    seats = _counts(line.seats)
    return pb.Balance(variant=variant, who=line.who, met=met, compared=_counts(line.compared), seats=seats)


def _counts(evenness: Evenness) -> pb.PairCounts:
    return message_of(pb.PairCounts, evenness, even=evenness.is_even)
