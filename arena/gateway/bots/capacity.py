"""Limit bots' connections, their seats, and the messages that they send unasked."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import grpc

from arena.gateway.seats.infractions import InfractionError, StreamInfraction
from arena.gateway.seats.instances import Instance
from arena.guards.auth import RefusedError
from arena.guards.buckets import Bucket, Now
from arena.guards.limits import INSTANCES, UNASKED_BURST, UNASKED_PATIENCE, UNASKED_RATE, UNASKED_RETRY_MS

ROUNDED_UP_US: Final = 999  # round the wait up, so that a bot that waits exactly that long is admitted


class Flooders:
    """The bot versions that a gateway refuses for a while after a flood; their other open streams go on."""

    def __init__(self, now: Now) -> None:
        self._now = now
        self._refused: dict[int, tuple[int, InfractionError]] = {}  # version id -> (end of the refusal in us, error)

    def keep_out(self, version_id: int, error: InfractionError) -> None:
        """Refuse the bot version for as long as *error* gives as the retry time, if it gives one."""
        now = self._now()
        self._refused = {version: kept for version, kept in self._refused.items() if kept[0] > now}
        if error.retry_ms is not None:
            self._refused[version_id] = now + 1000 * error.retry_ms, error

    def check(self, version_id: int) -> None:
        """Raise `RefusedError`, with the remaining wait, if the bot version is refused now."""
        until, error = self._refused.get(version_id, (0, None))
        left_us = until - self._now()
        if error is not None and left_us > 0:
            raise RefusedError(error.code, error.line, (left_us + ROUNDED_UP_US) // 1000)


CALM: Final = UNASKED_RATE / 2  # messages; a bot that pauses until it may send this many is no longer flooding
FLOOD: Final = (
    f"a flood: more than {UNASKED_BURST} unasked answers or messages, and more than {UNASKED_RATE} a second after"
    f" that: answer each decision once, dial again in {UNASKED_RETRY_MS // 1000} seconds"
)


class Allowance:
    """The number of unasked messages that one stream may still send."""

    def __init__(self, now: Now) -> None:
        self._now = now
        self._bucket = Bucket(UNASKED_BURST, UNASKED_RATE, now)
        self._slow_since: int | None = None

    def spend(self, cost: int) -> float:
        """Charge *cost* unasked messages; return the seconds to wait before the stream is read again.

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
    """The most *streams* of bots at a gateway, and the most *seats*: the sum of the streams' `max_seats`."""

    streams: int = 1000
    seats: int = 100_000

    def check(self, others: Iterable[Instance], version_id: int, max_seats: int) -> None:
        """Check that a gateway with the processes *others* has room for one more. Raises `RefusedError`.

        *version_id*, *max_seats*: of the new process. A version gets at most half of the seats. Its own disconnected
        processes do not count, because the new process may be one of them, restarted.
        """
        connected = [each for each in others if each.stream or each.version_id != version_id]
        promised = sum(each.max_seats for each in connected)
        own = sum(each.max_seats for each in connected if each.version_id == version_id)
        if len(connected) >= self.streams:
            full = f"this gateway has {len(connected)} bots and takes {self.streams}"
        elif promised + max_seats > self.seats:
            full = f"this gateway has promised {promised} of its {self.seats} seats and the bot asks for {max_seats}"
        elif own + max_seats > self.seats // 2:
            full = f"this gateway has promised {own} seats to this version and gives it {self.seats // 2} at most"
        else:
            return
        line = f"{full}: dial another gateway of the arena, or this one again in {RETRY_MS // 1000} seconds"
        raise RefusedError(grpc.StatusCode.RESOURCE_EXHAUSTED, line, RETRY_MS)


def check_instances(instances: Iterable[Instance], name: str) -> None:
    """Check that fewer than `INSTANCES` processes other than *name* are connected. Raises `RefusedError`."""
    others = sum(instance.stream is not None and instance.name != name for instance in instances)
    if others >= INSTANCES:
        line = f"{others} processes of this bot version are connected here: at most {INSTANCES} are accepted"
        raise RefusedError(grpc.StatusCode.RESOURCE_EXHAUSTED, line, RETRY_MS)
