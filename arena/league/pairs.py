"""Seat the members of a pair at their side's seats."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from arena.league.errors import BadBoardError

Who = TypeVar("Who", int, str)  # players by id or by name


def sitting(line_up: Sequence[int], pairs: Mapping[int, Sequence[int]], turn: int) -> list[int] | None:
    """Return the bots in the sides' first seats, then in their second seats; None without a pair in the line-up.

    *pairs*: the members of each pair by its id; *turn*: how many boards the line-up had before. Rotation r puts both
    seats of side j at the sides' places (j + r) mod 2. So on every board each bot has either opponent at its left once.
    Members change seats from board to board, and in every second pair of boards one side changes against the other.
    Over two boards each bot sits on every seat once, over four it has held every opponent's cards.
    """
    if pairs.keys().isdisjoint(line_up):
        return None
    if len(line_up) != 2:
        raise ValueError(f"line-up {tuple(line_up)}: a pair is in it, and not two sides meet")
    seats: tuple[list[int], list[int]] = ([], [])
    for side, entrant in enumerate(line_up):
        members = pairs.get(entrant, (entrant, entrant))
        crossed = (turn + side * (turn >> 1)) % 2
        for seat, sitters in enumerate(seats):
            sitters.append(members[seat ^ crossed])
    return seats[0] + seats[1]


def seat_order(sitters: Sequence[Who], sides: int, rotation: int) -> list[Who]:
    """Return the bot in each seat before a "draw".

    Rotation r puts player j of a line-up at (j + r) mod n, with n *sides*, each of which has every n-th seat.
    *sitters*: the bots in the sides' first seats, then in the second ones.
    """
    return [
        sitters[first + (seat - rotation) % sides] for first in range(0, len(sitters), sides) for seat in range(sides)
    ]


def entrants_by_seat(line_up: Sequence[int], sitters: Sequence[int] | None, seated: Sequence[int]) -> list[int]:
    """Return the entrant that each of *seated* sits for, given *sitters* of `sitting`.

    Raises `BadBoardError` if others sat down.
    """
    if sitters is None:
        return list(seated)
    if sorted(seated) != sorted(sitters):
        raise BadBoardError(f"line-up {list(line_up)} seats bots {list(sitters)}, but {list(seated)} sat down")
    return [line_up[sitters.index(bot) % len(line_up)] for bot in seated]
