"""Answers that gateways write down for seats whose worker is gone."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict

from arena.store.database import Connection, Room, fetch, run, run_all
from arena.store.play.rows import HeldSeat


class HeldAnswers(Room):
    """What seats answered, where no journal and no worker has it."""

    async def hold_answers(self, seats: Sequence[HeldSeat]) -> None:
        """Store what is held of *seats*, in place of what the same gateway stored of them before."""
        async with self.transaction() as connection:
            await run(connection, "forget_old_answers")
            await run_all(connection, "hold_answers", [asdict(seat) for seat in seats])


async def held_of(connection: Connection, seat_ids: Iterable[int]) -> Mapping[int, list[HeldSeat]]:
    """Return what is held of seats, in the order written, by seat id."""
    found: dict[int, list[HeldSeat]] = defaultdict(list)
    for each in await fetch(connection, HeldSeat, "held_answers", seat_ids=list(seat_ids)):
        found[each.seat_id].append(each)
    return found
