"""Split players into tables by the boards that link them.

Two players are in one table if and only if 10 or more boards link them. Strengths of players without a chain of boards
between them are numbers of two scales, and few boards hardly show how the scales relate. So a table is a set of players
that splits into no two parts with fewer than 10 boards between them. It is found like minimum cuts: R. Klimmek, F.
Wagner, "A simple hypergraph min cut algorithm" (1996). The players are ordered so that the next one always shares most
boards with those before. Then two neighbours are linked by as many boards as the second shares with those before it.
The last player is linked to all others by its own boards.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from itertools import pairwise
from typing import TypeVar

from arena.league.ratings.interval import LEAST_BOARDS
from arena.league.ratings.tally import LineUpTally

Boards = Mapping[frozenset[int], int]  # by the players that were compared on them
Key = TypeVar("Key")


@dataclass(frozen=True)
class Linked:
    """The players of one table, ids ascending, and the tallies of the boards that count.

    *links*: fewer than 10 boards each that do not count, by the index of the table whose players they link to these.
    """

    players: list[int]
    tallies: list[LineUpTally]
    links: list[tuple[int, int]]


def split_by_links(tallies: Iterable[LineUpTally]) -> list[Linked]:
    """Split *tallies* of one variant into tables, largest first, then by the lowest id.

    A player with fewer than 10 boards links nobody, and is in each table whose players it met. A board that compared
    players of several tables counts in none.
    """
    tallies = [tally for tally in tallies if tally.boards]
    boards = _sum_counts((frozenset(met), tally.boards) for tally in tallies for met in tally.fields)
    played = _sum_counts((player, count) for met, count in boards.items() for player in met)
    many = {player for player, count in played.items() if count >= LEAST_BOARDS}
    parts = _split(many, _sum_counts((met & many, count) for met, count in boards.items()))
    parts += _join_fields([met for met in boards if not met & many])
    tables = [_Table(set(part)) for part in parts]
    of = {player: index for index, part in enumerate(parts) for player in part}
    for tally in tallies:
        there = [{of[player] for player in many.intersection(met) or met} for met in tally.fields]
        if len(set().union(*there)) == 1:  # players of several fields on one board are not independent
            tables[min(there[0])].add(tally)
            continue
        for indices, met in zip(there, tally.by_field(), strict=True):
            for index in indices:
                if len(indices) == 1:
                    tables[index].add(met)
                for other in indices - {index}:
                    tables[index].links[other] += met.boards
    return _sort_tables([Linked(sorted(each.players), each.tallies, [*each.links.items()]) for each in tables])


@dataclass
class _Table:
    players: set[int]
    tallies: list[LineUpTally] = field(default_factory=list)
    links: dict[int, int] = field(default_factory=lambda: defaultdict(int))

    def add(self, tally: LineUpTally) -> None:
        self.players.update(tally.players)
        self.tallies.append(tally)


def _sum_counts(counts: Iterable[tuple[Key, int]]) -> dict[Key, int]:
    sums: dict[Key, int] = defaultdict(int)
    for key, count in counts:
        sums[key] += count
    return sums


def _sort_tables(tables: list[Linked]) -> list[Linked]:
    order = sorted(range(len(tables)), key=lambda index: (-len(tables[index].players), tables[index].players))
    place = {index: new for new, index in enumerate(order)}
    return [
        replace(tables[index], links=sorted((place[other], boards) for other, boards in tables[index].links))
        for index in order
    ]


def _join_fields(fields: Iterable[frozenset[int]]) -> list[set[int]]:
    parts: list[set[int]] = []
    for met in fields:
        touched = [part for part in parts if part & met]
        parts = [part for part in parts if not part & met] + [set(met).union(*touched)]
    return parts


def _split(players: set[int], boards: Boards) -> list[set[int]]:
    """Split *players* until 10 boards link any two parts of a table."""
    rest = [players] if players else []
    parts: list[set[int]] = []
    while rest:
        whole = rest.pop()
        part = _find_loose(whole, {met: count for met, count in boards.items() if met <= whole})
        if part == whole:
            parts.append(part)
        else:
            rest += [part, whole - part]
    return parts


def _find_loose(players: set[int], boards: Boards) -> set[int]:
    """Return players that fewer than 10 boards link to the others, or all *players* if every link is strong."""
    group = {player: player for player in players}
    while True:
        order, reach = _order_groups(sorted(set(group.values())), _merge(boards, group))
        joined: dict[int, int] = {}
        for one, other in pairwise(order):
            joined[other] = joined.get(one, one) if reach[other] >= LEAST_BOARDS else other
        if all(joined.get(each, each) == each for each in order):
            return {player for player, own in group.items() if own == order[-1]}
        group = {player: joined.get(own, own) for player, own in group.items()}


def _merge(boards: Boards, group: Mapping[int, int]) -> Boards:
    return _sum_counts((frozenset(group[player] for player in met), count) for met, count in boards.items())


def _order_groups(groups: Sequence[int], boards: Boards) -> tuple[list[int], dict[int, int]]:
    """Order the groups by the boards they share with those before, most first; return also those boards."""
    of: dict[int, list[frozenset[int]]] = defaultdict(list)
    for met in boards:
        for each in met:
            of[each].append(met)
    reach = dict.fromkeys(groups, 0)
    queue = [(0, each) for each in groups]
    touched: set[frozenset[int]] = set()
    order: dict[int, None] = {}
    while queue:
        _, each = heappop(queue)
        if each in order:
            continue
        order[each] = None
        for met in of[each]:
            if met not in touched:
                touched.add(met)
                for other in met - order.keys():
                    reach[other] += boards[met]
                    heappush(queue, (-reach[other], other))
    return list(order), reach
