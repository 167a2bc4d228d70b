"""The store's rows of gates, frozen."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from arena.league.gates.betting import Terms
from arena.league.gates.evidence import DealTally, Evidence
from arena.store.tournaments.rows import NewVariant, TournamentRow

MOST_BOARDS = 20_000  # after which a gate ends undecided, where no limit is given


@dataclass(frozen=True)
class NewGate:
    """A gate as it was asked for.

    *new*, *old*, *fillers*: "name@version", or "name" for its newest. *name*: empty for "gate-1",
    "gate-2" ... *fillers*: empty for the bots of the owner `house`. *most*: boards after which it
    ends undecided. *move_us*, *bank_us*: as of `NewTournament`, in microseconds.
    """

    new: str
    old: str
    variants: Sequence[NewVariant]
    name: str = ""
    fillers: Sequence[str] = ()
    terms: Terms = field(default_factory=Terms)
    most: int = MOST_BOARDS
    allow_same_owner: bool = False
    master: str = ""  # as of `NewTournament`, both
    test_seed: str = ""
    move_us: int = 5_000_000
    bank_us: int = 60_000_000
    auto_single: bool = True
    pool: str = "trust"
    priority: int = 0  # as of `NewTournament`


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
