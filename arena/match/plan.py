"""Define the settings of a match, and list its boards round by round."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

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
    """Settings of a match, from which all its games follow.

    *names*, *programs*: one entry for each bot, in the same order; the first *own* bots are the user's, the others fill
    empty seats. A program is identified by its command and the hash of its file. *boards*: number of boards of each
    line-up, or number of deals of a gate. *seed*: text from which all deals derive. *time*: the time limits of each
    bot. *terms*: the terms of a gate of the first bot against the second; None for a round robin.
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
        """The number of bots at a table, which is also the number of games of a board."""
        return sides_of(self.rules)

    @property
    def digest(self) -> str:
        """A hash, 12 hex digits, of bots, rules, seed and times. It is part of the record ids."""
        kind, time = "gate" if self.terms else "round robin", self.time
        bots = *self.names, *self.programs
        digest = derive("arena-match-id-v1", self.seed, *bots, repr(self.rules), kind, time.move_us, time.bank_us)
        return digest.hex()[:12]

    def deal_seed(self, deal: int) -> bytes:
        """Return the 32-byte seed of deal number *deal*, from 0."""
        return derive("arena-match-v1", self.seed, self.rules.name, deal)

    def game_id(self, board: int, rotation: int) -> str:
        """Return the record id of one game: a rotation of a board."""
        return f"match-{self.digest}-{board}-{rotation}"


class Planned(NamedTuple):
    """A board; *line_up*: indices of `Settings.names` in circular order. Two boards of a gate share a *deal*."""

    number: int
    deal: int
    line_up: tuple[int, ...]


def rounds_of(settings: Settings) -> Iterator[list[Planned]]:
    """Yield the boards of each round, one for a round robin, several for a gate. Raises `TooFewEntrantsError`."""
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
    """Return the largest possible number of boards, those of all rounds. Raises `TooFewEntrantsError`."""
    return sum(map(len, rounds_of(settings)))
