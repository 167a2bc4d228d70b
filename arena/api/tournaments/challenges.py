"""Challenges: matches that owners ask for, without an operator."""

from arena.api.calls.call import Call
from arena.api.tournaments.gates import stands
from arena.api.tournaments.running import WAKE_UPS
from arena.api.tournaments.tournaments import auto_single, new_variant, times_of, to_message
from arena.store.gates.challenges import USUAL_BOARDS
from arena.store.gates.rows import NewGate
from arena.wire.gen import challenges_pb2 as pb


async def create_challenge(call: Call[pb.CreateChallengeRequest]) -> pb.CreateChallengeResponse:
    """Start a challenge, and wake the workers."""
    request = call.request
    assert call.caller.owner_id is not None, "only owners may"
    pool = request.pool or NewGate.pool
    new = NewGate(
        new=request.bot,
        old=request.opponent,
        variants=[new_variant(choice) for choice in request.variants],
        most=request.boards or USUAL_BOARDS,
        allow_same_owner=True,  # else the house could not fill seats where one of its bots is challenged
        auto_single=auto_single(request, pool),
        pool=pool,
        **times_of(request),
    )
    name = await call.store.tournaments.create_challenge(new, call.caller.owner_id)
    await call.store.tournaments.sign_roots()
    call.wake(WAKE_UPS)
    return pb.CreateChallengeResponse(challenge=await stands(call.store, name))


async def cancel_challenge(call: Call[pb.CancelChallengeRequest]) -> pb.CancelChallengeResponse:
    """End a challenge before its time."""
    await call.store.tournaments.cancel_challenge(call.request.name, call.caller.owner_id)
    return pb.CancelChallengeResponse(tournament=to_message(await call.store.tournaments.named(call.request.name)))


async def open_to_challenges(call: Call[pb.OpenToChallengesRequest]) -> pb.OpenToChallengesResponse:
    """Let every owner challenge a bot, or no more."""
    request = call.request
    await call.store.tournaments.open_to_challenges(request.name, request.open, call.caller.owner_id)
    return pb.OpenToChallengesResponse()
