"""Which boards a match has, in rounds."""

from collections.abc import Iterator
from typing import NamedTuple

from arena.league.designs.lineups import Table
from arena.league.entrants import Entrant
from arena.league.schedules.gate import GateSchedule
from arena.league.schedules.schedule import RoundRobin
from arena.match.settings import Settings


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
