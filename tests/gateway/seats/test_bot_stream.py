from arena.gateway.seats.bot_stream import LINE_BYTES, LONGEST_SILENCE, OPEN_PINGS, SILENT_BEATS, BotStream
from arena.gateway.seats.instances import Instance
from arena.gateway.seats.row_delivery import RowDelivery
from arena.gateway.seats.seat import Seat
from arena.gateway.seats.timekeeper import Timekeeper
from arena.wire.gen import link_pb2


def a_seat() -> Seat:
    return Seat(link_pb2.SeatOpen(seat_id=1, version_id=7), lambda seat, _: RowDelivery(seat, Timekeeper()))


def stream_of() -> BotStream:
    return BotStream(Instance(7, "instance-1"), "ash@1", Timekeeper())


def next_of(stream: BotStream) -> link_pb2.ToBotEnvelope | None:
    """What is written next."""
    data = stream._gather()
    return None if data is None else link_pb2.ToBotEnvelope.FromString(data)


async def test_pings_that_are_never_answered_are_not_kept() -> None:
    stream = stream_of()
    for _ in range(OPEN_PINGS):
        for _ in range(4):
            stream.beat()
            last = next_of(stream)
        assert last
        assert stream.pong(last.ping.nonce) == []
    assert len(stream._pings) <= OPEN_PINGS
    assert not stream.infractions


async def test_a_bot_that_answers_no_ping_is_cut() -> None:
    stream = stream_of()
    for _ in range(SILENT_BEATS):
        stream.beat()
        next_of(stream)
        assert not stream.cut.done()
    stream.beat()
    assert stream.infractions == {"silent": 1}


async def test_a_slow_line_has_time_for_what_comes_before_the_ping() -> None:
    stream = stream_of()
    stream.beat()
    first = next_of(stream)
    assert first
    stream.push(a_seat(), "turn", bytes(5 * LINE_BYTES))
    next_of(stream)  # being written, and written, and written
    for _ in range(SILENT_BEATS + 4):
        stream.beat()
    assert not stream.cut.done()
    ping = next_of(stream)
    assert ping
    assert ping.HasField("ping")
    assert next_of(stream) is None, "one ping that waits is enough"
    stream.pong(first.ping.nonce)  # as it is on its way: it has read nothing of the large one
    for _ in range(SILENT_BEATS + 5):
        assert not stream.cut.done()
        stream.beat()
    stream.beat()
    assert stream.cut.done()


async def test_nobody_is_waited_for_for_ever() -> None:
    stream = stream_of()
    stream.push(a_seat(), "turn", bytes(2 * LONGEST_SILENCE * LINE_BYTES))
    next_of(stream)
    for _ in range(LONGEST_SILENCE):
        stream.beat()
    assert not stream.cut.done()
    stream.beat()
    assert stream.cut.done()


async def test_a_pong_confirms_the_game_overs_that_were_read() -> None:
    stream, seat = stream_of(), a_seat()
    stream.beat()
    next_of(stream)
    stream.push(seat, "game_over", b"first")
    next_of(stream)
    stream.push(seat, "game_over", b"another")  # its end was played again
    stream.beat()
    ping = next_of(stream)
    assert ping
    assert stream.pong(ping.ping.nonce) == [(seat, b"first")]
