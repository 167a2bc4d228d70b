"""Seats whose game is over; the arena may repeat a GameOver."""

from typing import Final

REMEMBERED: Final = 10_000


class Ended:
    """The last `REMEMBERED` of these seats."""

    def __init__(self) -> None:
        self._seats: dict[int, None] = {}

    def add(self, seat_id: int) -> bool:
        """Note that the game is over; return False if that was known."""
        if seat_id in self._seats:
            return False
        if len(self._seats) >= REMEMBERED:
            del self._seats[next(iter(self._seats))]
        self._seats[seat_id] = None
        return True

    def begins(self, seat_id: int) -> None:
        """Note that a game begins there, from its start."""
        self._seats.pop(seat_id, None)
