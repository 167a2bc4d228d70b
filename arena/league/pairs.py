"""Seat the two bots of a pair in the seats of their side."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from arena.league.errors import BadBoardError

Who = TypeVar("Who", int, str)  # a bot by id or by name


def sitting(line_up: Sequence[int], pairs: Mapping[int, Sequence[int]], turn: int) -> list[int] | None:
    """Return the bots in the sides' first seats, then in their second seats; None if no pair plays.

    *pairs*: the bots of each pair, by the pair's id. *turn*: earlier boards of this line-up. Rotation r moves side j to
    place (j + r) mod 2, so on every board each bot has either opponent at its left once. The bots of a pair change
    seats from board to board, and in every second two boards one side changes against the other. So over two boards
    each bot sits in every seat once, and over four boards it has held every opponent's cards.
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
    """Return the bot in each seat of a game, before a "draw" of seats.

    *sitters*: the bots in the sides' first seats, then in their second seats. Rotation r moves side j of n *sides* to
    place (j + r) mod n; a side has every n-th seat.
    """
    return [
        sitters[first + (seat - rotation) % sides] for first in range(0, len(sitters), sides) for seat in range(sides)
    ]


def entrants_by_seat(line_up: Sequence[int], sitters: Sequence[int] | None, seated: Sequence[int]) -> list[int]:
    """Return the entrant for which the bot in each seat plays.

    *sitters*: the result of `sitting`. *seated*: the bot in each seat. Raises `BadBoardError` if other bots sat down.
    """
    if sitters is None:
        return list(seated)
    if sorted(seated) != sorted(sitters):
        raise BadBoardError(f"line-up {list(line_up)} seats bots {list(sitters)}, but {list(seated)} sat down")
    return [line_up[sitters.index(bot) % len(line_up)] for bot in seated]
