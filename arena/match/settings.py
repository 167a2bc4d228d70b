"""What a match is of: entrants, rules, boards, time."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.league.benchmark import deal_seed
from arena.league.gates.terms import Terms
from arena.league.seeds.derivation import derive
from arena.play import TimeControl
from arena.rules import Rules, sides_of


@dataclass(frozen=True)
class Settings:
    """A match; everything that is played follows from it.

    *names* and *programs* go together: first the *own* bots, then fillers, which are not told of in tables. A program
    is given as what tells it from others: its command, and the hash of its file. *boards*: of each line-up, or deals
    of a gate. *terms*: of a gate of the first bot against the second; None for a round robin.
    """

    names: Sequence[str]
    programs: Sequence[str]
    own: int
    rules: Rules
    boards: int
    seed: str
    time: TimeControl
    terms: Terms | None = None

    @property
    def sides(self) -> int:
        """How many bots meet at a table, which is also how many games a board has."""
        return sides_of(self.rules)

    @property
    def digest(self) -> str:
        """What the records of this match begin their ids with: who plays what, by which seed, in what time."""
        kind, time = "gate" if self.terms else "round robin", self.time
        who = *self.names, *self.programs
        played = derive("arena-match-id-v1", self.seed, *who, repr(self.rules), kind, time.move_us, time.bank_us)
        return played.hex()[:12]

    def deal_seed(self, deal: int) -> bytes:
        """Return the 32-byte seed of a deal, from which its cards follow."""
        return deal_seed(self.seed, self.rules.name, deal)

    def game_id(self, board: int, rotation: int) -> str:
        """Return the id of a game's record."""
        return f"match-{self.digest}-{board}-{rotation}"
