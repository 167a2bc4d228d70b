"""What a stream writes of its queue, over a real socket."""

import asyncio
from collections.abc import Callable
from typing import Any

from arena.wire.gen import seat_pb2
from bots.sdk.seats.session import Answer, Reply
from bots.sdk.streams.stream import Stream
from tests.bots.arena import arena, at

LAST = 99


class Mute:
    """A thinker that nothing is brought to."""

    def soon(self, callback: Callable[[], object]) -> None:
        asyncio.get_running_loop().call_soon(callback)

    def begin(self, stream: Stream) -> None:
        pass


def answer(seat_id: int) -> Answer:
    return Answer(seat_id, 1, 9, b"")


async def written(*replies: Reply) -> list[tuple[str | None, list[int]]]:
    """Return each message of a stream that had *replies* to send from the start, with the seats or the batch in it."""
    messages: list[tuple[str | None, list[int]]] = []
    thinker: Any = Mute()
    async with arena() as there:
        stream = Stream(at(there.address)[0], "token", seat_pb2.Hello(), thinker, lambda _: None)
        for reply in (*replies, answer(LAST)):
            stream.post(reply)
        running = asyncio.ensure_future(stream.run())
        line = await there.joined()
        while not messages or LAST not in messages[-1][1]:
            message = await line.read()
            answered = [each.seat_id for each in message.answers.answers]
            ids = answered or [message.resign.seat_id or message.column_answers.batch]
            messages.append((message.WhichOneof("message"), ids))
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    return messages


async def test_answers_queued_before_a_resignation_or_a_batch_go_out_before_it() -> None:
    columns = seat_pb2.ColumnAnswers(batch=5, actions=b"two")
    assert await written(answer(1), answer(2), seat_pb2.Resign(seat_id=3), answer(4), columns) == [
        ("answers", [1, 2]),
        ("resign", [3]),
        ("answers", [4]),
        ("column_answers", [5]),
        ("answers", [LAST]),
    ]
