"""Plan a gate's boards: each deal with the new and the old version, in the same seat with the same fillers.

Both boards of a deal follow each other in one block, new first and old first by turns. So a slow hour or a busy machine
disturbs both versions alike, for as long as it lasts. If they are equally strong, swapping them in a block leaves the
distribution of its mean difference unchanged. A bot that is disturbed alone spoils all deals of a block, so each block
is one bet (docs/explanation/gate-errors.md, "Disturbances").
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from arena.league.designs.lineups import LineUp, Table
from arena.league.errors import TooFewEntrantsError
from arena.league.seeds.epochs import derive

NEW, OLD, BOTH = "new", "old", ""  # the version that sits at a board; "" if both do
BLOCK_DEALS = 4  # deals per block: eight boards by substitution


@dataclass(frozen=True)
class GateBoard:
    """A board to play. *line_up*: ids in circular order. *side*: "new" or "old"; "" if both versions meet.

    *variant*: its index. *deal*: numbered from 0. Two boards have the same deal unless the versions meet.
    """

    number: int
    block: int
    variant: int
    deal: int
    side: str
    line_up: tuple[int, ...]


@dataclass(frozen=True)
class GateSchedule:
    """A gate's boards; its *deals* use the variants in turn.

    At a table of more than two sides the two versions never meet: fillers sit with them, in all circular orders in
    turn. At two sides they meet. A *round* is a block of deals of each variant: the unit in which boards are added
    and judged. *seed* draws its first circular order, and its fillers if there are more than seats.
    Fillers do not come in turn, so that earlier rounds do not predict a round's difference.
    """

    new: int
    old: int
    fillers: Sequence[int]
    tables: Sequence[Table]
    deals: int
    seed: str

    def __post_init__(self) -> None:
        """Raise `TooFewEntrantsError` if a table has more seats than there are fillers."""
        for table in self.tables:
            if table.bots > 2 and len(self.fillers) < table.bots - 1:
                raise TooFewEntrantsError(
                    f"{len(self.fillers)} are given, and a table of {table.variant} needs {table.bots - 1}"
                )

    @property
    def round_deals(self) -> int:
        """Return the number of deals per round; the last round may have fewer."""
        return deals_of_round(self.tables)

    @property
    def rounds(self) -> int:
        """Return the number of rounds."""
        return -(-self.deals // self.round_deals)

    @property
    def boards(self) -> int:
        """Return the number of boards of all deals."""
        deals = [len(range(variant, self.deals, len(self.tables))) for variant in range(len(self.tables))]
        return sum(each * len(sides_of(table)) for each, table in zip(deals, self.tables, strict=True))

    def round(self, index: int) -> Iterator[GateBoard]:
        """Yield the boards of round *index* (from 0), block after block. Numbers and blocks continue between rounds."""
        first, number = index * self.round_deals, index * self._round_boards
        for variant, table in enumerate(self.tables):
            lot = int.from_bytes(derive("arena-gate-round-v1", self.seed, variant, index))
            block, sides = index * len(self.tables) + variant, sides_of(table)
            for deal in range(first + variant, min(first + self.round_deals, self.deals), len(self.tables)):
                turn = deal // len(self.tables)
                for side in sides if turn % 2 == 0 else sides[::-1]:
                    yield GateBoard(number, block, variant, deal, side, self._line_up(table, side, lot, turn))
                    number += 1

    @cached_property
    def _round_boards(self) -> int:
        return sum(BLOCK_DEALS * len(sides_of(table)) for table in self.tables)

    def _line_up(self, table: Table, side: str, lot: int, turn: int) -> tuple[int, ...]:
        if side == BOTH:
            return (self.new, self.old)
        order, first = divmod(lot, len(self.fillers))
        sitting = sorted((first + place) % len(self.fillers) for place in range(table.bots - 1))
        players = (self.new if side == NEW else self.old, *(self.fillers[place] for place in sitting))
        return tuple(players[place] for place in LineUp(tuple(range(table.bots)), 1).circle(order + turn))


def deals_of_round(tables: Sequence[Table]) -> int:
    """Return the number of deals of a whole round of these tables."""
    return BLOCK_DEALS * len(tables)


def sides_of(table: Table) -> tuple[str, ...]:
    """Return the *side* of each board that a deal has at *table*."""
    return (BOTH,) if table.bots == 2 else (NEW, OLD)
