"""The faults of a tournament: by bot and kind, with their evidence, and its findings."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from arena.api.local_client import LocalClient
from arena.web.serving.rows import Row, row_of
from arena.wire.gen.faults_pb2 import Infraction, ListInfractionsRequest
from arena.wire.gen.measures_pb2 import GetFindingsRequest
from arena.wire.gen.ratings_pb2 import Finding
from arena.wire.gen.standings_pb2 import GetStandingsRequest

COUNTED: Final = 1000  # infractions, in schedule order: more are not read for a page
SHOWN: Final = 100
ALWAYS_SHOWN: Final = ("void", "seat")  # findings that are shown also where chance explains them


@dataclass(frozen=True)
class Count:
    """How often a bot had one kind of infraction; *reason* as in the record."""

    bot: str
    reason: str
    variant: str
    count: int


@dataclass(frozen=True)
class FaultsPage:
    """What went wrong in a tournament, and what its boards show beyond chance.

    *has_more*: only the first `COUNTED` infractions are in *counts*. *measured*: findings in all.
    """

    tournament: str
    infractions: int
    counts: list[Count]
    has_more: bool
    faults: list[Infraction]
    findings: list[Finding]
    measured: int


async def faults(client: LocalClient, name: str) -> FaultsPage:
    """Show a tournament's infractions by bot and kind, with evidence, and its findings."""
    standings = await client.ask(GetStandingsRequest(name=name))
    answer = await client.ask(ListInfractionsRequest(name=name, page_size=COUNTED))
    findings = (await client.ask(GetFindingsRequest(name=name))).findings
    closed = [each for each in answer.infractions if not each.open]
    return FaultsPage(
        name,
        sum(line.infractions for variant in standings.variants for line in variant.standings),
        _counts(closed),
        bool(answer.next_page_token),
        closed[:SHOWN],
        [each for each in findings if each.flagged or each.kind in ALWAYS_SHOWN],
        len(findings),
    )


def rows(shown: FaultsPage) -> Iterator[Row]:
    """Yield a line a bot, variant and kind."""
    return (row_of(each) for each in shown.counts)


def _counts(found: Iterable[Infraction]) -> list[Count]:
    """Return the most frequent first."""
    counts = Counter((each.bot, each.reason, each.variant) for each in found)
    return [Count(*key, count) for key, count in sorted(counts.items(), key=lambda each: (-each[1], each[0]))]
