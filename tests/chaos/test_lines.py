"""Lines that are told to break do what they are told."""

import socket
import threading
from collections.abc import Iterator

import pytest

from tests.gateway.bad_line import Line, Weather, bad_lines

WITHIN = 60.0  # seconds, after which a test that waits in vain fails


@pytest.fixture
def echo() -> Iterator[str]:
    """The address of a server that sends back what it gets."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=_serve, args=(server,), daemon=True).start()
        yield f"127.0.0.1:{server.getsockname()[1]}"


def _serve(server: socket.socket) -> None:
    while True:
        try:
            connection, _ = server.accept()
        except OSError:  # it was closed
            return
        threading.Thread(target=_echo, args=(connection,), daemon=True).start()


def _echo(connection: socket.socket) -> None:
    try:
        while data := connection.recv(1000):
            connection.sendall(data)
    except ConnectionError:
        pass


@pytest.fixture
def line(echo: str) -> Iterator[Line]:
    with bad_lines([echo], Weather()) as lines:
        yield lines[0]


def dial(line: Line) -> socket.socket:
    host, _, port = line.address.partition(":")
    caller = socket.create_connection((host, int(port)), timeout=WITHIN)
    caller.sendall(b"hello")
    assert caller.recv(5, socket.MSG_WAITALL) == b"hello"
    return caller


def read_on(caller: socket.socket) -> None:
    while caller.recv(1):
        pass


def test_a_line_that_is_cut_resets_its_connections_and_takes_others(line: Line) -> None:
    with dial(line) as caller:
        line.cut()
        with pytest.raises(ConnectionResetError):
            caller.recv(1)
    dial(line).close()


def test_a_line_breaks_in_the_middle_of_a_message(line: Line) -> None:
    with dial(line) as caller:
        line.cut(after=3)
        caller.sendall(b"hello")
        with pytest.raises(ConnectionResetError):
            read_on(caller)
    dial(line).close()


def test_a_held_line_delivers_after_its_release(line: Line) -> None:
    with dial(line) as caller:
        line.hold()
        caller.sendall(b"hello")
        caller.settimeout(0.2)
        with pytest.raises(TimeoutError):
            caller.recv(1)
        caller.settimeout(WITHIN)
        line.release()
        assert caller.recv(5, socket.MSG_WAITALL) == b"hello"
