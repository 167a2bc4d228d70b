"""Define the rows that describe gates."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.league.gates.betting import Terms
from arena.league.gates.evidence import DealTally, Evidence
from arena.store.tournaments.rows import TournamentRow
from arena.wire.gen.gates_pb2 import GateStep


@dataclass(frozen=True)
class GateRow:
    """A gate and its evidence.

    *decision*: "stronger", "not stronger", "undecided", or "" while the gate is open. *judged*: the number of judged
    deals, of at most *deals*. The evidence leaves out a deal if one of its two boards was voided.
    """

    tournament: TournamentRow
    terms: Terms
    decision: str
    judged: int
    deals: int
    tallies: Sequence[DealTally]  # one for each variant
    path: Sequence[GateStep]  # in the order of judged deals

    @property
    def evidence(self) -> Evidence:
        return Evidence(self.tallies)

    @property
    def new(self) -> str:
        """Return the "name@version" of the new version."""
        return self.tournament.bots[0]

    @property
    def old(self) -> str:
        """Return the "name@version" of the old version."""
        return self.tournament.bots[1]

    @property
    def fillers(self) -> list[str]:
        """Return the "name@version" of each filler."""
        return self.tournament.bots[2:]
