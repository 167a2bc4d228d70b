"""Figures of this process for Prometheus, over HTTP at an address of their own: `/metrics`.

They are read when somebody asks; nothing is counted for them on the way of a turn.
"""

import asyncio
import os
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import version
from typing import Any, Final

from prometheus_client import CollectorRegistry, ProcessCollector, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from arena.rules import COMPILED
from arena.settings import BadSetting
from arena.wire.address import Address, BadAddress, parse_address, plain_is_allowed

LISTEN: Final = "ARENA_METRICS_LISTEN"
PATIENCE: Final = 8.0  # seconds for the figures of a busy loop; Prometheus itself waits for 10

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
    """Serve what *read* returns while the block runs, in threads; nothing where *address* is None.

    *part* is what this process is, as in "gateway". *read* is called in a thread for each request. Raises `BadSetting`
    where it cannot listen.
    """
    if address is None:
        yield
        return
    registry = CollectorRegistry()
    registry.register(_Figures(part, read))
    ProcessCollector(registry=registry)
    try:
        server, thread = start_http_server(address.port, address.host, registry)
    except OSError:
        raise BadSetting(f"{LISTEN}={address}: cannot listen there; is the port taken?") from None
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def in_loop(loop: asyncio.AbstractEventLoop, read: Callable[[], Coroutine[Any, Any, list[Metric]]]) -> Read:
    """Return a function for other threads that runs *read* in *loop* and waits for it."""
    return lambda: asyncio.run_coroutine_threadsafe(read(), loop).result(PATIENCE)


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
        self._build.add_metric([part, version("arena"), core], 1)
        self._read = read

    def describe(self) -> Iterable[Metric]:
        """Tell nothing: else all would be read when this is registered."""
        return ()

    def collect(self) -> Iterable[Metric]:
        """Yield the figures of now."""
        yield self._build
        yield from self._read()
