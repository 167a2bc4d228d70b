"""Keep the outcomes of a worker's batches until the worker has journalled them."""

from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from arena.wire.columns.frame import ACTION_BYTES, attempts_of, read_actions, seats_of
from arena.wire.gen import link_pb2

MAX_BYTES = 64_000_000  # for one worker's stream: several million rows; not `Final`, because a test changes it
EACH_BYTES: Final = 400  # memory of a kept batch, besides its contents


class KeptRow(NamedTuple):
    """One decision of an answered batch: the *row* (from 0) of the batch with *outcome*."""

    number: int
    attempt: int
    outcome: link_pb2.ColumnsAnswered
    row: int

    def to_message(self, seat_id: int) -> link_pb2.Answered:
        """Return the outcome of this row as the message for a single seat."""
        outcome = self.outcome
        answered = link_pb2.Answered(seat_id=seat_id, number=self.number, attempt=self.attempt)
        answered.think_us, answered.net_us = outcome.think_us, outcome.net_us
        if outcome.WhichOneof("outcome") == "timed_out":
            answered.timed_out.CopyFrom(outcome.timed_out)
        else:
            (answered.code,) = read_actions(outcome.actions[self.row * ACTION_BYTES :][:ACTION_BYTES], 1)
        return answered


class KeptBatches:
    """The outcomes of one worker's batches, in order, each with the head of its batch."""

    def __init__(self) -> None:
        self._kept: deque[tuple[bytes, link_pb2.ColumnsAnswered]] = deque()
        self._first = 0  # the number of outcomes forgotten so far
        self._bytes = 0

    @property
    def is_full(self) -> bool:
        """Whether the worker's next batches must wait for a mark."""
        return self._bytes >= MAX_BYTES

    @property
    def has_any(self) -> bool:
        """Whether any outcome with rows is kept."""
        return any(asked for asked, _ in self._kept)

    def add(self, asked: bytes, outcome: link_pb2.ColumnsAnswered) -> None:
        """Keep *outcome*. *asked*: the head of its batch (`head_of`); b"" if no row was answered."""
        self._kept.append((asked, outcome))
        self._bytes += _size(asked, outcome)

    def forget(self, answered: int) -> None:
        """Forget the first *answered* outcomes of the worker's stream, which are journalled."""
        while self._kept and self._first < answered:
            self._take()

    def rows_of(self, seat_ids: frozenset[int], answered: int) -> Iterator[tuple[int, KeptRow]]:
        """Yield (seat id, row) for the seats *seat_ids*, from the stream's first *answered* outcomes."""
        for asked, outcome in islice(self._kept, max(0, answered - self._first)):
            if asked and not seat_ids.isdisjoint(seats_of(asked)[0]):
                yield from (row for row in _rows(asked, outcome) if row[0] in seat_ids)

    def rows(self) -> Iterator[tuple[int, KeptRow]]:
        """Yield (seat id, row) for each row of the kept outcomes, and forget them."""
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
