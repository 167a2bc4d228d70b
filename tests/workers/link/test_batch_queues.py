"""Batches of a queue come back one by one while others are under way."""

import pytest

from arena.gateway.seats.clock import limit_us
from arena.play import Ledger, TimeControl
from arena.rules import new_game
from arena.wire.columns.frame import rows_of, write_actions
from arena.wire.gen import link_pb2 as pb
from tests.workers.link.blocks import rules_of
from workers.link.batch_queues import BatchQueues, question
from workers.link.batches import AHEAD, WORTH_ROWS, BatchQueue
from workers.link.lockstep import DONE, ELSEWHERE, GOES_ON, SLACK_US, Batch, BatchSeat, Run

INSTANCE = 5
SECOND = 1_000_000


def begun(queue: BatchQueue) -> Run:
    """A table whose open decision is a row of *queue*."""
    rules = rules_of()
    ledger = Ledger(new_game(rules, bytes(32)), TimeControl(5 * SECOND, 60 * SECOND))
    seats = [BatchSeat(seat, account) for seat, account in enumerate(ledger.accounts)]
    for batch_seat in seats:
        batch_seat.builder = queue.builder(rules)
    run = Run(ledger, seats, False, lambda: None)
    run.play(False)
    return run


class Under:
    """Two batches under way to one process; `runs` has one table of each."""

    def __init__(self) -> None:
        self.asked: list[pb.ColumnAsk] = []
        self.queues = BatchQueues(self.ask)
        self.queue = self.queues.to(INSTANCE)
        self.runs: list[Run] = []
        for _ in range(2):
            first, *_ = [begun(self.queue) for _ in range(WORTH_ROWS)]
            self.runs.append(first)
            self.queues.flush()
        assert len(self.asked) == 2

    def ask(self, question: list[bytes]) -> None:
        self.asked += pb.ToGateway.FromString(b"".join(question)).column_asks

    def moved(self, batch: int, elapsed_us: int) -> None:
        number = self.asked[batch].columns.batch
        self.queues.answered(pb.ColumnsAnswered(batch=number, moved=True, think_us=elapsed_us))

    def answered(self, batch: int) -> None:
        asked, fallback = self.asked[batch], self.runs[batch].game.fallback()
        actions = write_actions([fallback] * asked.rows)
        self.queues.answered(pb.ColumnsAnswered(batch=asked.columns.batch, actions=actions))


def test_the_time_of_each_batch_that_comes_back_counts() -> None:
    under = Under()
    under.moved(0, 2 * SECOND)
    assert [run.end for run in under.runs] == [ELSEWHERE, GOES_ON]
    under.moved(1, 3 * SECOND)
    assert [run.end for run in under.runs] == [ELSEWHERE] * 2
    assert [run.elapsed_us for run in under.runs] == [2 * SECOND, 3 * SECOND]


def test_a_process_that_is_asked_again_answers_its_old_batch() -> None:
    under = Under()
    under.moved(0, 0)
    assert under.queues.to(INSTANCE) is not under.queue
    under.answered(1)
    assert under.runs[1].end == DONE  # its next row has to find another way
    assert under.runs[1].ledger.entered == 1


def test_a_broken_stream_gives_back_what_an_older_lane_had() -> None:
    under = Under()
    under.moved(0, 0)
    under.queues.close()
    assert under.runs[1].end == ELSEWHERE


def test_a_table_that_is_stopped_is_not_asked() -> None:
    queue = BatchQueue(lambda batch: 1)
    runs = [begun(queue) for _ in range(4)]
    runs[1].stop()
    batches = [queue.builder(rules_of()).take(2) for _ in range(2)]
    assert [batch.runs for batch in batches] == [[runs[0], runs[2]], [runs[3]]]
    assert [rows_of(b"".join(batch.data)) for batch in batches] == [2, 1]
    runs[2].stop()  # its row is under way


@pytest.mark.parametrize("size", [0, 1, 127, 128, 70_000])
def test_a_question_is_what_protobuf_would_make_of_it(size: int) -> None:
    ask = pb.ColumnAsk(instance=2**63, rows=300, limit_us=10**9)
    data = b"".join(question(ask, 2**62, [b"ab", bytes(size)]))
    ask.columns.batch, ask.columns.data = 2**62, b"ab" + bytes(size)
    assert pb.ToGateway.FromString(data) == pb.ToGateway(column_asks=[ask])


def test_a_row_has_as_much_beyond_its_time_as_a_gateway_gives() -> None:
    assert limit_us(0, 0) == SLACK_US


def test_decks_are_shuffled_ahead_for_some_tables_at_a_time() -> None:
    sent: list[Batch] = []

    def send(batch: Batch) -> int:
        sent.append(batch)
        return len(sent)

    queue = BatchQueue(send)
    games = [begun(queue).game for _ in range(AHEAD + 4)]
    while games[0].hand.number == 0:
        queue.flush()
        actions = write_actions([run.game.fallback() for run in sent[-1].runs])
        queue.settle_answers(len(sent), actions, 1, 1)
    assert not any(game.ahead for game in games)
    queue.shuffle_ahead()
    assert sum(bool(game.ahead) for game in games) == AHEAD
    queue.shuffle_ahead()
    assert all(game.ahead for game in games)
