"""A tournament's schedule: how even it is, its deals, and two bots board by board."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb, fsum
from typing import Final

from arena.api.local_client import LocalClient
from arena.web.drawings import STEPS
from arena.web.serving.rows import Row, row_of
from arena.wire.gen.records_pb2 import (
    GetMeetingsRequest,
    GetMeetingsResponse,
    ListCommitmentsRequest,
    ListCommitmentsResponse,
)
from arena.wire.gen.seeds_pb2 import GetRootRequest
from arena.wire.gen.standings_pb2 import Meeting, Standing

MOST = 200


@dataclass(frozen=True)
class Deals:
    """A page of promises in schedule order; *root* is over all secrets."""

    name: str
    root: str
    answer: ListCommitmentsResponse


async def deals(client: LocalClient, name: str, after: str = "") -> Deals:
    """List what was promised of each board, with the seeds that are told."""
    answer = await client.ask(ListCommitmentsRequest(name=name, page_size=MOST, page_token=after))
    return Deals(name, (await client.ask(GetRootRequest(name=name))).root, answer)


def deal_rows(shown: Deals) -> Iterator[Row]:
    """Yield the page's lines."""
    return (row_of(each) for each in shown.answer.commitments)


@dataclass(frozen=True)
class Spread:
    """Counts: the least, the most, the mean."""

    least: int
    most: int
    mean: float


@dataclass(frozen=True)
class Evenness:
    """Closed boards of each *pair* that has met, and of each bot; *unmet* pairs have not met, or may not."""

    pairs: Spread
    unmet: int
    bots: Spread


def evenness(lines: Sequence[Standing], met: Sequence[Meeting]) -> Evenness | None:
    """Return how even the closed boards are; None before two bots have met."""
    if not met:
        return None
    together, each = [meeting.boards for meeting in met], [line.boards for line in lines]
    return Evenness(_spread(together), comb(len(lines), 2) - len(met), _spread(each))


def _spread(counts: Sequence[int]) -> Spread:
    return Spread(min(counts), max(counts), fsum(counts) / len(counts))


LAST: Final = 2**31 - 1  # number of a schedule that the store can hold


@dataclass(frozen=True)
class Strip:
    """Boards in schedule order, from number *first* on; *warmths*: of each, -5 (lost) over 0 (even) to 5 (won)."""

    tournament: str
    variant: str
    first: int
    answer: GetMeetingsResponse
    won: int
    even: int
    lost: int
    warmths: list[int]


async def strip(
    client: LocalClient, bot: str, opponent: str, tournament: str, variant: str = "", first: int = 0
) -> Strip:
    """Show every board of a tournament on which two bots are compared."""
    first = min(max(first, 0), LAST)
    request = GetMeetingsRequest(name=tournament, bot=bot, opponent=opponent, variant=variant, first=first)
    answer = await client.ask(request)
    scores = [each.score for each in answer.boards]
    return Strip(
        tournament,
        variant,
        first,
        answer,
        sum(score > 0.5 for score in scores),
        sum(score == 0.5 for score in scores),
        sum(score < 0.5 for score in scores),
        [round((score - 0.5) * 2 * STEPS) for score in scores],
    )


def rows(shown: Strip) -> Iterator[Row]:
    """Yield a line a board."""
    return (row_of(each) for each in shown.answer.boards)
