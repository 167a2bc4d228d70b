"""Show a tournament's deals and balance, and the results of two bots board by board."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, fsum
from typing import Final

from arena.api.local_client import LocalClient
from arena.web.drawings import STEPS
from arena.wire.gen import records_pb2 as pb
from arena.wire.gen.seeds_pb2 import GetRootRequest
from arena.wire.gen.standings_pb2 import Meeting, Standing

MAX_BOARDS = 200


@dataclass(frozen=True)
class Deals:
    """A page of the list of commitments, in schedule order; *root*: root of the tournament's secrets."""

    name: str
    root: str
    answer: pb.ListCommitmentsResponse


async def deals(client: LocalClient, name: str, after: str = "") -> Deals:
    """List the commitment of each board, with the published seeds."""
    answer = await client.ask(pb.ListCommitmentsRequest(name=name, page_size=MAX_BOARDS, page_token=after))
    return Deals(name, (await client.ask(GetRootRequest(name=name))).root, answer)


@dataclass(frozen=True)
class Spread:
    """The minimum, maximum and mean of some counts."""

    least: int
    most: int
    mean: float


@dataclass(frozen=True)
class Evenness:
    """How evenly closed boards bring bots together."""

    pairs: Spread  # boards of each pair of bots that has met
    unmet: int  # number of pairs that have not met
    bots: Spread  # boards of each bot


def evenness(lines: Sequence[Standing], meetings: Sequence[Meeting]) -> Evenness | None:
    """Return how even the closed boards are; None until two bots have met."""
    if not meetings:
        return None
    together, each = [meeting.boards for meeting in meetings], [line.boards for line in lines]
    return Evenness(_spread(together), comb(len(lines), 2) - len(meetings), _spread(each))


def _spread(counts: Sequence[int]) -> Spread:
    return Spread(min(counts), max(counts), fsum(counts) / len(counts))


LAST: Final = 2**31 - 1  # the largest board number that the store accepts


@dataclass(frozen=True)
class Strip:
    """The results of two bots on each board, in schedule order."""

    tournament: str
    variant: str  # "" for all variants
    first: int  # number of the first board
    answer: pb.GetMeetingsResponse
    won: int  # number of boards that the first bot won
    even: int
    lost: int
    warmths: list[int]  # colour of each board, from -5 (lost) to 5 (won)


async def strip(
    client: LocalClient, bot: str, opponent: str, tournament: str, variant: str = "", first: int = 0
) -> Strip:
    """Show each board of a tournament on which two bots are compared."""
    first = min(max(first, 0), LAST)
    request = pb.GetMeetingsRequest(name=tournament, bot=bot, opponent=opponent, variant=variant, first=first)
    answer = await client.ask(request)
    scores = [each.score for each in answer.boards]
    won, even = sum(score > 0.5 for score in scores), sum(score == 0.5 for score in scores)
    warmths = [round((score - 0.5) * 2 * STEPS) for score in scores]
    return Strip(tournament, variant, first, answer, won, even, len(scores) - won - even, warmths)
