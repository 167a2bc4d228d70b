"""Frozen rows of gates."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.league.gates.betting import Terms
from arena.league.gates.evidence import DealTally, Evidence
from arena.store.tournaments.rows import TournamentRow


@dataclass(frozen=True)
class GateStep:
    """The two bets after *judged* deals: natural logarithms of their wealth."""

    judged: int
    stronger: float
    not_stronger: float


@dataclass(frozen=True)
class GateRow:
    """A gate and its evidence.

    *decision*: "" while the gate is open, "stronger", "not stronger", "undecided". The evidence is that
    of the deals before deal *judged*, of at most *deals*; it leaves out deals with one voided board of
    two.
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
        """Return the evidence of the judged deals."""
        return Evidence(self.tallies)

    @property
    def new(self) -> str:
        """Return "name@version" of the new version."""
        return self.tournament.bots[0]

    @property
    def old(self) -> str:
        """Return "name@version" of the old version."""
        return self.tournament.bots[1]

    @property
    def fillers(self) -> list[str]:
        """Return "name@version" of each filler."""
        return self.tournament.bots[2:]
