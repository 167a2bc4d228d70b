"""Limits on how many bots a gateway takes."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import grpc

from arena.gateway.seats.instances import Instance
from arena.guards.auth import Refused
from arena.guards.limits import INSTANCES

RETRY_MS: Final = 5000


@dataclass(frozen=True)
class Capacity:
    """Most *streams* at once, and most *seats*: the sum of their `max_seats`."""

    streams: int = 1000
    seats: int = 100_000

    def check(self, others: Iterable[Instance], version_id: int, max_seats: int) -> None:
        """Check that one more process of a version fits in beside *others*.

        A version gets at most half of the seats. Its own processes that are away do not count: the new one may be one
        of them, restarted. Raises `Refused`.
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
        raise Refused(grpc.StatusCode.RESOURCE_EXHAUSTED, line, RETRY_MS)


def check_instances(instances: Iterable[Instance], name: str) -> None:
    """Check that a version may have the process *name* too. Raises `Refused`."""
    others = sum(instance.stream is not None and instance.name != name for instance in instances)
    if others >= INSTANCES:
        line = f"{others} processes of this bot version are connected here: at most {INSTANCES} are accepted"
        raise Refused(grpc.StatusCode.RESOURCE_EXHAUSTED, line, RETRY_MS)
