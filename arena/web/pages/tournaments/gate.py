"""A gate: the test's path between its walls."""

from dataclasses import dataclass
from math import log

from arena.api.inside import Desk
from arena.web.drawings import Walls, walls
from arena.web.pages.tournaments.tournaments import progress
from arena.web.serving.addresses import PageMoved
from arena.web.serving.templates import segment
from arena.wire.gen.gates_pb2 import Gate, GateEstimate, GetGateRequest


@dataclass(frozen=True)
class GatePage:
    """A gate as it stands; *verdict* says it in a sentence. *estimates*: of all together, then by variant."""

    gate: Gate
    verdict: str
    drawn: Walls
    estimates: list[GateEstimate]


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
    whole = [found.estimate] if found.HasField("estimate") and len(found.variants) != 1 else []
    return GatePage(found, VERDICTS[found.decision], _drawn(found), [*whole, *found.variants])


def _drawn(found: Gate) -> Walls:
    """Return the path: how far each side's bets have come on the way to their wall."""
    up, down = -log(found.alpha), -log(found.beta)
    path = [(each.judged, each.log_wealth_stronger / up, each.log_wealth_not_stronger / down) for each in found.path]
    last = (found.deals, found.log_wealth_stronger / up, found.log_wealth_not_stronger / down)
    return walls(path if path and path[-1][0] >= found.deals else [*path, last])
