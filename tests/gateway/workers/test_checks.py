"""What a damaged worker says ends its own link, and nothing else."""

import logging

import pytest

from arena.wire.gen import link_pb2, seat_pb2
from tests.gateway.clients import Clients
from tests.gateway.messages import columns_of

NO_TURN = b"\xff"
TWO_ROWS = columns_of((1, 1), (2, 1))


def opening(**fields: object) -> link_pb2.SeatOpen:
    usual = {"seat_id": 1, "version_id": 7, "lease_number": 1, "variant": "spades-4"}
    return link_pb2.SeatOpen(**usual | fields)  # type: ignore[arg-type]


def columns(data: bytes, rows: int, **fields: int) -> link_pb2.ToGateway:
    ask = link_pb2.ColumnAsk(columns=seat_pb2.Columns(batch=1, data=data), rows=rows, **fields)
    return link_pb2.ToGateway(column_asks=[ask])


DAMAGED = {
    "a form that is none": link_pb2.ToGateway(opens=[opening(form=99)]),
    "of a farewell too": link_pb2.ToGateway(pending_game_overs=[link_pb2.PendingGameOver(open=opening(form=-1))]),
    "a seat that no database keeps": link_pb2.ToGateway(opens=[opening(seat_id=2**63)]),
    "a lease number that no database keeps": link_pb2.ToGateway(opens=[opening(lease_number=2**64 - 1)]),
    "an opening that no database keeps": link_pb2.ToGateway(opens=[opening(opening=2**31)]),
    "at the end too": link_pb2.ToGateway(closes=[link_pb2.SeatClose(seat_id=1, lease_number=2**63)]),
    "events that are none": link_pb2.ToGateway(opens=[opening(events=NO_TURN)]),
    "a turn that is none": link_pb2.ToGateway(tells=[link_pb2.Tell(seat_id=1, lease_number=1, turn=NO_TURN)]),
    "a question that is none": link_pb2.ToGateway(asks=[link_pb2.Ask(seat_id=1, lease_number=1, turn=NO_TURN)]),
    "more time than there is": link_pb2.ToGateway(asks=[link_pb2.Ask(seat_id=1, lease_number=1, move_us=2**64 - 1)]),
    "also of a batch": columns(TWO_ROWS, 2, limit_us=2**64 - 1),
    "a batch without a header": columns(b"", 0),
    "other rows than it says": columns(TWO_ROWS, 1),
    "rows that are not there": columns(TWO_ROWS[:20], 2),
    "a mark beyond all answers": link_pb2.ToGateway(column_marks=[link_pb2.ColumnMark(answered=2**64 - 1)]),
}


@pytest.mark.parametrize("damaged", DAMAGED.values(), ids=DAMAGED)
async def test_damage_ends_the_link(
    clients: Clients, damaged: link_pb2.ToGateway, caplog: pytest.LogCaptureFixture
) -> None:
    bot, mad, sane = await clients.seated(), clients.worker(), clients.worker()
    await mad.send(damaged)
    await mad.inbox.end_of_stream()
    await sane.open(seat_id=2)
    await sane.ask(1, seat_id=2)
    await bot.update("turn", seat_id=2)
    await bot.answer(1, 30, seat_id=2)
    assert await sane.card(1, seat_id=2) == 30
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
