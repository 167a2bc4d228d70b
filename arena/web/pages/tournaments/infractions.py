"""Show a tournament's infractions by bot and kind, with evidence, and its findings."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from arena.api.local_client import LocalClient
from arena.wire.gen.infractions_pb2 import Infraction, ListInfractionsRequest
from arena.wire.gen.measures_pb2 import GetFindingsRequest
from arena.wire.gen.ratings_pb2 import Finding
from arena.wire.gen.standings_pb2 import GetStandingsRequest

COUNTED: Final = 1000  # infractions that are counted, the first in schedule order
SHOWN: Final = 100  # infractions that are listed
ALWAYS_SHOWN: Final = ("void", "seat")  # findings shown even if chance explains them


@dataclass(frozen=True)
class Count:
    """The number of a bot's infractions of one kind in a variant; *reason*: the kind, as in records."""

    bot: str
    reason: str
    variant: str
    count: int


@dataclass(frozen=True)
class InfractionsPage:
    """The content of the page of a tournament's infractions and findings."""

    tournament: str
    total: int  # number of infractions
    counts: list[Count]
    has_more: bool  # only the first `COUNTED` infractions are counted
    infractions: list[Infraction]  # the first `SHOWN`
    findings: list[Finding]
    measured: int  # number of findings, shown or not


async def infractions(client: LocalClient, name: str) -> InfractionsPage:
    """Show a tournament's infractions by bot and kind, with evidence, and its findings."""
    standings = await client.ask(GetStandingsRequest(name=name))
    answer = await client.ask(ListInfractionsRequest(name=name, page_size=COUNTED))
    findings = (await client.ask(GetFindingsRequest(name=name))).findings
    closed = [each for each in answer.infractions if not each.open]
    return InfractionsPage(
        name,
        sum(line.infractions for variant in standings.variants for line in variant.standings),
        _counts(closed),
        bool(answer.next_page_token),
        closed[:SHOWN],
        [each for each in findings if each.flagged or each.kind in ALWAYS_SHOWN],
        len(findings),
    )


def _counts(infractions: Iterable[Infraction]) -> list[Count]:
    counts = Counter((each.bot, each.reason, each.variant) for each in infractions)
    return [Count(*key, count) for key, count in sorted(counts.items(), key=lambda each: (-each[1], each[0]))]
