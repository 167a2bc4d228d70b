"""Plan Swiss rounds and ladder batches of all variants as additional boards."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from arena.league.designs.lineups import LineUp, Table
from arena.league.entrants import Entrant
from arena.league.ratings.boards import BoardScore
from arena.league.ratings.tally import LineUpTally
from arena.league.schedules.ladder import Terms, next_batch
from arena.league.schedules.schedule import Met, Schedule, boards_each
from arena.league.schedules.swiss import next_round

MAX_TABLES = 32  # tables of a ladder's batch, unless its settings give a number


def swiss_schedule(
    entrants: Sequence[Entrant],
    here: Sequence[int],
    tables: Sequence[Table],
    boards: int,
    seed: str,
    allow_same_owner: bool,
    played: Sequence[Sequence[Sequence[BoardScore]]],
    had: Mapping[Met, int],
) -> Schedule:
    """Return the next Swiss round of each table, as additional boards. Raises `TooFewEntrantsError`.

    Each table has its own standings. *here*: places of entrants that have not withdrawn. *boards*: for each line-up, or
    their mean if weights are given. *played*: closed boards by table, then by round. *had*: board counts by player set.
    """
    by_table = []
    counts = boards_each(tables, lambda table: max(1, len(here) // table.bots) * boards, boards)
    for index, (table, each) in enumerate(zip(tables, counts, strict=True)):
        own = [entrants[place] for place in here]
        line_ups = next_round(own, table, each, seed, played[index], allow_same_owner).line_ups
        by_table.append([_place(line_up, here, index, had) for line_up in line_ups])
    return Schedule([entrant.id for entrant in entrants], tables, by_table, seed, had)


def ladder_schedule(
    entrants: Sequence[Entrant],
    here: Sequence[Sequence[int]],
    tables: Sequence[Table],
    terms: Terms,
    seed: str,
    allow_same_owner: bool,
    tallies: Sequence[Sequence[LineUpTally]],
    waited: Sequence[Mapping[int, int]],
    had: Mapping[Met, int],
) -> Schedule:
    """Return the next ladder batch of each table, as additional boards; none if nobody can meet.

    *here*: by table, the places of present entrants. *terms* with 0 tables: as many as the bots can fill, at most
    `MAX_TABLES`. *tallies*, *waited*: by table, as in `next_batch`. *had*: existing boards, by set of players.
    """
    by_table = []
    everybody = max([1, *map(len, here)])
    counts = boards_each(tables, lambda table: max(1, everybody // table.bots) * terms.boards, terms.boards)
    for index, (table, each) in enumerate(zip(tables, counts, strict=True)):
        own = [entrants[place] for place in here[index]]
        most = terms.tables or min(MAX_TABLES, len(own) // table.bots)
        own_terms = replace(terms, boards=each, tables=most)
        line_ups = next_batch(own, table, own_terms, seed, tallies[index], waited[index], allow_same_owner)
        by_table.append([_place(line_up, here[index], index, had) for line_up in line_ups])
    return Schedule([entrant.id for entrant in entrants], tables, by_table, seed, had)


def _place(line_up: LineUp, here: Sequence[int], variant: int, had: Mapping[Met, int]) -> LineUp:
    """Return a line-up of indices of *here* as one of places of all entrants; add its existing boards."""
    places = tuple(here[place] for place in line_up.places)
    return replace(line_up, places=places, boards=line_up.boards + had.get((variant, frozenset(places)), 0))
