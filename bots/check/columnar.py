"""A batch of columns, as it is sent (docs/reference/columns.md)."""

from typing import Final, NamedTuple

from arena.wire.gen import seat_pb2

MOVE_US: Final = 5_000_000
BANK_US: Final = 60_000_000


class Batch(NamedTuple):
    """A batch, and its rows' seats; sent again, it is the same."""

    number: int
    data: bytes
    seat_ids: tuple[int, ...]

    def message(self) -> seat_pb2.ToBot:
        """Return the message that asks it."""
        return seat_pb2.ToBot(columns=seat_pb2.Columns(batch=self.number, data=self.data))
