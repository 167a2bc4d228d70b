"""How much bots may take: connections, seats, floods."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import grpc

from arena.gateway.seats.infractions import InfractionError, StreamInfraction
from arena.gateway.seats.instances import Instance
from arena.guards.auth import RefusedError
from arena.guards.buckets import Bucket, Now
from arena.guards.limits import INSTANCES, UNASKED_BURST, UNASKED_PATIENCE, UNASKED_RATE, UNASKED_RETRY_MS

ROUNDED_UP_US: Final = 999  # so that a bot that waits exactly as long as it was told is let in


class Flooders:
    """The flooders of one gateway; their other open streams are left alone."""

    def __init__(self, now: Now) -> None:
        self._now = now
        self._out: dict[int, tuple[int, InfractionError]] = {}  # version -> until when (us), and for what

    def keep_out(self, version_id: int, error: InfractionError) -> None:
        """Keep the version out for the time that *error* gives, if any."""
        now = self._now()
        self._out = {version: kept for version, kept in self._out.items() if kept[0] > now}
        if error.retry_ms is not None:
            self._out[version_id] = now + 1000 * error.retry_ms, error

    def check(self, version_id: int) -> None:
        """Raise `RefusedError`, with the time left, if the version comes too early."""
        until, error = self._out.get(version_id, (0, None))
        left_us = until - self._now()
        if error is not None and left_us > 0:
            raise RefusedError(error.code, error.line, (left_us + ROUNDED_UP_US) // 1000)


CALM: Final = UNASKED_RATE / 2  # tokens; a bot that has paused until it has these is not flooding
FLOOD: Final = (
    f"a flood: more than {UNASKED_BURST} answers or messages that nobody asked for, and more than {UNASKED_RATE}"
    f" a second after that; answer each decision once, dial again in {UNASKED_RETRY_MS // 1000} seconds"
)


class Allowance:
    """Count what a stream may still send unasked."""

    def __init__(self, now: Now) -> None:
        self._now = now
        self._bucket = Bucket(UNASKED_BURST, UNASKED_RATE, now)
        self._slow_since: int | None = None

    def spend(self, cost: int) -> float:
        """Spend *cost* tokens; return the seconds to wait before reading on.

        Raises:
            InfractionError: the stream was slowed for longer than `UNASKED_PATIENCE`, or would now have to be.
        """
        if self._bucket.left() >= CALM:
            self._slow_since = None
        wait, now = self._bucket.take(cost), self._now()
        if wait and self._slow_since is None:
            self._slow_since = now
        slowed = 0.0 if self._slow_since is None else (now - self._slow_since) / 1e6
        if max(wait, slowed) > UNASKED_PATIENCE:
            raise InfractionError(StreamInfraction.FLOOD, FLOOD, UNASKED_RETRY_MS)
        return wait


RETRY_MS: Final = 5000


@dataclass(frozen=True)
class Capacity:
    """Most *streams* at once, and most *seats*: the sum of their `max_seats`."""

    streams: int = 1000
    seats: int = 100_000

    def check(self, others: Iterable[Instance], version_id: int, max_seats: int) -> None:
        """Check that one more process of a version fits in beside *others*.

        A version gets at most half of the seats. Its own processes that are away do not count: the new one may be one
        of them, restarted. Raises `RefusedError`.
        """
        there = [each for each in others if each.stream or each.version_id != version_id]
        held = sum(each.max_seats for each in there)
        own = sum(each.max_seats for each in there if each.version_id == version_id)
        if len(there) >= self.streams:
            full = f"this gateway has {len(there)} bots and takes {self.streams}"
        elif held + max_seats > self.seats:
            full = f"this gateway has promised {held} of its {self.seats} seats and the bot asks for {max_seats}"
        elif own + max_seats > self.seats // 2:
            full = f"this gateway has promised {own} seats to this version and gives it {self.seats // 2} at most"
        else:
            return
        line = f"{full}: dial another gateway of the arena, or this one again in {RETRY_MS // 1000} seconds"
        raise RefusedError(grpc.StatusCode.RESOURCE_EXHAUSTED, line, RETRY_MS)


def check_instances(instances: Iterable[Instance], name: str) -> None:
    """Check that a version may have the process *name* too. Raises `RefusedError`."""
    others = sum(instance.stream is not None and instance.name != name for instance in instances)
    if others >= INSTANCES:
        line = f"{others} processes of this bot version are connected here: at most {INSTANCES} are accepted"
        raise RefusedError(grpc.StatusCode.RESOURCE_EXHAUSTED, line, RETRY_MS)
