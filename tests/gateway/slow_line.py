"""A line that takes its time: a TCP proxy whose bytes arrive later than they were sent, each way, in order."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress


@asynccontextmanager
async def slow_line(address: str, delay: float) -> AsyncIterator[str]:
    """The address of a line to *address* that adds *delay* seconds each way."""
    host, _, port = address.rpartition(":")
    lines: set[asyncio.Task[None]] = set()

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection(host, int(port))
        for pair in ((reader, far_writer), (far_reader, writer)):
            lines.add(asyncio.create_task(_carry(*pair, delay)))

    server = await asyncio.start_server(connect, "127.0.0.1", 0)
    try:
        yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        for line in lines:
            line.cancel()
        await asyncio.gather(*lines, return_exceptions=True)


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, delay: float) -> None:
    loop = asyncio.get_running_loop()
    with suppress(ConnectionError):
        while data := await reader.read(65536):
            loop.call_later(delay, writer.write, data)
    loop.call_later(delay, writer.close)
