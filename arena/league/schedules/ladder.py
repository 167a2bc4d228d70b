"""Choose batches of a ladder, which has no end: the boards that give most information.

The information of a board between two players is its gain on the difference of their strengths (M. E. Glickman, S. T.
Jensen, "Adaptive paired comparison design", Journal of Statistical Planning and Inference 127 (2005)). It is large if
little is known about the difference, and if the difference is small.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import log1p

from arena.league.designs.circular_orders import circular_orders
from arena.league.designs.lineups import LineUp, Table
from arena.league.entrants import Entrant, stakes_of
from arena.league.ratings.elo import expected_score
from arena.league.ratings.tally import LineUpTally
from arena.league.seeds.epochs import derive

STEPS = 25  # steps of the fit; an approximation is enough to choose pairs
VIRTUAL = 0.25  # information of a virtual drawn board of each player, which keeps a clean sweep finite

Pair = tuple[int, int]  # places in the order of entry, ascending


@dataclass(frozen=True)
class Terms:
    """The settings of a ladder.

    *boards*: boards for each table of a batch. *tables*: maximum per batch; each bot sits at one. *least*: boards that
    a new version gets before others go first. *longest*: batches without a board after which a bot goes first. If a
    batch is too small for all such bots, the next batches seat them.
    """

    boards: int
    tables: int
    least: int
    longest: int


def next_batch(
    entrants: Sequence[Entrant],
    table: Table,
    terms: Terms,
    seed: str,
    tallies: Sequence[LineUpTally],
    waited: Mapping[int, int],
    allow_same_owner: bool = False,
) -> list[LineUp]:
    """Return the line-ups of the next batch; [] if the entrants allow no table.

    *tallies*: of the closed boards of this table. *waited*: by entrant's id, the number of batches without a board for
    it.
    """
    return _Batch(entrants, table, terms, tallies, waited, allow_same_owner).draw(seed)


class _Batch:
    def __init__(
        self,
        entrants: Sequence[Entrant],
        table: Table,
        terms: Terms,
        tallies: Sequence[LineUpTally],
        waited: Mapping[int, int],
        allow_same_owner: bool,
    ) -> None:
        self._table, self._terms = table, terms
        self._stakes = stakes_of(entrants, allow_same_owner)
        self._waited = [waited.get(entrant.id, 0) for entrant in entrants]
        self._knowledge = Knowledge([entrant.id for entrant in entrants], tallies)

    def draw(self, seed: str) -> list[LineUp]:
        """Return the batch's line-ups: bots that have to go first, then the most informative pairs."""
        free = set(range(len(self._stakes)))
        late, new = self._list_late(), self._list_new()
        seated: list[list[int]] = []
        for head in [*late, *new, *self._rank_heads()]:
            if len(seated) == self._terms.tables:
                break
            table = self._make_table(head, free, [late, new]) if head in free else None
            if table:
                free -= set(table)
                seated.append(table)
        return [self._make_line_up(table, seed) for table in seated]

    def _list_late(self) -> list[int]:
        """Return the places of players that have waited `Terms.longest` batches or more, longest wait first."""
        boards, waited = self._knowledge.boards, self._waited
        late = [place for place, wait in enumerate(waited) if wait >= self._terms.longest]
        return sorted(late, key=lambda place: (-waited[place], boards[place], place))

    def _list_new(self) -> list[int]:
        """Return the places of players with fewer than `Terms.least` boards, fewest first."""
        boards, waited = self._knowledge.boards, self._waited
        new = [place for place, count in enumerate(boards) if count < self._terms.least]
        return sorted(new, key=lambda place: (boards[place], -waited[place], place))

    def _rank_heads(self) -> list[int]:
        best = [0.0] * len(self._stakes)
        for one, other in combinations(range(len(best)), 2):
            if self._stakes[one].isdisjoint(self._stakes[other]):
                gain = self._knowledge.information(one, other)
                best[one], best[other] = max(best[one], gain), max(best[other], gain)
        return sorted(range(len(best)), key=lambda place: (-best[place], place))

    def _make_table(self, head: int, free: set[int], first: Sequence[Sequence[int]]) -> list[int] | None:
        """Return a table with player *head*; None if too few of the *free* players may meet it.

        *first*: groups of players that are seated before others.
        """
        table = [head]
        while len(table) < self._table.bots:
            taken = frozenset[int]().union(*(self._stakes[place] for place in table))
            others = [place for place in sorted(free) if taken.isdisjoint(self._stakes[place])]
            if not others:
                return None
            waiting = next(filter(None, ([place for place in others if place in group] for group in first)), others)
            gains = {place: sum(self._knowledge.information(place, other) for other in table) for place in waiting}
            table.append(max(waiting, key=lambda place: (gains[place], -place)))
        return table

    def _make_line_up(self, table: Sequence[int], seed: str) -> LineUp:
        """Return the line-up of a table; its first circular order depends on seed and players alone."""
        places = tuple(sorted(table))
        lot = int.from_bytes(derive("arena-ladder-v1", seed, self._table.variant, *places)[:8], "little")
        kinds = len(circular_orders(len(places) - 1))
        return LineUp(places, self._terms.boards, _turn_from(lot % kinds, kinds))


@cache
def _turn_from(lot: int, kinds: int) -> tuple[int, ...]:
    return tuple((lot + turn) % kinds for turn in range(kinds))


class Knowledge:
    """The information that closed boards contain on strengths.

    *boards*: of each of *players*. *strength*: of each, near the maximum of the quasi-likelihood (`bradley_terry.py`),
    with mean 0.
    """

    def __init__(self, players: Sequence[int], tallies: Sequence[LineUpTally]) -> None:
        place = {player: index for index, player in enumerate(players)}
        self.boards = [0] * len(players)
        self._met: Counter[Pair] = Counter()
        self._scores: dict[Pair, float] = defaultdict(float)  # sum of board scores of the pair's first player
        for tally in tallies:
            for player in tally.players:
                if player in place:
                    self.boards[place[player]] += tally.boards
            for (one, other), halves in zip(combinations(tally.players, 2), tally.halves, strict=True):
                if one in place and other in place:
                    self._add(place[one], place[other], tally.boards, halves / tally.most)
        self.strength = self._fit()
        self._weight = self._sum_weights()

    def _add(self, one: int, other: int, boards: int, score: float) -> None:
        pair = (min(one, other), max(one, other))
        self._met[pair] += boards
        self._scores[pair] += score if one < other else boards - score

    def information(self, one: int, other: int) -> float:
        """Return the information, in nats, of one more board of two players on their difference of strengths.

        It is log(1 + v p (1 - p)) / 2, with p the expected score and v the variance of the difference. Here 1/v = w +
        1/(1/(I - w) + 1/(J - w)). In this, w is the information of their own meetings, I and J of all meetings.
        """
        chance = expected_score(self.strength[one] - self.strength[other])
        own = self._met[min(one, other), max(one, other)] * chance * (1 - chance)
        around = 1 / (1 / (self._weight[one] - own) + 1 / (self._weight[other] - own))
        return log1p(chance * (1 - chance) / (own + around)) / 2

    def _fit(self) -> list[float]:
        strength = [0.0] * len(self.boards)
        for _ in range(STEPS):
            slope = [0.5 - expected_score(each) for each in strength]
            bend = [VIRTUAL] * len(strength)
            for (i, j), boards in self._met.items():
                p = expected_score(strength[i] - strength[j])
                surplus, weight = self._scores[i, j] - boards * p, boards * p * (1 - p)
                slope[i], slope[j] = slope[i] + surplus, slope[j] - surplus
                bend[i], bend[j] = bend[i] + weight, bend[j] + weight
            strength = [
                each + max(-1.0, min(1.0, up / (2 * curve)))  # half the step, since all players move at once
                for each, up, curve in zip(strength, slope, bend, strict=True)
            ]
        return strength

    def _sum_weights(self) -> list[float]:
        weight = [VIRTUAL] * len(self.boards)
        for (i, j), boards in self._met.items():
            p = expected_score(self.strength[i] - self.strength[j])
            weight[i] += boards * p * (1 - p)
            weight[j] += boards * p * (1 - p)
        return weight
