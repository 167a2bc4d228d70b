"""The faults of a tournament: by bot and kind, with their evidence, and the boards that were voided."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from arena.api.inside import Desk
from arena.wire.gen.faults_pb2 import Infraction, ListInfractionsRequest
from arena.wire.gen.ratings_pb2 import VoidedBot
from arena.wire.gen.standings_pb2 import GetStandingsRequest

COUNTED: Final = 1000  # infractions, in schedule order: more are not read for a page
SHOWN: Final = 100


@dataclass(frozen=True)
class Count:
    """How often a bot had one kind of infraction; *reason* as in the record."""

    bot: str
    reason: str
    variant: str
    count: int


@dataclass(frozen=True)
class Fault:
    """An infraction in a closed board's game; *evidence* is what there is to show for a timeout."""

    bot: str
    reason: str
    variant: str
    board: int
    game: str
    hand: int
    decision: int
    evidence: str


@dataclass(frozen=True)
class Voided:
    """A bot's boards that were dealt anew through the arena's fault, of those *dealt* to it; *causes* by words.

    *chance*: how often chance alone does as much.
    """

    bot: str
    variant: str
    dealt: int
    causes: list[tuple[str, int]]
    incidents: int
    chance: float
    is_flagged: bool


@dataclass(frozen=True)
class FaultsPage:
    """What went wrong in a tournament; *has_more*: only the first `COUNTED` infractions are in *counts*."""

    tournament: str
    infractions: int
    counts: list[Count]
    has_more: bool
    faults: list[Fault]
    voided: list[Voided]


async def faults(desk: Desk, name: str) -> FaultsPage:
    """Show a tournament's infractions by bot and kind, with evidence, and its voided boards."""
    standings = await desk.ask(GetStandingsRequest(name=name))
    answer = await desk.ask(ListInfractionsRequest(name=name, page_size=COUNTED))
    closed = [each for each in answer.infractions if not each.open]
    return FaultsPage(
        name,
        sum(line.infractions for variant in standings.variants for line in variant.standings),
        _counts(closed),
        bool(answer.next_page_token),
        [_fault(each) for each in closed[:SHOWN]],
        [_voided(variant.variant, each) for variant in standings.variants for each in variant.voided],
    )


def rows(shown: FaultsPage) -> Sequence[Count]:
    """Return a line a bot, variant and kind."""
    return shown.counts


def evidence_of(found: Infraction) -> str:
    """Say what there is to show for a timeout; "" of other infractions."""
    if not found.HasField("timeout"):
        return ""
    told = found.timeout
    return f"{told.elapsed_us / 1e6:.2f} s, with {told.move_us / 1e6:g} s and a bank of {told.bank_us / 1e6:g} s"


def _counts(found: Iterable[Infraction]) -> list[Count]:
    """Return the most frequent first."""
    counts = Counter((each.bot, each.reason, each.variant) for each in found)
    return [Count(*key, count) for key, count in sorted(counts.items(), key=lambda each: (-each[1], each[0]))]


def _fault(found: Infraction) -> Fault:
    place = (found.board, found.game, found.hand, found.decision)
    return Fault(found.bot, found.reason, found.variant, *place, evidence_of(found))


def _voided(variant: str, found: VoidedBot) -> Voided:
    causes = sorted(found.causes.items(), key=lambda each: (-each[1], each[0]))
    return Voided(found.bot, variant, found.dealt, causes, found.incidents, found.chance, found.flagged)
