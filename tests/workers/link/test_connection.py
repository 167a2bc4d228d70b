import asyncio
import time

import pytest
import uvloop

from arena.wire import framed
from arena.wire.address import LINK, address_for_secrets
from tests.workers.gateway import SECRET, ScriptedGateway, serving
from workers.link import connection
from workers.link.connection import Connection, dial


async def test_a_worker_that_is_itself_busy_does_not_take_it_for_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "CONNECT_WITHIN", 0.3)
    monkeypatch.setattr(connection, "LOOKS", 100)  # each turn of a starved loop may use one up
    async with serving(ScriptedGateway()) as gateway:
        asyncio.get_running_loop().call_soon(time.sleep, 0.5)
        line = await dial(gateway.address, SECRET, lambda message: None, lambda: None)
        line.abort("the test ends")
        await line.over


def test_a_dial_that_is_given_up_sends_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here uvloop closes a stream of which it has already told."""
    monkeypatch.setattr(framed, "BEAT", 0.01)
    failed: list[object] = []
    dialling: list[asyncio.Task[Connection]] = []

    class GivenUp(Connection):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            dialling[0].cancel()

        def beat(self) -> bytes:
            failed.append("a beat")
            return b""

    async def give_up() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: failed.append(context))
        async with serving(ScriptedGateway()) as gateway:
            line = GivenUp(SECRET, lambda message: None, lambda: None)
            address = address_for_secrets(gateway.address, scheme=LINK)
            dialling.append(asyncio.create_task(connection._let_in(address, line)))
            with pytest.raises(asyncio.CancelledError):
                await dialling[0]
            await asyncio.sleep(0.05)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(give_up())
    assert not failed
