"""Draw Swiss rounds: entrants close in the standings meet, preferably those who met least.

Follows the FIDE Handbook (C.04.1, Basic rules for Swiss systems), for two to five at a table instead of two at a board.
Scores at a table are as close as possible, and its players have not met if possible. Nobody sits out twice before
everybody else did once. A round depends only on the seed and on earlier rounds.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import ceil, log2

from arena.league.designs.lineups import LineUp, Table, tables_of_unmet
from arena.league.designs.neighbours import Pair, choose_orders, neighbours
from arena.league.entrants import Entrant, may_meet, most_that_may_meet, stakes_of
from arena.league.errors import TooFewEntrantsError
from arena.league.ratings.boards import BoardScore
from arena.league.seeds.epochs import derive

BYE = 0.5  # score of a round that a player sits out: the average, which neither helps nor harms
MET = 1000  # cost of a repeated meeting, in squared differences of places in the standings
SWEEPS = 20  # maximum of passes in which players are exchanged between tables

Seated = list[int]  # players of a table: places in the order of entry


@dataclass(frozen=True)
class Round:
    """The tables of a round, leaders first, and the players that sit out (places in the order of entry)."""

    line_ups: tuple[LineUp, ...]
    byes: tuple[int, ...]


@dataclass(frozen=True)
class SwissLine:
    """A player's line in Swiss standings. *place*: in the order of entry.

    *score*: sum over *rounds* of the mean score in the round. *byes*: rounds that it sat out, with 1/2 each.
    *left_after*: the number of rounds before it withdrew; None while it plays. A later round counts 0 unless it played
    there.
    """

    place: int
    score: float
    rounds: int
    byes: int
    left_after: int | None = None


def rounds_for(entrants: int) -> int:
    """Return the number of rounds that find the best of *entrants*: ceil(log2 n), as in a knock-out."""
    return max(1, ceil(log2(max(2, entrants))))


def next_round(
    entrants: Sequence[Entrant],
    table: Table,
    boards: int,
    seed: str,
    played: Sequence[Sequence[BoardScore]],
    allow_same_owner: bool = False,
) -> Round:
    """Draw the round after the rounds *played*, which are all closed. Raises `TooFewEntrantsError`.

    *boards*: for each table. *played*: by round. An entrant without boards in a round counts as having sat out, also in
    rounds before it entered.
    """
    return _Draw(entrants, table, seed, played, allow_same_owner).draw(boards)


def swiss_standings(
    entrants: Sequence[Entrant],
    table: Table,
    seed: str,
    played: Sequence[Sequence[BoardScore]],
    left_after: Mapping[int, int] = {},
) -> list[SwissLine]:
    """Return the standings after the rounds *played*, best first; withdrawn players come last.

    Ties are broken by Buchholz (the sum of the opponents' scores), then by a lot from the seed. *left_after*: the
    number of rounds before a withdrawal, by the player's place.
    """
    return _Draw(entrants, table, seed, played, allow_same_owner=True, left_after=left_after).standings


class _Draw:
    def __init__(
        self,
        entrants: Sequence[Entrant],
        table: Table,
        seed: str,
        played: Sequence[Sequence[BoardScore]],
        allow_same_owner: bool,
        left_after: Mapping[int, int] = {},
    ) -> None:
        self._table = table
        self._left_after = left_after
        self._played = played
        self._stakes = stakes_of(entrants, allow_same_owner)
        places = {entrant.id: place for place, entrant in enumerate(entrants)}
        self._rounds = [_replace_ids(boards, places) for boards in played]
        self._met = _count_meetings(self._rounds, len(entrants))
        self._lots = [derive("arena-swiss-v1", seed, table.variant, place) for place in range(len(entrants))]
        self.standings = self._rank_all()
        self._rank = {line.place: rank for rank, line in enumerate(self.standings)}

    def draw(self, boards: int) -> Round:
        """Return the next round, with *boards* for each table. Raises `TooFewEntrantsError`."""
        seats = self._table.bots
        able = most_that_may_meet(self._stakes)
        if able < seats:
            raise TooFewEntrantsError(f"{self._table.variant} needs {seats} bots that may meet, there are {able}")
        byes = self._choose_byes(len(self.standings) % seats)
        tables = self._seat([line.place for line in self.standings if line.place not in byes])
        allowed = [table for table in tables if may_meet(self._stakes, table)]
        out = byes | {place for table in tables if table not in allowed for place in table}
        allowed.sort(key=lambda table: min(self._rank[place] for place in table))
        return Round(tuple(self._choose_orders(allowed, boards)), tuple(sorted(out, key=self._rank.__getitem__)))

    def _rank_all(self) -> list[SwissLine]:
        scores = [_mean_scores(boards) for boards in self._rounds]
        lines = [self._line(place, scores) for place in range(len(self._stakes))]

        def order(line: SwissLine) -> tuple[bool, float, float, bytes]:
            has_left = line.left_after is not None
            return has_left, -line.score, -self._sum_opponents(lines, line.place), self._lots[line.place]

        return sorted(lines, key=order)

    def _line(self, place: int, scores: Sequence[Mapping[int, float]]) -> SwissLine:
        left_after = self._left_after.get(place)
        present = len(scores) if left_after is None else left_after
        # Add up round by round: another order of the sum could change its rounding, and so the order of ties.
        points = [score.get(place, BYE if number < present else 0.0) for number, score in enumerate(scores)]
        byes = sum(place not in score for score in scores[:present])
        return SwissLine(place, sum(points), len(scores), byes, left_after)

    def _sum_opponents(self, lines: Sequence[SwissLine], place: int) -> float:
        return sum(count * lines[other].score for other, count in sorted(self._met[place].items()))

    def _choose_byes(self, count: int) -> set[int]:
        """Return the *count* players that sit out: those with fewest byes, then the last in the standings."""
        order = sorted(self.standings, key=lambda line: (line.byes, -self._rank[line.place]))
        return {line.place for line in order[:count]}

    def _seat(self, places: Seated) -> list[Seated]:
        """Return tables of players close in the standings who, if possible, have not met."""
        tables = self._improve(self._group(places))
        if any(map(self._is_strained, tables)):
            unmet = self._search_unmet(places) or self._search_unmet(sorted(places))
            tables = self._improve(unmet) if unmet else tables
        return tables

    def _search_unmet(self, places: Seated) -> list[Seated] | None:
        """Return tables of players who have not met; None if none were found.

        The search is bounded, so whether it finds tables depends on the order of *places*.
        """
        return tables_of_unmet(places, self._table.bots, lambda one, other: self._is_strained([one, other]))

    def _group(self, places: Seated) -> list[Seated]:
        """Return tables made from the top of the standings.

        Each table's first player gets those players below it that it may meet and has met least; of these, the nearest.
        """
        rest, tables = list(places), []
        while rest:
            table = [rest.pop(0)]
            while len(table) < self._table.bots:
                table.append(min(rest, key=lambda place: self._rank_candidate(table, place)))
                rest.remove(table[-1])
            tables.append(table)
        return tables

    def _rank_candidate(self, table: Seated, place: int) -> tuple[int, int, int]:
        clashes = sum(self._are_apart(place, other) for other in table)
        return clashes, sum(self._met[place][other] for other in table), self._rank[place]

    def _improve(self, tables: list[Seated]) -> list[Seated]:
        """Exchange players between tables while that avoids repeated meetings or brings scores closer together."""
        for _ in range(SWEEPS):
            exchanges = sum(self._exchange(one, other) for one, other in self._pair_tables(tables))
            if not exchanges:
                break
        return tables

    def _pair_tables(self, tables: list[Seated]) -> Iterator[tuple[Seated, Seated]]:
        """Yield pairs of tables where an exchange may help: neighbours, or one with a repeated meeting or a clash."""
        for i, j in combinations(range(len(tables)), 2):
            if j == i + 1 or self._is_strained(tables[i]) or self._is_strained(tables[j]):
                yield tables[i], tables[j]

    def _is_strained(self, table: Seated) -> bool:
        return any(self._met[i][j] or self._are_apart(i, j) for i, j in combinations(table, 2))

    def _exchange(self, one: Seated, other: Seated) -> bool:
        """Exchange the two players of two tables whose exchange helps most; return whether one helps."""
        cost = self._cost(one) + self._cost(other)
        best, seats = cost, None
        for i, first in enumerate(one):
            for j, second in enumerate(other):
                one[i], other[j] = second, first
                now = self._cost(one) + self._cost(other)
                one[i], other[j] = first, second
                if now < best:
                    best, seats = now, (i, j)
        if seats is not None:
            i, j = seats
            one[i], other[j] = other[j], one[i]
        return seats is not None

    def _cost(self, table: Seated) -> int:
        """Return a table's cost: clashes of owners outweigh repeated meetings, which outweigh distances in standing."""
        cost = 0
        for i, j in combinations(table, 2):
            cost += MET * len(self._rank) * self._met[i][j] ** 2 + (self._rank[i] - self._rank[j]) ** 2
            if self._are_apart(i, j):
                cost += MET**3 * len(self._rank)
        return cost

    def _are_apart(self, place: int, other: int) -> bool:
        return not self._stakes[place].isdisjoint(self._stakes[other])

    def _choose_orders(self, tables: Sequence[Seated], boards: int) -> Iterator[LineUp]:
        left: Counter[Pair] = Counter()
        for boards_of_round in self._rounds:
            for circle, _ in boards_of_round:
                left.update(zip(circle, (*circle[1:], circle[0]), strict=True))
        for table in tables:
            line_up = choose_orders(LineUp(tuple(sorted(table)), boards), left)
            left.update(neighbours(line_up))
            yield line_up


_Board = tuple[tuple[int, ...], BoardScore]  # (places of the line-up, board)


def _replace_ids(boards: Sequence[BoardScore], places: dict[int, int]) -> list[_Board]:
    """Return boards with the places of their players; -1 stands for players who are no longer entrants."""
    return [(tuple(places.get(player, -1) for player in board.line_up), board) for board in boards]


def _mean_scores(boards: Sequence[_Board]) -> dict[int, float]:
    sums: Counter[int] = Counter()
    most: Counter[int] = Counter()
    for circle, board in boards:
        for index, place in enumerate(circle):
            others = [other for other in range(len(circle)) if other != index]
            sums[place] += sum(board.half_points(index, other) for other in others)
            most[place] += board.most * len(others)
    return {place: sums[place] / most[place] for place in sums}


def _count_meetings(rounds: Sequence[Sequence[_Board]], entrants: int) -> list[Counter[int]]:
    counts: list[Counter[int]] = [Counter() for _ in range(entrants)]
    for boards in rounds:
        tables = {tuple(sorted(place for place in circle if place >= 0)) for circle, _ in boards}
        for one, other in {pair for table in tables for pair in combinations(table, 2)}:
            counts[one][other] += 1
            counts[other][one] += 1
    return counts
