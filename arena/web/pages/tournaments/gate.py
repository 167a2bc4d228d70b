"""A gate: the test's path between its walls."""

from dataclasses import dataclass
from math import log

from arena.api.inside import Desk
from arena.web.drawings import Walls, walls
from arena.web.pages.tournaments.tournaments import Listed, listed, progress
from arena.web.serving.addresses import PageMoved
from arena.web.serving.templates import segment
from arena.wire.gen.gates_pb2 import Gate, GateEstimate, GetGateRequest


@dataclass(frozen=True)
class Estimate:
    """By how much the new version is stronger, board Elo, with its 95% interval; *variant* "" for all together."""

    variant: str
    deals: int
    new_score: float
    old_score: float
    elo: float
    low: float
    high: float


@dataclass(frozen=True)
class GatePage:
    """A gate as it stands; *verdict* says it in a sentence."""

    tournament: Listed
    new_bot: str
    old_bot: str
    fillers: list[str]
    verdict: str
    decision: str
    above: float
    below: float
    alpha: float
    beta: float
    deals: int
    most_deals: int
    drawn: Walls
    estimates: list[Estimate]
    offline: list[str]


VERDICTS = {
    "stronger": "is stronger",
    "not stronger": "is not stronger",
    "undecided": "was not told apart",
    "": "is being tested",
}


async def gate(desk: Desk, name: str) -> GatePage:
    """Show how the test of a new version stands; a tournament has its own page."""
    look = await progress(desk, name)
    if look.tournament.kind != "gate":
        raise PageMoved(f"/tournaments/{segment(name)}")
    found: Gate = (await desk.ask(GetGateRequest(name=name))).gate
    estimates = [_estimate(each) for each in found.variants]
    if found.HasField("estimate") and len(estimates) != 1:
        estimates = [_estimate(found.estimate), *estimates]
    return GatePage(
        listed(found.tournament),
        found.new_bot,
        found.old_bot,
        list(found.fillers),
        VERDICTS[found.decision],
        found.decision,
        found.above,
        found.below,
        found.alpha,
        found.beta,
        found.deals,
        found.most_deals,
        _drawn(found),
        estimates,
        list(found.offline),
    )


def _drawn(found: Gate) -> Walls:
    """Return the path: how far each side's bets have come on the way to their wall."""
    up, down = -log(found.alpha), -log(found.beta)
    path = [(each.judged, each.log_wealth_stronger / up, each.log_wealth_not_stronger / down) for each in found.path]
    last = (found.deals, found.log_wealth_stronger / up, found.log_wealth_not_stronger / down)
    return walls(path if path and path[-1][0] >= found.deals else [*path, last])


def _estimate(found: GateEstimate) -> Estimate:
    return Estimate(
        found.variant,
        found.deals,
        found.new_score,
        found.old_score,
        found.elo,
        found.low,
        found.high,
    )
