"""The deals of a tournament: what was promised of each, and what became of it."""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.api.inside import Desk
from arena.web.serving.rows import Row, row_of
from arena.wire.gen.records_pb2 import ListCommitmentsRequest, ListCommitmentsResponse
from arena.wire.gen.seeds_pb2 import GetRootRequest

MOST = 200


@dataclass(frozen=True)
class Deals:
    """A page of promises in schedule order; *root* is over all secrets."""

    name: str
    root: str
    answer: ListCommitmentsResponse


async def deals(desk: Desk, name: str, after: str = "") -> Deals:
    """List what was promised of each board, with the seeds that are told."""
    answer = await desk.ask(ListCommitmentsRequest(name=name, page_size=MOST, page_token=after))
    return Deals(name, (await desk.ask(GetRootRequest(name=name))).root, answer)


def rows(shown: Deals) -> Iterator[Row]:
    """Yield the page's lines."""
    return (row_of(each) for each in shown.answer.commitments)
