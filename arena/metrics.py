"""Serve this process's Prometheus metrics at `/metrics`, and its probes; each request reads them."""

import asyncio
import os
import socket
import sys
import threading
from bisect import bisect_left
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from http import HTTPStatus
from itertools import accumulate
from socketserver import ThreadingMixIn
from types import MappingProxyType
from typing import Any, Final, TypeVar
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from prometheus_client import CollectorRegistry, ProcessCollector, make_wsgi_app
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from arena.distribution import installed_version
from arena.rules import COMPILED
from arena.settings import SettingError
from arena.wire.address import Address, AddressError, parse_address, plain_is_allowed

LISTEN: Final = "ARENA_METRICS_LISTEN"
ALIVE, READY = "/healthz", "/readyz"  # the paths of probes
PATIENCE: Final = 8.0  # seconds to wait for metrics from a busy event loop; Prometheus itself waits for 10
AT_ONCE: Final = 8  # simultaneous connections; each has a thread

T = TypeVar("T")
Read = Callable[[], Iterable[Metric]]
NO_PROBES: Final[Mapping[str, Callable[[], str]]] = MappingProxyType({})


def metrics_address() -> Address | None:
    """Return the address in `ARENA_METRICS_LISTEN`; None if it is not set. Raises `SettingError`."""
    text = os.environ.get(LISTEN, "")
    if not text:
        return None
    try:
        address = parse_address(text)
    except AddressError:
        address = None
    if address is None or not address.host or address.tls:
        raise SettingError(f"{LISTEN}={text}: give HOST:PORT, as in 127.0.0.1:9464, or leave it out")
    if not (address.is_local or plain_is_allowed()):
        raise SettingError(
            f"{LISTEN}={text}: anybody could read the metrics there: listen on 127.0.0.1, or set ARENA_PLAIN=allow"
            " if the network is private"
        )
    return address


@contextmanager
def serving(
    address: Address | None, part: str, read: Read, probes: Mapping[str, Callable[[], str]] = NO_PROBES
) -> Iterator[None]:
    """Serve the metrics that *read* returns while the block runs; serve none if *address* is None.

    *part*: the name of this process, as "gateway". *probes*: by path, as in `arena.health`. A thread calls *read* or a
    probe for each request. Raises `SettingError` if *address* cannot be used.
    """
    if address is None:
        yield
        return
    registry = CollectorRegistry()
    registry.register(_Metrics(part, read))
    ProcessCollector(registry=registry)
    try:
        server = _Server(address)
    except OSError:
        raise SettingError(f"{LISTEN}={address}: cannot listen: free the port or give another") from None
    server.set_app(_make_app(registry, probes))
    thread = threading.Thread(target=server.serve_forever, name="metrics", daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def in_loop(loop: asyncio.AbstractEventLoop, read: Callable[[], Coroutine[Any, Any, T]]) -> Callable[[], T]:
    """Return a function for other threads that runs *read* in *loop* and returns its result."""
    return lambda: wait_for_metrics(asyncio.run_coroutine_threadsafe(read(), loop))


def wait_for_metrics(figures: "Future[T]") -> T:
    """Return the metrics of a read that runs in another thread. Cancel it and raise `TimeoutError` after `PATIENCE`."""
    try:
        return figures.result(PATIENCE)
    except TimeoutError:
        figures.cancel()
        raise


def answer_probe(hindrance: str) -> tuple[int, str]:
    """Return the HTTP status and the text that answer a probe."""
    return (503, f"{hindrance}\n") if hindrance else (200, "ok\n")


class Histogram:
    """Counts of durations, in buckets that end at the durations *bounds* (seconds, ascending)."""

    def __init__(self, bounds: Sequence[float]) -> None:
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum_s = 0.0

    def add(self, seconds: float, count: int = 1) -> None:
        """Count *count* events that took *seconds* each."""
        self._counts[bisect_left(self._bounds, seconds)] += count
        self._sum_s += seconds * count

    def read(self, name: str, meaning: str) -> Metric:
        """Return the Prometheus histogram `arena_NAME`; *meaning* is its help text."""
        bounds = [*map(str, self._bounds), "+Inf"]
        buckets = list(zip(bounds, accumulate(self._counts), strict=True))
        return HistogramMetricFamily(f"arena_{name}", meaning, buckets, self._sum_s)


def gauge(name: str, meaning: str, value: float) -> Metric:
    """Return the Prometheus gauge `arena_NAME`; *meaning* is its help text."""
    return GaugeMetricFamily(f"arena_{name}", meaning, value)


def counter(name: str, meaning: str, value: float) -> Metric:
    """Return the Prometheus counter `arena_NAME_total`; *meaning* is its help text."""
    return CounterMetricFamily(f"arena_{name}", meaning, value)


def counters(name: str, meaning: str, label: str, values: Mapping[str, float]) -> Metric:
    """Return a Prometheus counter with one value for each key of *values*; *label* is the label of the keys."""
    return _add_each(CounterMetricFamily(f"arena_{name}", meaning, labels=[label]), values)


def gauges(name: str, meaning: str, label: str, values: Mapping[str, float]) -> Metric:
    """Return a Prometheus gauge with one value for each key of *values*; *label* is the label of the keys."""
    return _add_each(GaugeMetricFamily(f"arena_{name}", meaning, labels=[label]), values)


def _add_each(family: CounterMetricFamily | GaugeMetricFamily, values: Mapping[str, float]) -> Metric:
    for key, value in sorted(values.items()):
        family.add_metric([key], value)
    return family


class _Metrics(Collector):
    """Prometheus collector that calls *read* for each request. *part*: the name of this process."""

    def __init__(self, part: str, read: Read) -> None:
        core = "compiled" if COMPILED else "source"
        self._build = GaugeMetricFamily("arena_build_info", "What runs here.", labels=["part", "version", "core"])
        self._build.add_metric([part, installed_version(), core], 1)
        self._read = read

    def describe(self) -> Iterable[Metric]:
        """Return no metrics: otherwise their registration would already read them."""
        return ()

    def collect(self) -> Iterable[Metric]:
        """Yield the build information and the current metrics."""
        yield self._build
        yield from self._read()


def _make_app(registry: CollectorRegistry, probes: Mapping[str, Callable[[], str]]) -> Callable[..., Iterable[bytes]]:
    answer = make_wsgi_app(registry)

    def answered(environ: Any, start_response: Any) -> Iterable[bytes]:
        try:
            if (probe := probes.get(environ["PATH_INFO"])) is None:
                pieces: Iterable[bytes] = answer(environ, start_response)
                return pieces
            status, text = answer_probe(probe())
        except TimeoutError:
            status, text = 503, "this process took too long: try again\n"
        start_response(f"{status} {HTTPStatus(status).phrase}", [("Content-Type", "text/plain; charset=utf-8")])
        return [text.encode()]

    return answered


class _Request(WSGIRequestHandler):
    """HTTP handler that closes silent connections and logs no requests."""

    timeout = 10.0  # seconds

    def log_message(self, *_: Any) -> None:
        """Log nothing."""


class _Server(ThreadingMixIn, WSGIServer):
    """HTTP server with a thread for each connection; it closes connections beyond `AT_ONCE`."""

    daemon_threads = True

    def __init__(self, address: Address) -> None:
        found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        self.address_family = found[0][0]
        self._room = threading.Semaphore(AT_ONCE)
        super().__init__((address.host, address.port), _Request)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer *request* in a thread, or close it if all threads are busy."""
        if not self._room.acquire(blocking=False):
            self.shutdown_request(request)
            return
        try:
            super().process_request(request, client_address)
        except RuntimeError:  # no thread could be started
            self._room.release()
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer *request*, then free its thread for another connection."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._room.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Log the current exception, unless it only means a lost or silent connection."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)
