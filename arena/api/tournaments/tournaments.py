"""Create, estimate, list and watch tournaments; report balances, Swiss standings and commitments of boards."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from typing import Any

from arena.api.calls.call import Call, refuse_nul
from arena.api.calls.messages import Page, make_message, to_hex
from arena.league.schedules.balance import Balance, Evenness, OpenBalance
from arena.rules import FORMAT, VARIANTS, options_of
from arena.store.names import NEWEST
from arena.store.tournaments.rows import CommitmentRow, Progress, TournamentRow
from arena.wire.gen import records_pb2 as records_pb
from arena.wire.gen import standings_pb2 as standings_pb
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


async def create_tournament(call: Call[pb.CreateTournamentRequest]) -> pb.CreateTournamentResponse:
    """Create a tournament under a signed root; with a beacon its boards are drawn later."""
    row, balances = await call.store.tournaments.make_tournament(call.request)
    await call.store.tournaments.sign_roots()
    return pb.CreateTournamentResponse(tournament=to_message(row), balances=map(_balance, balances))


async def get_balance(call: Call[pb.GetBalanceRequest]) -> pb.GetBalanceResponse:
    """Return how evenly bots meet and sit to each other's left, over all boards of a tournament."""
    tournament = await read_message(call, call.request.name)
    balances = await call.store.tournaments.balance(call.request.name)
    return pb.GetBalanceResponse(tournament=tournament, balances=map(_balance, balances))


def _balance(line: Balance | OpenBalance) -> pb.Balance:
    fields = ("met", "left", "boards") if isinstance(line, Balance) else ("met", "compared", "seats")
    counts = {field: _counts(getattr(line, field)) for field in fields}
    return pb.Balance(variant=line.variant, who=line.who, **counts)


def _counts(evenness: Evenness) -> pb.PairCounts:
    return make_message(pb.PairCounts, evenness, even=evenness.is_even)


async def get_swiss_standings(
    call: Call[standings_pb.GetSwissStandingsRequest],
) -> standings_pb.GetSwissStandingsResponse:
    """Return a Swiss tournament's standings after its closed rounds."""
    rounds, tables = await call.store.tournaments.swiss_tables(call.request.name)
    row = await call.store.tournaments.named(call.request.name)
    variants = []
    for table in tables:
        bots = [(line, row.entrants[line.place]) for line in table.lines]
        lines = [make_message(standings_pb.SwissLine, line, bot=bot.bot, owner=bot.owner) for line, bot in bots]
        variants.append(standings_pb.SwissTable(variant=table.variant, closed_rounds=table.rounds, lines=lines))
    return standings_pb.GetSwissStandingsResponse(tournament=to_message(row), rounds=rounds, variants=variants)


async def estimate_tournament(call: Call[pb.EstimateTournamentRequest]) -> pb.EstimateTournamentResponse:
    """Return the boards, games, blocks and duration that a tournament would have, without creating it."""
    refuse_nul(call.request.tournament)
    answer, balances = await call.store.tournaments.estimate_tournament(call.request.tournament)
    answer.balances.extend(map(_balance, balances))
    return answer


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
