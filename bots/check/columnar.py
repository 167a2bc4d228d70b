"""A batch of columns, as a process is asked it (docs/reference/columns.md)."""

from typing import Final, NamedTuple

from arena.wire.gen import seat_pb2

MOVE_US: Final = 5_000_000
BANK_US: Final = 60_000_000


class Batch(NamedTuple):
    """A batch as it is sent, and the ids of its rows' seats. Sent again after a break, it is the same."""

    number: int
    data: bytes
    seat_ids: tuple[int, ...]

    def message(self) -> seat_pb2.ToBot:
        """To the bot."""
        return seat_pb2.ToBot(columns=seat_pb2.Columns(batch=self.number, data=self.data))
