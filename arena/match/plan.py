"""Settings of a match, and its boards in rounds."""

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
    """A match; all its games follow from the settings.

    *names* and *programs* have the same order: first the *own* bots, then fillers. A program is identified by its
    command and the hash of its file. *boards*: of each line-up, or deals of a gate. *terms*: of a gate of the first bot
    against the second; None for a round robin.
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
        """The number of bots at a table, and of games of a board."""
        return sides_of(self.rules)

    @property
    def digest(self) -> str:
        """A hash of bots, rules, seed and times, which is part of the ids of records."""
        kind, time = "gate" if self.terms else "round robin", self.time
        bots = *self.names, *self.programs
        digest = derive("arena-match-id-v1", self.seed, *bots, repr(self.rules), kind, time.move_us, time.bank_us)
        return digest.hex()[:12]

    def deal_seed(self, deal: int) -> bytes:
        """Return the 32-byte seed of a deal."""
        return deal_seed(self.seed, self.rules.name, deal)

    def game_id(self, board: int, rotation: int) -> str:
        """Return the id of a game's record."""
        return f"match-{self.digest}-{board}-{rotation}"


class Planned(NamedTuple):
    """A board: its *deal*, which two boards of a gate share, and its line-up in circular order."""

    number: int
    deal: int
    line_up: tuple[int, ...]


def rounds_of(settings: Settings) -> Iterator[list[Planned]]:
    """Yield the boards, round by round; a gate is judged after each. Raises `TooFewEntrantsError`."""
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
    """Return the number of boards of all rounds. Raises `TooFewEntrantsError`."""
    return sum(map(len, rounds_of(settings)))
