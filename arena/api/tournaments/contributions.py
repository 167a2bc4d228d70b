"""Numbers that owners bring in, each for itself."""

from arena.api.calls.call import Call
from arena.api.calls.messages import in_hex
from arena.api.calls.refusals import invalid
from arena.api.tournaments.tournaments import to_message
from arena.league.seeds.beacons import SIGNATURE
from arena.league.seeds.contributions import NONCE
from arena.store.seeds.rows import OwnContribution
from arena.wire.gen import contributions_pb2 as pb


async def get_contribution(call: Call[pb.GetContributionRequest]) -> pb.GetContributionResponse:
    """How it stands for who asks."""
    own = await call.store.tournaments.own_contribution(call.request.name, call.caller)
    tournament = to_message(await call.store.tournaments.named(call.request.name))
    return pb.GetContributionResponse(tournament=tournament, contribution=_message(call.caller.owner, own))


async def contribute(call: Call[pb.ContributeRequest]) -> pb.ContributeResponse:
    """Commit or report; the last who is waited for closes the list."""
    commitment = _bytes("commitment", call.request.commitment)
    own = await call.store.tournaments.contribute(call.request.name, call.caller, call.request.attempt, commitment)
    if call.request.attempt:
        await _go_on(call)
    return pb.ContributeResponse(contribution=_message(call.caller.owner, own))


async def reveal_nonce(call: Call[pb.RevealNonceRequest]) -> pb.RevealNonceResponse:
    """Reveal; the last who is waited for has the deals drawn."""
    nonce = _bytes("nonce", call.request.nonce)
    own = await call.store.tournaments.reveal_nonce(call.request.name, call.caller, call.request.attempt, nonce)
    await _go_on(call)
    return pb.RevealNonceResponse(contribution=_message(call.caller.owner, own))


async def give_beacon(call: Call[pb.GiveBeaconRequest]) -> pb.GiveBeaconResponse:
    """Take a beacon's round in, and have the deals drawn from it."""
    signature = _bytes("signature", call.request.signature, SIGNATURE)
    await call.store.tournaments.give_beacon(call.request.name, signature)
    await _go_on(call)
    return pb.GiveBeaconResponse(tournament=to_message(await call.store.tournaments.named(call.request.name)))


async def _go_on(call: Call[pb.ContributeRequest] | Call[pb.RevealNonceRequest] | Call[pb.GiveBeaconRequest]) -> None:
    """As the sweep would in a few seconds."""
    await call.store.tournaments.go_on_drawing(call.request.name)
    await call.store.tournaments.sign_roots()


def _bytes(field: str, digits: str, length: int = NONCE) -> bytes:
    try:
        found = bytes.fromhex(digits)
    except ValueError:
        found = b""
    if len(found) != length:
        raise invalid(f"{field}: {len(digits)} characters given, {2 * length} hex digits are accepted")
    return found


def _message(owner: str | None, own: OwnContribution) -> pb.Contribution:
    return pb.Contribution(
        owner=owner or "",
        attempt=own.attempt,
        open=own.is_open,
        commitment=in_hex(own.commitment),
        revealed=own.nonce is not None,
    )
