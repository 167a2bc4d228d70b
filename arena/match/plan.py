"""The settings of a match, and its boards in rounds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from arena.league.benchmark import deal_seed
from arena.league.designs.lineups import Table
from arena.league.entrants import Entrant
from arena.league.gates.betting import Terms
from arena.league.schedules.gate import GateSchedule
from arena.league.schedules.schedule import RoundRobin
from arena.league.seeds.epochs import derive
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


class Planned(NamedTuple):
    """A board: its *deal*, which two boards of a gate share, and the places of its line-up, in circular order."""

    number: int
    deal: int
    line_up: tuple[int, ...]


def rounds_of(settings: Settings) -> Iterator[list[Planned]]:
    """Yield the boards, round by round; a gate is judged behind each. Raises `TooFewEntrants`."""
    table = Table(settings.rules.name, settings.sides)
    if settings.terms is None:
        entrants = [Entrant(place, place) for place in range(len(settings.names))]
        schedule = RoundRobin(entrants, [table], settings.boards, settings.seed)
        yield [Planned(board.number, board.number, board.line_up) for board in schedule]
        return
    gate = GateSchedule(0, 1, range(2, len(settings.names)), [table], settings.boards, settings.seed)
    for index in range(gate.rounds):
        yield [Planned(board.number, board.deal, board.line_up) for board in gate.round(index)]


def most_boards(settings: Settings) -> int:
    """Return how many boards there are, if it is played to its end. Raises `TooFewEntrants`."""
    return sum(map(len, rounds_of(settings)))
