"""What came of a worker's batches since its last mark, kept as it went out: rows are looked at when a worker dies."""

from collections import deque
from collections.abc import Iterator

from arena.wire.columns.frame import attempts_of, read_actions, seats_of
from arena.wire.gen import link_pb2


class KeptBatches:
    """The ColumnsAnswered of one worker's stream, in order, each with whom it asked."""

    def __init__(self) -> None:
        self._kept: deque[tuple[bytes, link_pb2.ColumnsAnswered]] = deque()
        self._first = 0  # how many went before these

    def add(self, asked: bytes, outcome: link_pb2.ColumnsAnswered) -> None:
        """*outcome* goes out; *asked* is the head of its batch, empty where nothing came of it."""
        self._kept.append((asked, outcome))

    def forget(self, answered: int) -> None:
        """The first *answered* of the stream are in the journals."""
        while self._kept and self._first < answered:
            self._kept.popleft()
            self._first += 1

    def rows(self) -> Iterator[tuple[int, link_pb2.Answered]]:
        """What came of each row, with its seat id; from then on it is the seats' to keep."""
        self._first += len(self._kept)
        while self._kept:
            asked, outcome = self._kept.popleft()
            if asked:
                yield from _rows(asked, outcome)


def _rows(asked: bytes, outcome: link_pb2.ColumnsAnswered) -> Iterator[tuple[int, link_pb2.Answered]]:
    seat_ids, numbers = seats_of(asked)
    is_answered = outcome.WhichOneof("outcome") == "actions"
    codes = read_actions(outcome.actions, len(seat_ids)) if is_answered else [0] * len(seat_ids)
    for seat_id, number, attempt, code in zip(seat_ids, numbers, attempts_of(asked), codes, strict=True):
        row = link_pb2.Answered(seat_id=seat_id, number=number, attempt=attempt)
        row.think_us, row.net_us = outcome.think_us, outcome.net_us
        if is_answered:
            row.code = code
        else:
            row.timed_out.CopyFrom(outcome.timed_out)
        yield seat_id, row
