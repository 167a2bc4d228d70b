"""An owner's part in a tournament's deals: done by the script of a page that stays open."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from google.protobuf.message import Message

from arena.league.seeds.contributions import REPORT_EVERY_S
from arena.store.seeds.contributions import REPORT_WITHIN_S
from arena.web.desk.action import Shelf, Signed
from arena.web.serving.forms import Told, whole_number
from arena.wire.gen import contributions_pb2 as pb
from arena.wire.gen.seeds_pb2 import GetRootRequest

LOOK_EVERY_S = 2.0


@dataclass(frozen=True)
class Contributing:
    """A tournament that takes numbers of this owner.

    In seconds: how often the page looks, how often it reports, and how long it may be silent.
    """

    tournament: str
    look_every: float
    report_every: float
    silent: float


async def contributing(signed: Signed, told: Told) -> Contributing:
    """Show the page to an owner who may contribute."""
    found = (await signed.ask(pb.GetContributionRequest(name=told.get("name", "")))).tournament
    return Contributing(found.name, LOOK_EVERY_S, REPORT_EVERY_S, REPORT_WITHIN_S)


def _report(told: Told) -> Message:
    commitment = told.get("commitment", "")
    return pb.ContributeRequest(name=told.get("name", ""), attempt=whole_number(told, "attempt"), commitment=commitment)


def _reveal(told: Told) -> Message:
    nonce = told.get("nonce", "")
    return pb.RevealNonceRequest(name=told.get("name", ""), attempt=whole_number(told, "attempt"), nonce=nonce)


CONTRIBUTING = Shelf("/desk/contribute", contributing, "desk/contribute.html", ("name",))
CALLS: Final[Mapping[str, Callable[[Told], Message]]] = {
    "own": lambda told: pb.GetContributionRequest(name=told.get("name", "")),
    "root": lambda told: GetRootRequest(name=told.get("name", "")),
    "report": _report,
    "reveal": _reveal,
}
