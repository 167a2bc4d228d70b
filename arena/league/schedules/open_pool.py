"""Plan round robins of the pool `open`, in which an owner meets a deal once.

A board is played at several tables at once, each with other bots, all of different owners. Players with the same cards
are compared. A movement (`movement.py`) determines which owners meet, and their seats. An owner of several bots enters
them in turn.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from arena.league.designs.lineups import LineUp, Table
from arena.league.designs.movement import Movement, Round, least_rounds
from arena.league.entrants import Entrant, stakes_of
from arena.league.errors import TooFewEntrantsError
from arena.league.schedules.roundrobin import shuffle_places
from arena.league.schedules.schedule import Met, Sat, Schedule, boards_each, boards_had, more_of
from arena.league.seeds.epochs import derive

USUAL_TABLES = 4  # enough that a score depends on several opponents, and few enough that all are connected at once


@dataclass(frozen=True)
class Arranged(LineUp):
    """A line-up whose boards from number *begun* on have fixed seats: *arranged*, in the form of `circle`."""

    arranged: tuple[tuple[int, ...], ...] = ()

    def circle(self, board: int) -> tuple[int, ...]:
        """Return the players of board *board*: the one in seat s of table t has index s * tables + t."""
        return self.arranged[board - self.begun]


class OpenRoundRobin(Schedule):
    """A round robin in which each owner meets each deal once.

    Every two owners are compared and share a table about equally often, and everybody is in each seat equally often.
    """

    def __init__(
        self,
        entrants: Sequence[Entrant],
        tables: Sequence[Table],
        boards: int,
        seed: str,
        more: int = 0,
        gone: frozenset[int] = frozenset(),
        sat: Mapping[Sat, int] = {},
        now: int = 0,
    ) -> None:
        """Plan boards until every two owners are compared about *boards* times. Raises `TooFewEntrantsError`.

        *more*: part of *boards* that was added later. Other parameters are those of `RoundRobin`. If an owner has no
        bot left, the added boards are a separate movement of the other owners.
        """
        had = boards_had(sat)
        owners, all_owners = _owners(entrants, gone), _owners(entrants, frozenset())
        line_ups = []
        counts = boards_each(tables, lambda table: open_boards(len(all_owners), table, boards), boards)
        for index, (table, each) in enumerate(zip(tables, counts, strict=True)):
            there = sum(count for (variant, _), count in had.items() if variant == index)
            if len(owners) == len(all_owners):
                wanted, begun = each + more_of(more, each, boards), there // len(owners)
                turns = _Turns(owners, table, seed, 0)
            else:
                wanted, begun = max(1, more_of(now, each, boards)), 0
                turns = _Turns(owners, table, seed, there)
            line_ups.append(_line_ups(turns.boards(wanted, begun), index, had))
        super().__init__([entrant.id for entrant in entrants], tables, line_ups, seed, had)


def tables_for(entrants: Sequence[Entrant], table: Table, asked: int) -> int:
    """Return a board's number of tables: *asked*, or if 0 the usual number. Raises `TooFewEntrantsError`."""
    owners = owners_of(entrants)
    most = owners // table.bots
    if most < 2 or asked > most:
        least = max(2, asked) * table.bots
        raise TooFewEntrantsError(
            f"{table.variant} at {max(2, asked)} tables needs bots of {least} owners (in the pool open an owner meets"
            f" a deal once), there are {owners}"
        )
    return asked or min(USUAL_TABLES, most)


def owners_of(entrants: Sequence[Entrant]) -> int:
    """Return how many bots may meet one deal: one per owner, where owners who share a pair count as one."""
    return len(_owners(entrants, frozenset()))


def open_boards(owners: int, table: Table, boards: int) -> int:
    """Return the least number of boards of *table* that compare every two owners *boards* times."""
    return owners * least_rounds(owners, table.bots, table.tables_per_board, boards)


def _owners(entrants: Sequence[Entrant], gone: frozenset[int]) -> list[list[int]]:
    """Return the places of each owner's bots except *gone* ones; owners who share a pair count as one."""
    groups: list[tuple[set[int], list[int]]] = []
    for place, stakes in enumerate(stakes_of(entrants, allow_same_owner=False)):
        if place in gone:
            continue
        own, places = set(stakes), [place]
        for group in [group for group in groups if not group[0].isdisjoint(stakes)]:
            groups.remove(group)
            own, places = own | group[0], [*group[1], *places]
        groups.append((own, sorted(places)))
    return sorted(places for _, places in groups)


class _Turns:
    """Generates the boards of a table, with the bots of each owner in turn."""

    def __init__(self, owners: Sequence[Sequence[int]], table: Table, seed: str, movement: int) -> None:
        """Begin movement number *movement* of *owners* (their bots' places). Raises `TooFewEntrantsError`."""
        if len(owners) < (least := table.bots * table.tables_per_board):
            raise TooFewEntrantsError(f"{table.variant} needs bots of {least} owners, {len(owners)} are left")
        by_first = {own[0]: own for own in owners}
        self._owners = [by_first[first] for first in shuffle_places(list(by_first), table, seed)]
        self._tables = table.tables_per_board
        self._lots = (seed, table.variant, movement)
        self._sat: Counter[tuple[int, int]] = Counter()  # boards by bot and seat
        self._compared: Counter[frozenset[int]] = Counter()
        self._movement = Movement(len(owners), table.bots, table.tables_per_board)

    def boards(self, boards: int, begun: int) -> Iterator[tuple[int, ...]]:
        """Yield the boards after the first *begun* rounds, until every two owners are compared *boards* times.

        Yields one round at least. A board is a tuple of places in the order of entry, as in `Arranged.circle`.
        """
        for index in range(self._movement.rounds_for(boards, begun + 1)):
            round_ = self._movement.round(index)
            for shift in range(len(self._owners)):
                board = self._seat(round_, shift)
                if index >= begun:
                    yield board

    def _seat(self, round_: Round, shift: int) -> tuple[int, ...]:
        owners = [self._owners[(place + shift) % len(self._owners)] for place in round_]
        if all(len(own) == 1 for own in owners):
            return tuple(own[0] for own in owners)
        board: list[int] = []
        for cell, own in enumerate(owners):
            seat = cell // self._tables
            field = board[seat * self._tables :]
            bot = min(own, key=lambda bot: (self._count_had(bot, seat, field), self._lot(bot)))
            self._sat[bot, seat] += 1
            self._compared.update(frozenset((bot, other)) for other in field)
            board.append(bot)
        return tuple(board)

    def _count_had(self, bot: int, seat: int, field: Sequence[int]) -> int:
        return self._sat[bot, seat] + sum(self._compared[frozenset((bot, other))] for other in field)

    def _lot(self, bot: int) -> bytes:
        return derive("arena-turns-v1", *self._lots, bot)


def _line_ups(boards: Iterable[tuple[int, ...]], variant: int, had: Mapping[Met, int]) -> list[LineUp]:
    orders: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for board in boards:
        orders.setdefault(tuple(sorted(board)), []).append(board)
    return [
        Arranged(places, before + len(own), begun=before, arranged=tuple(own))
        for places, own in orders.items()
        for before in [had.get((variant, frozenset(places)), 0)]
    ]
