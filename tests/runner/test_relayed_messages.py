"""What a runner passes on between the arena and a seat's process."""

import asyncio
import socket

from arena.wire.gen import link_pb2, seat_pb2
from bots.sdk.seats.session import Answer, Reply
from runner.seats.process import frame_message, read_frame
from runner.seats.seat import Seat
from tests.runner.conftest import Quiet


class One:
    """Starts one such process, and keeps its end of the socket."""

    def __init__(self) -> None:
        self.started = asyncio.Event()

    async def start(self, seat_id: int, channel: socket.socket, move_us: int) -> Quiet:
        self.line = channel.dup()
        self.process = Quiet()
        self.started.set()
        return self.process


async def test_verdicts_go_to_the_process_and_its_flag_to_the_arena() -> None:
    starter, posted = One(), asyncio.Queue[Reply]()
    seat = Seat(5, starter, posted.put_nowait, lambda _: None, lambda _: None)
    running = asyncio.ensure_future(seat.run())
    verdict = seat_pb2.Verdict(seat_id=5, number=1, infraction=seat_pb2.INFRACTION_KIND_TIMEOUT)
    seat.judge(verdict)
    decision = link_pb2.DecisionEnvelope(number=2).SerializeToString()
    turn = link_pb2.TurnEnvelope(decision=decision).SerializeToString()
    seat.tell(link_pb2.UpdateEnvelope(seat_id=5, turn=turn, clock=seat_pb2.Clock(move_us=60_000_000)))
    await starter.started.wait()
    reader, writer = await asyncio.open_connection(sock=starter.line)
    first, second = [link_pb2.ToBotEnvelope.FromString(await read_frame(reader) or b"") for _ in range(2)]
    assert list(first.verdicts.verdicts) == [verdict.SerializeToString()]
    assert second.batch.updates[0].turn == turn
    answer = seat_pb2.Answer(seat_id=5, number=2, replaced=True)
    message = seat_pb2.ToArena(answers=seat_pb2.Answers(answers=[answer]))
    writer.write(frame_message(message.SerializeToString()))
    reply = await posted.get()
    assert isinstance(reply, Answer)
    assert (reply.number, reply.replaced) == (2, True)
    seat.tell(link_pb2.UpdateEnvelope(seat_id=5, game_over=seat_pb2.GameOver(rank=1).SerializeToString()))
    starter.process.stop()
    await running
    writer.close()
