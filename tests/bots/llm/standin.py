"""A stand-in for an endpoint: a real HTTP server on loopback that answers as a test says."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple


class Answer(NamedTuple):
    """A status, headers and a body; *held* delays them until it is set. *trickles*: the body has no end."""

    status: int = 200
    headers: dict[str, str] | None = None
    body: bytes = b""
    held: threading.Event | None = None
    trickles: bool = False


class Asked(NamedTuple):
    """A request as it came."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def last(self) -> str:
        """The last message."""
        return str(self.body["messages"][-1]["content"])


def says(text: str, usage: object = None) -> Answer:
    """Return a completion that says *text*; 100 + 10 tokens unless *usage* says."""
    tokens = {"prompt_tokens": 100, "completion_tokens": 10} if usage is None else usage
    reply = {"choices": [{"message": {"role": "assistant", "content": text}}], "usage": tokens}
    return Answer(body=json.dumps(reply).encode())


def legal_one(asked: Asked) -> Answer:
    """Answer the first legal thing of the question."""
    words = asked.last.rpartition("Legal: ")[2].split()
    if words[0] == "concede" and len(words) > 1:
        words = words[1:]
    if words[0] == "choose":
        words = [", ".join(words[3 : 3 + int(words[1])])]
    elif words[0] == "from":
        words = words[1:]
    return says(f"I would say this.\n**Answer:** `{words[0]}`")


class Standin:
    """What was asked, and the address."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.asked: list[Asked] = []
        self.left = threading.Event()  # somebody went away while the body trickled
        self.script: list[Answer] = []  # taken from the front; then `legal_one`


@contextmanager
def endpoint() -> Iterator[Standin]:
    """Serve until the end of the block."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked = Asked(self.path, dict(self.headers), body)
            standin.asked.append(asked)
            answer = standin.script.pop(0) if standin.script else legal_one(asked)
            if answer.held is not None:
                answer.held.wait()
            self.send_response(answer.status)
            for name, value in (answer.headers or {}).items():
                self.send_header(name, value)
            if answer.trickles:
                self.end_headers()
                self._trickle(answer.body)
                return
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body)

        def _trickle(self, piece: bytes) -> None:
            """Write *piece* again and again, until the other end is gone."""
            try:
                while not closing.wait(0.01):
                    self.wfile.write(piece)
            except OSError:
                standin.left.set()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    closing = threading.Event()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    standin = Standin(f"http://127.0.0.1:{server.server_port}/v1")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield standin
    finally:
        closing.set()
        server.shutdown()
        thread.join()
        server.server_close()
