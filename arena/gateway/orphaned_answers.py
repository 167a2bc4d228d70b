"""Store bots' answers to workers that are gone, because this gateway may be lost too."""

import asyncio
import logging
from typing import Final

from arena.gateway.seats.hub import Hub
from arena.gateway.seats.seat import Seat
from arena.store import Store
from arena.store.errors import StoreUnavailableError
from arena.store.play.rows import SpilledAnswers
from arena.wire.gen import link_pb2

log = logging.getLogger("arena.gateway")

LOOK: Final = 0.25  # seconds between two checks between two checks


async def store_orphaned_answers(hub: Hub, store: Store, address: str) -> None:
    """Store the answers of seats without a worker, repeatedly, until cancelled.

    *address*: the address at which workers reach this gateway. While Postgres is away, storing is tried again.
    """
    while True:
        await asyncio.sleep(LOOK)
        seats = [(seat, seat.lease_number, seat.delivery.outcomes) for seat in hub.unstored_orphans()]
        try:
            if seats:
                await store.play.spill_answers([_row(seat, answers, address) for seat, _, answers in seats])
        except StoreUnavailableError:
            continue
        for seat, lease_number, answers in seats:
            if seat.lease_number == lease_number:  # no worker has taken the seat meanwhile
                seat.written = len(answers)
        if seats:
            count = sum(len(answers) for *_, answers in seats)
            log.info("%d seats have no worker: their %d last answers are stored", len(seats), count)


def _row(seat: Seat, answers: list[link_pb2.Answered], address: str) -> SpilledAnswers:
    data, delivery = link_pb2.SeatOpened(seat_id=seat.id, kept=answers).SerializeToString(), seat.delivery
    return SpilledAnswers(seat.id, seat.lease_number, address, delivery.is_columnar, data, seat.opening, seat.since)
