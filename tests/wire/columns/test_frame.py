import random

import pytest

from arena.rules import configure, new_game
from arena.wire.columns.frame import columns_bytes, read_actions, seats_of, write_actions
from arena.wire.columns.pack import Columns
from arena.wire.gen import seat_pb2


def test_seats_are_read_from_a_batch() -> None:
    rules = configure("spades-4")
    columns = Columns(rules)
    ids = [2**63 - 1 - row for row in range(5)]
    for row, seat_id in enumerate(ids):
        columns.add(new_game(rules, random.Random(row).randbytes(32)), seat_id, row + 1, 0, 5_000_000, 10**18)
    assert len(columns) == 5
    data = columns.take()
    assert len(columns) == 0
    assert seats_of(data) == (tuple(ids), (1, 2, 3, 4, 5))
    assert seats_of(columns.take()) == ((), ())


def test_actions_are_as_many_as_rows() -> None:
    actions = [0, 54, 2**62, -1]
    assert read_actions(write_actions(actions), 4) == actions


@pytest.mark.parametrize("size", [0, 1, 127, 128, 70_000])
def test_a_batch_is_the_message_that_protobuf_reads(size: int) -> None:
    data = bytes(range(256)) * 300
    for batch in (0, 1, 2**62 + 12345):
        message = seat_pb2.ToBot.FromString(columns_bytes(batch, data[:size]))
        assert message == seat_pb2.ToBot(columns=seat_pb2.Columns(batch=batch, data=data[:size]))
