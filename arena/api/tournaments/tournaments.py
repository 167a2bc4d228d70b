"""Tournaments: made, listed, watched, and the promises made with them."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from typing import Any, TypedDict

from google.protobuf.duration_pb2 import Duration

from arena.api.calls.call import Call, invalid
from arena.api.calls.messages import Page, in_hex, message_of
from arena.escapes import cut
from arena.league.schedules.balance import Balance, Evenness
from arena.league.schedules.open_balance import OpenBalance
from arena.store.tournaments.balances import VariantBalance
from arena.store.tournaments.listing import NEWEST
from arena.store.tournaments.rows import CommitmentRow, NewTournament, NewVariant, Progress, TournamentRow
from arena.wire.gen import tournaments_pb2 as pb
from arena.wire.gen.challenges_pb2 import CreateChallengeRequest
from arena.wire.gen.gates_pb2 import CreateGateRequest
from arena.wire.gen.records_pb2 import Commitment, ListCommitmentsRequest, ListCommitmentsResponse, VoidedCommitment
from arena.wire.gen.tournaments_pb2 import (
    CreateTournamentRequest,
    CreateTournamentResponse,
    LadderTerms,
    ListTournamentsRequest,
    ListTournamentsResponse,
    TooFewSeats,
    Tournament,
    VariantChoice,
    WatchTournamentRequest,
    WatchTournamentResponse,
)

Timed = CreateTournamentRequest | CreateGateRequest | CreateChallengeRequest
LOOK_EVERY = 0.5  # seconds
MICROSECOND = 1_000  # nanoseconds
FORFEIT_S = 86_400  # seconds of being away until a bot's boards are forfeited, unless told otherwise
LONGEST_MOVE, LONGEST_BANK = 3_600, 86_400  # seconds
MOST_BOARDS_EACH = 100_000  # for each line-up


async def create_tournament(call: Call[CreateTournamentRequest]) -> CreateTournamentResponse:
    """Create a tournament with its boards, under a signed root.

    With their commitments too. Where owners may bring in numbers the boards and their signed root
    come later; the root over its secrets is there at once. Raises `Refused`.
    """
    made = await call.store.tournaments.make_tournament(new_tournament(call.request))
    await call.store.tournaments.sign_roots()
    return CreateTournamentResponse(tournament=to_message(made.tournament), balances=balance_messages(made.balances))


def new_tournament(request: CreateTournamentRequest) -> NewTournament:
    """What is asked for. Raises `Refused`."""
    if not 1 <= request.boards <= MOST_BOARDS_EACH:
        raise invalid(f"boards {request.boards} is not in 1..{MOST_BOARDS_EACH}")
    return NewTournament(
        name=request.name,
        variants=[new_variant(choice) for choice in request.variants],
        bots=list(request.bots),
        boards=request.boards,
        kind=request.kind or "round-robin",
        pool=request.pool,
        allow_same_owner=request.allow_same_owner,
        master=request.master,
        test_seed=request.test_seed,
        auto_single=auto_single(request, request.pool),
        challengers=request.challengers,
        rounds=request.rounds,
        tables_per_board=request.tables_per_board,
        beacon=request.beacon,
        **times_of(request),
        priority=request.priority,
        forfeit_s=(request.forfeit_after.seconds or None) if request.HasField("forfeit_after") else FORFEIT_S,
        **_terms(request.ladder),
    )


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


def new_variant(choice: VariantChoice) -> NewVariant:
    return NewVariant(choice.variant, choice.preset or None, _options(choice), choice.weight)


def _options(choice: VariantChoice) -> dict[str, Any]:
    if not choice.options:
        return {}
    try:
        options = json.loads(choice.options)
    except (ValueError, RecursionError):
        options = None
    if not isinstance(options, dict):
        raise invalid(
            f"options of {cut(choice.variant)!r} are {cut(choice.options)!r}: accepted is a JSON object, or nothing"
        )
    return options


def _terms(ladder: LadderTerms) -> dict[str, int]:
    """Those that were given; the others keep their defaults."""
    given = {field: getattr(ladder, field) for field in ("least", "longest") if ladder.HasField(field)}
    return {"ladder_tables": ladder.tables, **given}


def auto_single(request: Timed, pool: str) -> bool:
    """Return whether the arena answers where there is one legal answer.

    By default in the pool trust alone: elsewhere nobody is to see that there was no choice.
    """
    return not request.ask_single if request.HasField("ask_single") else pool in ("", "trust")


class Times(TypedDict, total=False):
    """Times of a decision and of a game's bank, in microseconds, where they were given."""

    move_us: int
    bank_us: int


def times_of(request: Timed) -> Times:
    """Return the times that were given; those that were not keep their defaults."""
    times: Times = {}
    if request.HasField("move_time"):
        times["move_us"] = _microseconds("move_time", request.move_time, 0.001, LONGEST_MOVE)
    if request.HasField("bank"):
        times["bank_us"] = _microseconds("bank", request.bank, 0, LONGEST_BANK)
    return times


def _microseconds(field: str, given: Duration, least: float, most: float) -> int:
    nanoseconds = given.seconds * 1_000_000_000 + given.nanos
    if not least * 1e9 <= nanoseconds <= most * 1e9:
        raise invalid(f"{field} of {nanoseconds / 1e9:g} s is not in {least:g}..{most:g} s")
    return nanoseconds // MICROSECOND


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
