"""The store's rows of gates, frozen."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.league.gates.betting import Terms
from arena.league.gates.evidence import DealTally, Evidence
from arena.store.tournaments.rows import TournamentRow


@dataclass(frozen=True)
class GateStep:
    """What bets on either side had won after *judged* deals: natural logarithms of the wealth."""

    judged: int
    stronger: float
    not_stronger: float


@dataclass(frozen=True)
class GateRow:
    """A gate as it stands.

    *decision*: "" while it goes on, "stronger", "not stronger", "undecided". The evidence is that
    of the deals before deal *judged*, of at most *deals*; deals of which one board of two was
    voided are not in it.
    """

    tournament: TournamentRow
    terms: Terms
    decision: str
    judged: int
    deals: int
    tallies: Sequence[DealTally]  # by variant
    path: Sequence[GateStep]  # in order

    @property
    def evidence(self) -> Evidence:
        """The evidence of the deals that were judged."""
        return Evidence(self.tallies)

    @property
    def new(self) -> str:
        """ "name@version" of the new version."""
        return self.tournament.bots[0]

    @property
    def old(self) -> str:
        """The same of the old version."""
        return self.tournament.bots[1]

    @property
    def fillers(self) -> list[str]:
        """The same of those who sit with them."""
        return self.tournament.bots[2:]
