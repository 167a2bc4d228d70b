"""The peer: a bare `grpc.aio` stream between two processes, one message at a time.

`python -m tools.bench.turns.pingpong SECONDS` prints round trips per second of messages of a turn's size.
"""

import asyncio
import subprocess
import sys
import time
from typing import Any, Final

from grpc import aio, method_handlers_generic_handler, stream_stream_rpc_method_handler

QUESTION: Final = b"q" * 64
ANSWER: Final = b"a" * 16


async def serve() -> None:
    """Answer every message, until killed; the port is printed."""

    async def echo(_: object, context: Any) -> None:
        while await context.read() is not aio.EOF:
            await context.write(ANSWER)

    server = aio.server()
    handler: Any = stream_stream_rpc_method_handler(echo)
    server.add_generic_rpc_handlers((method_handlers_generic_handler("bench.Ping", {"Pong": handler}),))
    print(server.add_insecure_port("127.0.0.1:0"), flush=True)
    await server.start()
    await server.wait_for_termination()


async def play(port: str, seconds: float) -> float:
    """Return round trips a second."""
    async with aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        call: Any = channel.stream_stream("/bench.Ping/Pong")()
        rounds, began = -200, 0.0  # the first round trips are not counted
        while not began or time.perf_counter() - began < seconds:
            await call.write(QUESTION)
            await call.read()
            rounds += 1
            if rounds == 0:
                began = time.perf_counter()
        return rounds / (time.perf_counter() - began)


def main(seconds: float) -> None:
    """Run both processes."""
    with subprocess.Popen([sys.executable, "-m", __spec__.name], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        print(asyncio.run(play(server.stdout.readline().strip(), seconds)))
        server.kill()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(float(sys.argv[1]))
    else:
        asyncio.run(serve())
