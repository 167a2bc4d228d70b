"""Outcomes of a worker's batches since its last mark, kept whole until they are journalled."""

from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from arena.wire.columns.frame import ACTION_BYTES, attempts_of, read_actions, seats_of
from arena.wire.gen import link_pb2

MOST_BYTES: Final = 64_000_000  # of one worker's stream: several million rows
EACH_BYTES: Final = 400  # beside its contents, what a batch takes


class KeptRow(NamedTuple):
    """A row with an outcome. A second of play may have a million of them."""

    number: int
    attempt: int
    outcome: link_pb2.ColumnsAnswered
    row: int

    def answered(self, seat_id: int) -> link_pb2.Answered:
        """The row's outcome, as a message for its seat."""
        outcome = self.outcome
        answered = link_pb2.Answered(seat_id=seat_id, number=self.number, attempt=self.attempt)
        answered.think_us, answered.net_us = outcome.think_us, outcome.net_us
        if outcome.WhichOneof("outcome") == "timed_out":
            answered.timed_out.CopyFrom(outcome.timed_out)
        else:
            (answered.code,) = read_actions(outcome.actions[self.row * ACTION_BYTES :][:ACTION_BYTES], 1)
        return answered


class KeptBatches:
    """The ColumnsAnswered of one worker's stream, in order, each with whom it asked."""

    def __init__(self) -> None:
        self._kept: deque[tuple[bytes, link_pb2.ColumnsAnswered]] = deque()
        self._first = 0  # how many went before these
        self._bytes = 0

    @property
    def is_full(self) -> bool:
        """Whether nothing more is to be asked until some is marked: Postgres is away, and journals wait."""
        return self._bytes >= MOST_BYTES

    def add(self, asked: bytes, outcome: link_pb2.ColumnsAnswered) -> None:
        """*outcome* goes out; *asked* is the head of its batch, empty where nothing came of it."""
        self._kept.append((asked, outcome))
        self._bytes += _size(asked, outcome)

    def forget(self, answered: int) -> None:
        """Forget the first *answered* outcomes of the stream: they are journalled."""
        while self._kept and self._first < answered:
            self._take()

    def rows_of(self, seat_ids: frozenset[int], answered: int) -> Iterator[tuple[int, KeptRow]]:
        """Of the first *answered* of the stream each row of these seats that something came of, with its seat id."""
        for asked, outcome in islice(self._kept, max(0, answered - self._first)):
            if asked and not seat_ids.isdisjoint(seats_of(asked)[0]):
                yield from (row for row in _rows(asked, outcome) if row[0] in seat_ids)

    def rows(self) -> Iterator[tuple[int, KeptRow]]:
        """Each row that something came of, with its seat id; from then on it is the seats' to keep."""
        while self._kept:
            asked, outcome = self._take()
            if asked:
                yield from _rows(asked, outcome)

    def _take(self) -> tuple[bytes, link_pb2.ColumnsAnswered]:
        self._first += 1
        asked, outcome = self._kept.popleft()
        self._bytes -= _size(asked, outcome)
        return asked, outcome


def _size(asked: bytes, outcome: link_pb2.ColumnsAnswered) -> int:
    return len(asked) + len(outcome.actions) + EACH_BYTES


def _rows(asked: bytes, outcome: link_pb2.ColumnsAnswered) -> Iterator[tuple[int, KeptRow]]:
    seat_ids, numbers = seats_of(asked)
    for row, attempt in enumerate(attempts_of(asked)):
        yield seat_ids[row], KeptRow(numbers[row], attempt, outcome, row)
