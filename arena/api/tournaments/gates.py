"""Create and report gates and challenges."""

import asyncio
from dataclasses import asdict

from arena.api.calls.call import Call
from arena.api.tournaments.running import WAKE_UPS
from arena.api.tournaments.tournaments import read_message, to_message
from arena.league.gates.betting import ELO
from arena.league.gates.evidence import Estimate
from arena.store import Store
from arena.store.gates.challenges import USUAL_BOARDS
from arena.store.tournaments.request import PLAY, given
from arena.wire.gen import challenges_pb2
from arena.wire.gen import gates_pb2 as pb


async def create_gate(call: Call[pb.CreateGateRequest]) -> pb.CreateGateResponse:
    """Create a gate, and wake the workers."""
    name = await call.store.tournaments.create_gate(call.request)
    await call.store.tournaments.sign_roots()
    call.wake(WAKE_UPS)
    return pb.CreateGateResponse(gate=await read_gate(call.store, name))


async def get_gate(call: Call[pb.GetGateRequest]) -> pb.GetGateResponse:
    """Return a gate's current state, after judging its closed deals."""
    return pb.GetGateResponse(gate=await read_gate(call.store, call.request.name))


async def read_gate(store: Store, name: str) -> pb.Gate:
    """Return the current state of the gate *name*. Raises `UnknownTournamentError`."""
    row, progress = await store.tournaments.gate(name), await store.tournaments.progress(name)
    # Intervals take tens of milliseconds. A thread computes them, so that bots are not delayed.
    each, pooled = await asyncio.to_thread(lambda: (row.evidence.estimates(), row.evidence.pooled()))
    estimates = zip(row.tournament.variants, each, strict=True)
    stronger, not_stronger = row.evidence.log_wealths(row.terms)
    return pb.Gate(
        **asdict(row.terms),
        log_wealth_stronger=stronger,
        log_wealth_not_stronger=not_stronger,
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
        path=row.path,
        runs_p=row.evidence.runs_p,
        warning=row.evidence.warning(row.new, row.old, bool(row.decision)),
    )


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


async def create_challenge(call: Call[challenges_pb2.CreateChallengeRequest]) -> challenges_pb2.CreateChallengeResponse:
    """Start a challenge, and wake the workers."""
    request = call.request
    assert call.caller.owner_id is not None, "only owners may"
    gate = pb.CreateGateRequest(
        new_bot=request.bot,
        old_bot=request.opponent,
        variants=request.variants,
        most_boards=request.boards or USUAL_BOARDS,
        allow_same_owner=True,  # lets the house's bots fill seats if one of them is challenged
        pool=request.pool,
        **given(request, *PLAY),
    )
    name = await call.store.tournaments.create_challenge(gate, call.caller.owner_id)
    await call.store.tournaments.sign_roots()
    call.wake(WAKE_UPS)
    return challenges_pb2.CreateChallengeResponse(challenge=await read_gate(call.store, name))


async def cancel_challenge(call: Call[challenges_pb2.CancelChallengeRequest]) -> challenges_pb2.CancelChallengeResponse:
    """End a challenge early."""
    await call.store.tournaments.cancel_challenge(call.request.name, call.caller.owner_id)
    return challenges_pb2.CancelChallengeResponse(tournament=await read_message(call, call.request.name))


async def open_to_challenges(
    call: Call[challenges_pb2.OpenToChallengesRequest],
) -> challenges_pb2.OpenToChallengesResponse:
    """Let every owner challenge a bot, or forbid it."""
    request = call.request
    await call.store.tournaments.open_to_challenges(request.name, request.open, call.caller.owner_id)
    return challenges_pb2.OpenToChallengesResponse()
