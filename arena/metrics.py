"""Expose this process's metrics to Prometheus at `/metrics`, read on each request."""

import asyncio
import os
import socket
import sys
import threading
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from socketserver import ThreadingMixIn
from typing import Any, Final
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from prometheus_client import CollectorRegistry, ProcessCollector, make_wsgi_app
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from arena.distribution import installed_version
from arena.rules import COMPILED
from arena.settings import BadSetting
from arena.wire.address import Address, BadAddress, parse_address, plain_is_allowed

LISTEN: Final = "ARENA_METRICS_LISTEN"
PATIENCE: Final = 8.0  # seconds for the figures of a busy loop; Prometheus itself waits for 10
AT_ONCE: Final = 8  # connections; each has a thread

Read = Callable[[], Iterable[Metric]]


def metrics_address() -> Address | None:
    """Return where figures are served; None, the default: nowhere. Raises `BadSetting`."""
    text = os.environ.get(LISTEN, "")
    if not text:
        return None
    try:
        address = parse_address(text)
    except BadAddress:
        address = None
    if address is None or not address.host or address.tls:
        raise BadSetting(f"{LISTEN}={text}: give HOST:PORT, as in 127.0.0.1:9464, or leave it out")
    if not (address.is_local or plain_is_allowed()):
        raise BadSetting(
            f"{LISTEN}={text}: there everybody could read the figures: listen on 127.0.0.1, or set ARENA_PLAIN=allow"
            " where the network is private"
        )
    return address


@contextmanager
def serving(address: Address | None, part: str, read: Read) -> Iterator[None]:
    """Serve the metrics of *read* while the block runs, in threads; nothing if *address* is None.

    *part* names this process, as in "gateway"; *read* is called in a thread for each request. Raises `BadSetting`.
    """
    if address is None:
        yield
        return
    registry = CollectorRegistry()
    registry.register(_Figures(part, read))
    ProcessCollector(registry=registry)
    try:
        server = _Server(address)
    except OSError:
        raise BadSetting(f"{LISTEN}={address}: cannot listen there; is the port taken?") from None
    server.set_app(_answering(registry))
    thread = threading.Thread(target=server.serve_forever, name="figures", daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def in_loop(loop: asyncio.AbstractEventLoop, read: Callable[[], Coroutine[Any, Any, list[Metric]]]) -> Read:
    """Return a function for other threads that runs *read* in *loop* and waits for it."""
    return lambda: waited_for(asyncio.run_coroutine_threadsafe(read(), loop))


def waited_for(figures: "Future[list[Metric]]") -> list[Metric]:
    """Return *figures* that another thread's loop reads; it stops when they come too late. Raises `TimeoutError`."""
    try:
        return figures.result(PATIENCE)
    except TimeoutError:
        figures.cancel()
        raise


def gauge(name: str, meaning: str, value: float) -> Metric:
    """Return a figure that goes up and down."""
    return GaugeMetricFamily(f"arena_{name}", meaning, value)


def counter(name: str, meaning: str, value: float) -> Metric:
    """Return a figure that only grows; its name is shown with `_total` behind it."""
    return CounterMetricFamily(f"arena_{name}", meaning, value)


def counters(name: str, meaning: str, label: str, values: Mapping[str, float]) -> Metric:
    """Return one figure that only grows for each key of *values*, of which there may be few."""
    family = CounterMetricFamily(f"arena_{name}", meaning, labels=[label])
    for key, value in sorted(values.items()):
        family.add_metric([key], value)
    return family


def gauges(name: str, meaning: str, label: str, values: Mapping[str, float]) -> Metric:
    """Return one figure that goes up and down for each key of *values*, of which there may be few."""
    family = GaugeMetricFamily(f"arena_{name}", meaning, labels=[label])
    for key, value in sorted(values.items()):
        family.add_metric([key], value)
    return family


class _Figures(Collector):
    """Reads the figures for each request."""

    def __init__(self, part: str, read: Read) -> None:
        core = "compiled" if COMPILED else "source"
        self._build = GaugeMetricFamily("arena_build_info", "What runs here.", labels=["part", "version", "core"])
        self._build.add_metric([part, installed_version(), core], 1)
        self._read = read

    def describe(self) -> Iterable[Metric]:
        """Tell nothing: else all would be read when this is registered."""
        return ()

    def collect(self) -> Iterable[Metric]:
        """Yield the figures of now."""
        yield self._build
        yield from self._read()


def _answering(registry: CollectorRegistry) -> Callable[..., Iterable[bytes]]:
    """Return the WSGI application."""
    answer = make_wsgi_app(registry)

    def answered(environ: Any, start_response: Any) -> Iterable[bytes]:
        try:
            found: Iterable[bytes] = answer(environ, start_response)
        except TimeoutError:
            start_response("503 Service Unavailable", [("Content-Type", "text/plain; charset=utf-8")])
            return [b"too busy to tell its figures: ask again\n"]
        return found

    return answered


class _Request(WSGIRequestHandler):
    """Logs nothing, and hangs up on who says nothing."""

    timeout = 10.0  # seconds

    def log_message(self, *_: Any) -> None:
        """Log nothing."""


class _Server(ThreadingMixIn, WSGIServer):
    """Has a thread for each of `AT_ONCE` connections, and closes what comes beyond."""

    daemon_threads = True

    def __init__(self, address: Address) -> None:
        found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        self.address_family = found[0][0]
        self._room = threading.Semaphore(AT_ONCE)
        super().__init__((address.host, address.port), _Request)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer in a thread where there is room."""
        if not self._room.acquire(blocking=False):
            self.shutdown_request(request)
            return
        try:
            super().process_request(request, client_address)
        except RuntimeError:  # no thread could be started
            self._room.release()
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer, and make room."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._room.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Tell a bug; who has gone away, or says nothing, is none."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)
