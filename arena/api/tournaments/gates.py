"""Gates, challenges and benchmarks."""

import asyncio
from dataclasses import asdict

from arena.api.calls.call import Call
from arena.api.tournaments.running import WAKE_UPS
from arena.api.tournaments.tournaments import to_message
from arena.league.benchmark import DEALS
from arena.league.gates.betting import ELO
from arena.league.gates.evidence import Estimate
from arena.store import Store
from arena.store.gates.benchmarks import NewBenchmark
from arena.store.gates.challenges import USUAL_BOARDS
from arena.store.gates.rows import GateRow
from arena.store.tournaments.request import PLAY, given
from arena.wire.gen import challenges_pb2 as challenges_pb
from arena.wire.gen import gates_pb2 as pb
from arena.wire.gen.benchmarks_pb2 import CreateBenchmarkRequest, CreateBenchmarkResponse


async def create_gate(call: Call[pb.CreateGateRequest]) -> pb.CreateGateResponse:
    """Create a gate, and wake the workers."""
    name = await call.store.tournaments.create_gate(call.request)
    await call.store.tournaments.sign_roots()
    call.wake(WAKE_UPS)
    return pb.CreateGateResponse(gate=await stands(call.store, name))


async def get_gate(call: Call[pb.GetGateRequest]) -> pb.GetGateResponse:
    """Return a gate as it stands.

    Deals closed a moment ago are judged first.
    """
    return pb.GetGateResponse(gate=await stands(call.store, call.request.name))


async def stands(store: Store, name: str) -> pb.Gate:
    """Return how the gate *name* stands. Raises `UnknownTournament`."""
    row, progress = await store.tournaments.gate(name), await store.tournaments.progress(name)
    # Intervals take tens of milliseconds of the processor: a thread computes them, so that no bot's clock is held up.
    each, pooled = await asyncio.to_thread(lambda: (row.evidence.estimates(), row.evidence.pooled()))
    estimates = zip(row.tournament.variants, each, strict=True)
    return pb.Gate(
        **_judged_by(row),
        tournament=to_message(row.tournament),
        new_bot=row.new,
        old_bot=row.old,
        fillers=row.fillers,
        decision=row.decision,
        deals=row.evidence.deals,
        most_deals=row.deals,
        estimate=_estimate("", pooled) if pooled else None,
        variants=[_estimate(variant, found) for variant, found in estimates if found],
        playing=progress.playing,
        offline=progress.offline,
        failed=progress.failed,
        path=[
            pb.GateStep(
                judged=step.judged, log_wealth_stronger=step.stronger, log_wealth_not_stronger=step.not_stronger
            )
            for step in row.path
        ],
    )


def _judged_by(row: GateRow) -> dict[str, float]:
    """Return the test's terms and what its bets have won."""
    stronger, not_stronger = row.evidence.log_wealths(row.terms)
    return asdict(row.terms) | {"log_wealth_stronger": stronger, "log_wealth_not_stronger": not_stronger}


def _estimate(variant: str, estimate: Estimate) -> pb.GateEstimate:
    return pb.GateEstimate(
        variant=variant,
        deals=estimate.deals,
        new_score=estimate.new,
        old_score=estimate.old,
        difference=estimate.difference,
        elo=ELO * estimate.difference,
        low=ELO * estimate.low,
        high=ELO * estimate.high,
    )


async def create_challenge(call: Call[challenges_pb.CreateChallengeRequest]) -> challenges_pb.CreateChallengeResponse:
    """Start a challenge, and wake the workers."""
    request = call.request
    assert call.caller.owner_id is not None, "only owners may"
    gate = pb.CreateGateRequest(
        new_bot=request.bot,
        old_bot=request.opponent,
        variants=request.variants,
        most_boards=request.boards or USUAL_BOARDS,
        allow_same_owner=True,  # else the house could not fill seats where one of its bots is challenged
        pool=request.pool,
        **given(request, *PLAY),
    )
    name = await call.store.tournaments.create_challenge(gate, call.caller.owner_id)
    await call.store.tournaments.sign_roots()
    call.wake(WAKE_UPS)
    return challenges_pb.CreateChallengeResponse(challenge=await stands(call.store, name))


async def cancel_challenge(call: Call[challenges_pb.CancelChallengeRequest]) -> challenges_pb.CancelChallengeResponse:
    """End a challenge before its time."""
    await call.store.tournaments.cancel_challenge(call.request.name, call.caller.owner_id)
    return challenges_pb.CancelChallengeResponse(
        tournament=to_message(await call.store.tournaments.named(call.request.name))
    )


async def open_to_challenges(
    call: Call[challenges_pb.OpenToChallengesRequest],
) -> challenges_pb.OpenToChallengesResponse:
    """Let every owner challenge a bot, or no more."""
    request = call.request
    await call.store.tournaments.open_to_challenges(request.name, request.open, call.caller.owner_id)
    return challenges_pb.OpenToChallengesResponse()


async def create_benchmark(call: Call[CreateBenchmarkRequest]) -> CreateBenchmarkResponse:
    """Start a benchmark, and wake the workers; or find the one that there is."""
    asked = call.request
    new = NewBenchmark(asked.bot, asked.version, list(asked.variants), asked.boards or DEALS, asked.again)
    name = await call.store.tournaments.create_benchmark(new, call.caller.owner_id)
    call.wake(WAKE_UPS)
    return CreateBenchmarkResponse(tournament=to_message(await call.store.tournaments.named(name)))
