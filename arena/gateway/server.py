"""Run a gateway: the gRPC server, the workers' port, and background tasks."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NamedTuple

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection, reflection_pb2_grpc

from arena.api.server import add_people_service
from arena.gateway.anybody import Health, Reflection
from arena.gateway.bots.service import add_seat_service
from arena.gateway.presence import Presence
from arena.gateway.seats.hub import Hub
from arena.gateway.seats.seat import Seat
from arena.gateway.seats.timekeeper import Timekeeper
from arena.gateway.settings import Settings
from arena.gateway.workers.port import LinkPort
from arena.guards.auth import LiveTokens
from arena.guards.buckets import Now, UnknownCallers, monotonic_us
from arena.guards.limits import OPTIONS
from arena.settings import SettingError
from arena.store import Store
from arena.store.errors import StoreUnavailableError
from arena.store.play.rows import SpilledAnswers
from arena.wire.address import Address, parse_address
from arena.wire.gen import arena_pb2, link_pb2, seat_pb2

log = logging.getLogger("arena.gateway")

BEAT: Final = 2.0  # seconds between two pings
LONGEST_TEND: Final = 0.25  # seconds between two calls of `Hub.tend`
STOP_WITHIN: Final = 2.0  # seconds that calls may go on when the server stops
HAND_OVER_LOOK: Final = 0.05  # seconds between two checks
ORPHANS_LOOK: Final = 0.25  # seconds between two checks


class Endpoints(NamedTuple):
    """The addresses of a gateway: *bots* for bots and people, *workers* for workers."""

    bots: str
    workers: str


class Gateway:
    """A gateway: its gRPC server, its workers' port and its background tasks.

    *store* answers calls. *rows* is the same store on connections of its own, so that the renewal of the gateway's rows
    never waits behind callers. *wake* sends wake-ups to workers. *now* is the clock for bots' time, in microseconds.
    """

    def __init__(
        self, settings: Settings, store: Store, rows: Store, wake: Callable[..., None], now: Now = monotonic_us
    ) -> None:
        self.hub = Hub(settings.grace, Timekeeper(now))
        self._settings = settings
        self._store = store
        self._rows = rows
        self._wake = wake
        self._server = grpc.aio.server(options=OPTIONS)
        self._workers = LinkPort(self.hub, settings.link_secret)
        self._anybody = UnknownCallers(self.hub.now)
        self._health = Health(self._anybody, settings.proxies)
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> Endpoints:
        """Listen; return the first address for bots, and the address for workers. Raises `SettingError`."""
        live = LiveTokens(self._rows)
        proxies = self._settings.proxies
        add_seat_service(self._server, self.hub, self._store, self._settings.capacity, live, proxies)
        add_people_service(self._server, self._store, self._wake, live, proxies)
        await self._add_health_and_reflection()
        bound = [self._bind(address) for address in self._settings.listeners]
        workers = self._settings.reached_at(await self._listen_for_workers())
        await self._server.start()
        self._presence = Presence(self.hub, self._rows, live, secrets.token_hex(8), workers, self._wake)
        self._tasks = [
            asyncio.create_task(part)
            for part in (
                self.hub.time.run(),
                self._beat(),
                self._tend(),
                self._store_orphaned_answers(workers),
                self._presence.run(),
            )
        ]
        for each in bound:
            log.info("listening on %s", each)
        log.info("workers reach it at %s", workers)
        return Endpoints(str(bound[0]), workers)

    async def fail(self) -> None:
        """Wait until a background task fails, and raise its exception."""
        await asyncio.gather(*self._tasks)

    async def stop(self) -> None:
        """Close the streams, remove the gateway's rows from the store, and stop."""
        log.info("draining")
        with suppress(TimeoutError):  # one caller that does not read its health watch would delay the stop
            async with asyncio.timeout(STOP_WITHIN):
                await self._health.enter_graceful_shutdown()
        self.hub.drain()
        presence = self._tasks.pop()
        presence.cancel()
        await asyncio.gather(presence, return_exceptions=True)
        await self._presence.withdraw()
        await self._hand_over()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(self._server.stop(STOP_WITHIN), self._workers.stop(STOP_WITHIN))
        log.info("stopped")

    async def _hand_over(self) -> None:
        """Wait until the answers to killed workers are stored, or other workers have their seats."""
        until = asyncio.get_running_loop().time() + self._settings.hand_over
        if orphans := len(self.hub.unstored_orphans()):
            log.info("waiting until the answers of %d seats without a worker are stored", orphans)
        while self.hub.unstored_orphans() and asyncio.get_running_loop().time() < until:  # noqa: ASYNC110
            await asyncio.sleep(HAND_OVER_LOOK)
        self.hub.unlink_all()

    def _bind(self, address: Address) -> Address:
        certificate = self._settings.certificate
        try:
            if address.tls and certificate:
                port = self._server.add_secure_port(address.target, certificate.credentials())
            else:
                assert not address.tls
                port = self._server.add_insecure_port(address.target)
        except RuntimeError:
            raise SettingError(
                f"ARENA_GATEWAY_LISTEN={address}: cannot listen: free the port or give another"
            ) from None
        return parse_address(f"{str(address).rpartition(':')[0]}:{port}")

    async def _listen_for_workers(self) -> int:
        address = self._settings.link_listener
        try:
            return await self._workers.listen(address, self._settings.certificate)
        except OSError:
            raise SettingError(f"ARENA_LINK_LISTEN={address}: cannot listen: free the port or give another") from None

    async def _add_health_and_reflection(self) -> None:
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._server)
        services = (
            *(file.DESCRIPTOR.services_by_name for file in (seat_pb2, arena_pb2)),
            health_pb2.DESCRIPTOR.services_by_name,
        )
        names = [service.full_name for group in services for service in group.values()]
        for name in ("", *names):
            await self._health.set(name, health_pb2.HealthCheckResponse.SERVING)
        service = Reflection((*names, reflection.SERVICE_NAME), self._anybody, self._settings.proxies)
        reflection_pb2_grpc.add_ServerReflectionServicer_to_server(service, self._server)  # type: ignore[no-untyped-call]

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            self.hub.beat()

    async def _tend(self) -> None:
        pause = min(LONGEST_TEND, self._settings.grace / 4)
        while True:
            await asyncio.sleep(pause)
            self.hub.tend()

    async def _store_orphaned_answers(self, address: str) -> None:
        """Store bots' answers to workers that are gone, because this gateway may be lost too.

        *address*: the address at which workers reach this gateway. While Postgres is away, storing is tried again.
        """
        while True:
            await asyncio.sleep(ORPHANS_LOOK)
            seats = [(seat, seat.lease_number, seat.delivery.outcomes) for seat in self.hub.unstored_orphans()]
            if not seats:
                continue
            try:
                await self._rows.play.spill_answers([_row(seat, answers, address) for seat, _, answers in seats])
            except StoreUnavailableError:
                continue
            for seat, lease_number, answers in seats:
                if seat.lease_number == lease_number:  # no worker has taken the seat meanwhile
                    seat.written = len(answers)
            count = sum(len(answers) for *_, answers in seats)
            log.info("%d seats have no worker: their %d last answers are stored", len(seats), count)


def _row(seat: Seat, answers: list[link_pb2.Answered], address: str) -> SpilledAnswers:
    data, delivery = link_pb2.SeatOpened(seat_id=seat.id, kept=answers).SerializeToString(), seat.delivery
    return SpilledAnswers(seat.id, seat.lease_number, address, delivery.is_columnar, data, seat.opening, seat.since)
