"""Messages that are handed on in the callback that reads them, and written there."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, cast

import grpc
import pytest
from grpc import StatusCode

from arena.rpc import Broken, Ended, Status
from tests.rpc.pairs import Client, Handlers, ending, our_client, our_server, whole


class Enough(Exception):
    """What a listener raises."""


async def switch(_requests: object, context: Any) -> None:
    """Answers by a listener up to `stop`, and reads from there on."""

    def listen(message: bytes) -> float:
        if message == b"stop":
            raise Enough
        assert context.write_at_once(b"heard " + message)
        return 0.001 if message == b"pause" else 0

    try:
        await context.hear(listen)
    except Enough:
        while (message := await context.read()) is not None:
            await context.write(b"read " + message)


async def hang_up(_requests: object, context: Any) -> None:
    """A listener that ends the call, and then fails."""

    def listen(message: bytes) -> float:
        if message == b"stop":
            context.finish(Status(StatusCode.DATA_LOSS))
            raise Enough
        assert context.write_at_once(message)
        return 0

    with pytest.raises(Broken):
        await context.hear(listen)
    raise Broken("of another call")


async def large(_requests: object, context: Any) -> None:
    """What does not fit into a frame is not written at once, not even its beginning."""
    await context.write(b"begun")
    assert not context.write_at_once(b"x" * 20_000_000)
    assert context.write_at_once(b"done")
    await context.hear(lambda _: 0)


HANDLERS: Handlers = {
    name: grpc.stream_stream_rpc_method_handler(cast(Any, behaviour))
    for name, behaviour in {"Switch": switch, "HangUp": hang_up, "Large": large}.items()
}


@pytest.fixture
async def client() -> AsyncIterator[Client]:
    async with our_server(HANDLERS) as address, our_client(address) as client:
        yield client


async def test_a_listener_hears_all_in_order(client: Client) -> None:
    messages = [b"pause" if number % 40 == 7 else b"%d" % number for number in range(200)]
    assert await whole(client.call("Switch"), *messages) == [b"heard " + message for message in messages]


async def test_who_has_stopped_listening_reads_the_rest(client: Client) -> None:
    talk = client.call("Switch")
    for message, answer in ((b"a", b"heard a"), (b"stop", None), (b"b", b"read b"), (b"stop", b"read stop")):
        await talk.write(message)
        await asyncio.sleep(0.001)
        if answer:
            assert await talk.read() == answer
    await talk.half_close()
    assert await talk.read() is None
    assert await whole(client.call("Switch"), b"a", b"stop", b"b") == [b"heard a", b"read b"]


async def test_a_listener_that_fails_as_the_call_ends(client: Client) -> None:
    talk = client.call("HangUp")
    await talk.write(b"a")
    assert await talk.read() == b"a"
    await talk.write(b"stop")
    with pytest.raises(Ended, match="DATA_LOSS"):
        await talk.read()


async def test_what_does_not_fit_is_not_begun(client: Client) -> None:
    assert await whole(client.call("Large")) == [b"begun", b"done"]


async def test_our_client_listens(client: Client) -> None:
    talk: Any = client.call("Switch")
    call, heard = talk._call, []

    def listen(message: bytes) -> float:
        heard.append(message)
        return 0

    hearing = asyncio.create_task(call.hear(listen))
    for number in range(100):
        assert call.write_at_once(b"%d" % number)
    call.done_writing()
    await hearing
    assert heard == [b"heard %d" % number for number in range(100)]
    assert not call.write_at_once(b"late")
    assert (await ending(client.call("Nothing"))).code is StatusCode.UNIMPLEMENTED
