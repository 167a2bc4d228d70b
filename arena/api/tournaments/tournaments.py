"""List and watch tournaments; list the commitments of their boards."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from typing import Any

from arena.api.calls.call import Call
from arena.api.calls.messages import Page, make_message, to_hex
from arena.rules import FORMAT, VARIANTS, options_of
from arena.store.names import NEWEST
from arena.store.tournaments.rows import CommitmentRow, Progress, TournamentRow
from arena.wire.gen import records_pb2 as records_pb
from arena.wire.gen import tournaments_pb2 as pb

LOOK_EVERY = 0.5  # seconds between two reads of the progress


def to_message(row: TournamentRow) -> pb.Tournament:
    """Return the message of a tournament's row."""
    options = [json.dumps(_changed(*each)) for each in zip(row.variants, row.options, strict=False)]
    return make_message(pb.Tournament, row, root=to_hex(row.root), options=options)


def _changed(variant: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the *options* that differ from the defaults of *variant*, without the format."""
    defaults = options_of(VARIANTS[variant]) if variant in VARIANTS else {}
    return {name: value for name, value in options.items() if name != FORMAT and value != defaults.get(name)}


async def read_message(call: Call[Any], name: str) -> pb.Tournament:
    """Return the current state of the tournament *name*. Raises `UnknownTournamentError`."""
    return to_message(await call.store.tournaments.named(name))


async def list_tournaments(call: Call[pb.ListTournamentsRequest]) -> pb.ListTournamentsResponse:
    """Return a page of tournaments, the newest first."""
    page = Page.from_request(call.request, (NEWEST,))
    rows, more = page.trim(await call.store.tournaments.page(page.fetch, *page.after), lambda row: (row.id,))
    return pb.ListTournamentsResponse(tournaments=map(to_message, rows), next_page_token=more)


async def watch_tournament(call: Call[pb.WatchTournamentRequest]) -> AsyncIterator[pb.WatchTournamentResponse]:
    """Yield a tournament's progress, now and whenever it changes, until it is over."""
    last: Progress | None = None
    while last is None or not _is_over(last):
        progress = await call.store.tournaments.progress(call.request.name)
        if progress != last:
            answer = waits_of(progress)
            answer.tournament.CopyFrom(await read_message(call, call.request.name))
            yield answer
            last = progress
        if not _is_over(progress):
            await asyncio.sleep(LOOK_EVERY)


def waits_of(progress: Progress) -> pb.WatchTournamentResponse:
    """Return what a tournament waits for, in a message whose field `tournament` is not set."""
    return pb.WatchTournamentResponse(
        playing=progress.playing,
        offline=progress.offline,
        failed=progress.failed,
        too_few_seats=[pb.TooFewSeats(bot=bot, needs=needs) for bot, needs in progress.short.items()],
    )


def _is_over(progress: Progress) -> bool:
    if progress.state == "cancelled":
        return progress.playing == 0
    left = progress.boards - progress.closed - progress.failed
    is_stuck = progress.state == "running" and left == 0 and progress.failed > 0
    return progress.state == "finished" or is_stuck


async def list_commitments(call: Call[records_pb.ListCommitmentsRequest]) -> records_pb.ListCommitmentsResponse:
    """Return a page of the commitments of a tournament's boards, with the seeds of closed boards."""
    page = Page.from_request(call.request, (-1,))
    commitments = await call.store.tournaments.commitments(call.request.name, page.fetch, *page.after)
    rows, more = page.trim(commitments, lambda row: (row.number,))
    return records_pb.ListCommitmentsResponse(commitments=map(_commitment, rows), next_page_token=more)


def _commitment(row: CommitmentRow) -> records_pb.Commitment:
    voids = [
        make_message(records_pb.VoidedCommitment, void, commitment=void.commitment.hex(), seed=to_hex(void.seed))
        for void in row.voids
    ]
    hashes = {"commitment": row.commitment.hex(), "seed": to_hex(row.seed)}
    return make_message(records_pb.Commitment, row, board=row.number, voids=voids, **hashes)
