"""Run the real nginx with `deploy/nginx.conf` before a gateway, and callers of other addresses."""

import asyncio
import os
import re
import signal
import socket
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from arena.wire.address import Address, address_for_secrets
from tests.certified import certified

CONFIGURATION = Path(__file__).resolve().parents[2] / "deploy" / "nginx.conf"
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")  # nginx makes a folder for each of them


@dataclass
class Front:
    """A running nginx, reached at *address*, with its file of errors."""

    address: Address
    log: Path
    process: subprocess.Popen[bytes]

    def workers(self) -> set[str]:
        """The processes of its workers."""
        return set(Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split())

    def reload(self) -> None:
        """Let new workers read the configuration; the old ones keep their streams."""
        self.process.send_signal(signal.SIGHUP)


@contextmanager
def nginx(folder: Path, gateway: str, page: str = "127.0.0.1:1", **numbers: str) -> Iterator[Front]:
    """Run an nginx before *gateway* and *page*, with files in *folder*; *numbers* replace values of directives.

    It gets a listening socket, so that no port is guessed and early callers wait. Raises `FileNotFoundError`.
    """
    files = certified(folder / "tls")
    with socket.create_server(("127.0.0.1", 0), backlog=1000) as listening:
        listening.setblocking(False)  # nginx takes it as it is, and a worker would wait where another accepted
        port = listening.getsockname()[1]
        configuration = folder / "nginx.conf"
        configuration.write_text(_configuration(folder, gateway, page, port, numbers))
        log, handed = folder / "error.log", listening.fileno()
        command = ["nginx", "-p", str(folder), "-c", str(configuration), "-e", str(log)]
        command += ["-g", f"daemon off; pid {folder}/pid;"]
        environment = os.environ | {"NGINX": f"{handed};"}
        process = subprocess.Popen(command, env=environment, pass_fds=[handed])
    try:
        yield Front(address_for_secrets(f"grpcs://127.0.0.1:{port}", str(files.ca)), log, process)
    finally:
        process.terminate()
        process.wait()


def _configuration(folder: Path, gateway: str, page: str, port: int, numbers: dict[str, str]) -> str:
    """Return `deploy/nginx.conf` with the places of this test."""
    text = CONFIGURATION.read_text()
    for what, instead in {
        r"user www-data;": "" if os.geteuid() else "user root;",  # the folder is this user's
        r"listen \[::\].*": "",
        r"listen 443 ": f"listen 127.0.0.1:{port} ",
        r"/etc/letsencrypt/live/arena\.example\.org/fullchain\.pem": f"{folder}/tls/tls-cert.pem",
        r"/etc/letsencrypt/live/arena\.example\.org/privkey\.pem": f"{folder}/tls/tls-key.pem",
        r"server 127\.0\.0\.1:7700;": f"server {gateway};",
        r"server 127\.0\.0\.1:8080;": f"server {page};",
        r"http \{\n": "http {\n" + "".join(f"    {name}_temp_path {folder}/{name};\n" for name in TEMPORARY),
        **{rf"\n +{name} [^;]+;": f"\n{name} {value};" for name, value in numbers.items()},
    }.items():
        text, count = re.subn(what, instead, text)
        assert count == 1, f"{what} stands {count} times in {CONFIGURATION}"
    return text


@asynccontextmanager
async def calling_from(source: str, front: Address) -> AsyncIterator[Address]:
    """Yield an address whose connections reach *front* from *source*, which gRPC cannot choose itself."""
    async with relaying(front.target, source) as target:
        yield address_for_secrets(f"grpcs://{target}", front.ca)


@asynccontextmanager
async def relaying(
    target: str, source: str = "127.0.0.1", hears: Callable[[bytes], None] = lambda data: None
) -> AsyncIterator[str]:
    """Yield an address whose connections are joined to *target* from *source*; *hears* gets the answers."""
    relays: set[asyncio.Task[None]] = set()

    async def relay(near: asyncio.StreamReader, answer: asyncio.StreamWriter) -> None:
        host, _, port = target.rpartition(":")
        far, ask = await asyncio.open_connection(host, int(port), local_addr=(source, 0))
        with suppress(ConnectionError):
            await asyncio.gather(_copy(near, ask), _copy(far, answer, hears))

    def begin(near: asyncio.StreamReader, answer: asyncio.StreamWriter) -> None:
        relays.add(asyncio.create_task(relay(near, answer)))

    server = await asyncio.start_server(begin, "127.0.0.1", 0)
    try:
        yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        for task in relays:
            task.cancel()
        await asyncio.gather(*relays, return_exceptions=True)


async def _copy(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, hears: Callable[[bytes], None] = lambda data: None
) -> None:
    try:
        while data := await reader.read(65_536):
            hears(data)
            writer.write(data)
            await writer.drain()
    finally:
        writer.close()
