"""Choose the line-ups of a round robin: all possible ones, or those of a cyclic design."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import comb, factorial, gcd

from arena.league.designs.base_blocks import base_of, boards_of, shifts
from arena.league.designs.lineups import LineUp, Table
from arena.league.designs.neighbours import Circle, had_by_order, seat_evenly
from arena.league.entrants import Entrant, may_meet, most_that_may_meet, stakes_of
from arena.league.errors import TooFewEntrantsError
from arena.league.seeds.epochs import derive

FEW = 1000  # up to this number of line-ups of a table, all play: 12 bots at four seats have 495, 16 have 1820
MANY = 1_000_000  # boards; larger numbers are estimated, not planned


def line_ups(
    entrants: Sequence[Entrant],
    table: Table,
    boards: int,
    seed: str,
    allow_same_owner: bool,
    late: int = 0,
    sat: Mapping[Circle, int] = {},
    now: int = 0,
) -> list[LineUp]:
    """Return the line-ups of *table*. Raises `TooFewEntrantsError` if no line-up is possible.

    If all line-ups play, each has *boards* boards; otherwise every two bots meet about *boards* times. Line-ups of bots
    that may not meet are left out, and then a design is not fully balanced. *late*: how many of the last entrants came
    later: each meets earlier ones as if it had been there. *sat*: existing boards by circular order; the new boards
    continue these. *now*: the part of *boards* that is new, by which a design grows.
    """
    first = len(entrants) - late
    stakes = stakes_of(entrants, allow_same_owner)
    _check_numbers(stakes[:first], table, allow_same_owner)
    listed: list[LineUp] = []  # line-ups that are given even left neighbours below
    designed: list[LineUp] = []
    if are_few(first, table.bots):
        listed = [LineUp(places, boards) for places in combinations(range(first), table.bots)]
    else:
        order = shuffle_places(range(first), table, seed)
        designed = [each for block in base_of(order, table.bots, boards, sat, now) for each in shifts(block, order)]
    for place in range(first, len(entrants)):
        if are_few(place + 1, table.bots):
            listed += [LineUp((*each, place), boards) for each in combinations(range(place), table.bots - 1)]
        else:
            listed += _spread_latecomer(place, table, boards, seed)
    if not may_meet(stakes, range(len(entrants))):
        listed = [each for each in listed if may_meet(stakes, each.places)]
        designed = [each for each in designed if may_meet(stakes, each.places)]
    return _even_out_orders(listed, first, sat) + designed


def are_few(entrants: int, bots: int) -> bool:
    """Return whether all line-ups play; with two sides always, as no design needs fewer for all meetings."""
    return bots == 2 or comb(entrants, bots) <= FEW


def most_boards(entrants: int, bots: int, boards: int, fixed: int = 0) -> int:
    """Return the boards of a table if everybody may meet everybody; large numbers are estimated.

    *bots*: players of a line-up, of *entrants*. *fixed*: others who sit at every table.
    """
    if are_few(entrants, bots):
        return comb(entrants, bots) * boards
    least = boards * entrants * (entrants - 1) // (bots * (bots - 1))
    return least if least > MANY else boards_of(entrants, bots, boards, fixed)


def shuffle_places(places: Sequence[int], table: Table, seed: str) -> list[int]:
    """Return *places* in an order that depends on the seed and not on the order of entry."""
    return sorted(places, key=lambda place: derive("arena-design-v1", seed, table.variant, place))


def _even_out_orders(listed: list[LineUp], entrants: int, sat: Mapping[Circle, int]) -> list[LineUp]:
    """Return the line-ups with circular orders such that left neighbours are even.

    If these are all line-ups of *entrants* and no board exists, shifts of base blocks are tried first.
    """
    if not listed or len(listed[0].places) == 2:
        return listed
    if not sat and len(listed) == comb(entrants, len(listed[0].places)):
        by_orbits = _shift_orbits(listed, entrants)
        if by_orbits:
            return by_orbits
    return seat_evenly(listed, [had_by_order(each, sat) for each in listed]).line_ups


def _shift_orbits(listed: list[LineUp], entrants: int) -> list[LineUp]:
    """Return all line-ups as shifts of base blocks; [] if their left neighbours cannot be even.

    Shifts are modulo the number of entrants, or of all but the last. There are far fewer base blocks than line-ups, so
    even counts are found quickly if they exist.
    """
    bots, boards = len(listed[0].places), listed[0].boards
    if boards % factorial(bots - 1) == 0:
        return listed  # whole turns of all orders are even anyway
    modulo = entrants if gcd(entrants, bots) == 1 else entrants - 1
    if gcd(modulo, bots) > 1 or (modulo < entrants and gcd(modulo, bots - 1) > 1):
        return []  # a shift would map some line-ups to themselves
    blocks: dict[tuple[int, ...], LineUp] = {}
    for line_up in listed:
        shifted = ([(p + shift) % modulo if p < modulo else p for p in line_up.places] for shift in range(modulo))
        least = tuple(min(sorted(places) for places in shifted))
        blocks.setdefault(least, LineUp(least, boards))
    seating = seat_evenly(list(blocks.values()), modulo=modulo)
    last = tuple(range(modulo, entrants))
    whole = [each for block in seating.line_ups for each in shifts(block, range(modulo), last)]
    return whole if seating.is_even else []


def _spread_latecomer(place: int, table: Table, boards: int, seed: str) -> Iterator[LineUp]:
    """Yield line-ups in which the late entrant *place* meets all earlier ones *boards* times."""
    met: Counter[tuple[int, ...]] = Counter()
    size = table.bots - 1
    for turn in range(boards):
        parts = (turn, place)
        others = sorted(range(place), key=lambda other: derive("arena-late-v1", seed, table.variant, *parts, other))
        others += others[: -place % size]  # repeat some players to fill the last line-up
        met.update(tuple(sorted(others[start : start + size])) for start in range(0, place, size))
    for each, count in sorted(met.items()):
        yield LineUp((*each, place), count)


def _check_numbers(stakes: Sequence[frozenset[int]], table: Table, allow_same_owner: bool) -> None:
    able = most_that_may_meet(stakes)
    if able < table.bots:
        lets = "bots of one owner may not meet; --allow-same-owner lets them"
        if any(len(own) > 1 for own in stakes):
            why = "each two have a bot in common" if allow_same_owner else f"each two have an owner in common ({lets})"
            raise TooFewEntrantsError(f"{table.variant} needs two who may meet, and no two may: {why}")
        what = "bots" if allow_same_owner else f"owners ({lets})"
        raise TooFewEntrantsError(
            f"{table.variant} needs {table.bots} {what}, there are {able}; add bots, also house bots"
        )
