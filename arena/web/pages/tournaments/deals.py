"""The deals of a tournament: what was promised of each, and what became of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.api.inside import Desk
from arena.wire.gen.records_pb2 import Commitment, ListCommitmentsRequest
from arena.wire.gen.seeds_pb2 import GetRootRequest

MOST = 200


@dataclass(frozen=True)
class Deal:
    """A board's promise: *commitment* is the SHA-256 of its *seed*, hex, which is "" until the board is closed."""

    board: int
    variant: str
    state: str
    commitment: str
    seed: str
    voided: int


@dataclass(frozen=True)
class Deals:
    """A page of promises in schedule order; *root* is over all secrets, *following* asks for the next page."""

    name: str
    root: str
    deals: list[Deal]
    following: str


async def deals(desk: Desk, name: str, after: str = "") -> Deals:
    """List what was promised of each board, with the seeds that are told."""
    answer = await desk.ask(ListCommitmentsRequest(name=name, page_size=MOST, page_token=after))
    root = (await desk.ask(GetRootRequest(name=name))).root
    return Deals(name, root, [_deal(each) for each in answer.commitments], answer.next_page_token)


def rows(shown: Deals) -> Sequence[Deal]:
    """Return the page's lines."""
    return shown.deals


def _deal(found: Commitment) -> Deal:
    return Deal(found.board, found.variant, found.state, found.commitment, found.seed, found.voided)
