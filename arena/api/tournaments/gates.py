"""Gates: made, and told of."""

from arena.api.calls.call import Call
from arena.api.calls.messages import message_of
from arena.api.tournaments.running import WAKE_UPS
from arena.api.tournaments.tournaments import new_variant, times_of, to_message
from arena.league.gates.evidence import Estimate
from arena.league.gates.sprt import Hypotheses
from arena.store import Store
from arena.store.tournaments.gate_rows import GateRow, NewGate
from arena.wire.gen import gates_pb2 as pb


async def create_gate(call: Call[pb.CreateGateRequest]) -> pb.CreateGateResponse:
    """Make a gate and call the workers."""
    request, usual = call.request, Hypotheses()
    new = NewGate(
        new=request.new_bot,
        old=request.old_bot,
        variants=[new_variant(choice) for choice in request.variants],
        name=request.name,
        fillers=list(request.fillers),
        hypotheses=Hypotheses(
            request.elo0 if request.HasField("elo0") else usual.elo0,
            request.elo1 if request.HasField("elo1") else usual.elo1,
            request.alpha if request.HasField("alpha") else usual.alpha,
            request.beta if request.HasField("beta") else usual.beta,
        ),
        most=request.most_boards,
        allow_same_owner=request.allow_same_owner,
        seed=request.seed,
        auto_single=not request.ask_single,
        **times_of(request),
    )
    name = await call.store.tournaments.create_gate(new)
    call.wake(WAKE_UPS)
    return pb.CreateGateResponse(gate=await _gate(call.store, name))


async def get_gate(call: Call[pb.GetGateRequest]) -> pb.GetGateResponse:
    """A gate as it stands; deals closed a moment ago are judged first."""
    return pb.GetGateResponse(gate=await _gate(call.store, call.request.name))


async def _gate(store: Store, name: str) -> pb.Gate:
    row, progress = await store.tournaments.gate(name), await store.tournaments.progress(name)
    lower, upper = row.hypotheses.bounds
    estimates = zip(row.tournament.variants, row.evidence.estimates(), strict=True)
    pooled = row.evidence.pooled()
    return message_of(
        pb.Gate,
        row.hypotheses,
        tournament=to_message(row.tournament),
        new_bot=row.new,
        old_bot=row.old,
        fillers=row.fillers,
        decision=row.decision,
        llr=row.evidence.log_likelihood_ratio(row.hypotheses),
        lower=lower,
        upper=upper,
        deals=row.evidence.deals,
        most_deals=row.deals,
        normalised_elo=row.evidence.normalised_elo,
        estimate=_estimate("", pooled) if pooled else None,
        variants=[_estimate(variant, each) for variant, each in estimates if each],
        fixed_boards=row.fixed_boards,
        boards_saved=row.fixed_boards - row.tournament.boards if _is_decided(row) else 0,
        playing=progress.playing,
        offline=progress.offline,
        failed=progress.failed,
    )


def _is_decided(row: GateRow) -> bool:
    return row.decision not in ("", "undecided")


def _estimate(variant: str, estimate: Estimate) -> pb.GateEstimate:
    return message_of(pb.GateEstimate, estimate, variant=variant, new_score=estimate.new, old_score=estimate.old)
