"""Gateways and workers that are there, answers they keep, and figures of the whole arena."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass

from psycopg.types.json import Jsonb

from arena.store.database import Connection, Room, fetch, run, run_all
from arena.store.names import FAMILIES
from arena.store.play.rows import HeldSeat, Instance


class Gateways(Room):
    """Gateways and the bot processes connected to them."""

    async def renew_gateway(
        self, gateway: str, link_address: str, instances: Sequence[Instance], held: float = 0.0
    ) -> None:
        """Note that *gateway* is alive and has just these instances.

        Others that it had are gone. *held*: for which share of the time since it said so last its
        loop was held up, 0..1.
        """
        rows = Jsonb([asdict(instance) for instance in instances])
        async with self.transaction() as connection:
            await run(connection, "see_gateway", gateway=gateway, link_address=link_address, held=held)
            await run(connection, "drop_other_instances", gateway=gateway, instances=rows)
            await run(connection, "put_instances", gateway=gateway, instances=rows)

    async def drop_gateway(self, gateway: str) -> None:
        """Forget a gateway that stops, with its instances."""
        async with self.transaction() as connection:
            await run(connection, "drop_gateway", gateway=gateway)

    async def gateways_of(self, version_ids: Collection[int]) -> dict[int, dict[str, int]]:
        """Return the live gateways of each version.

        By link address, with the seats that its instances there offer.
        """
        seats: dict[int, dict[str, int]] = defaultdict(dict)
        async with self.transaction() as connection:
            cursor = await run(connection, "gateways_of", version_ids=list(version_ids))
            async for version_id, address, offered in cursor:
                seats[version_id][address] = offered
        return dict(seats)


class Workers(Room):
    """Worker processes, by the names that they claim blocks under."""

    async def see_worker(self, name: str) -> None:
        """Say that worker *name* is alive, whether it plays or not."""
        async with self.transaction() as connection:
            await run(connection, "see_worker", name=name)

    async def drop_worker(self, name: str) -> None:
        """Forget a worker that stops."""
        async with self.transaction() as connection:
            await run(connection, "drop_worker", name=name)


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


MOST = 64  # blocks of a family that are counted


@dataclass(frozen=True)
class Figures:
    """The arena at a moment; boards are those of tournaments that run.

    *oldest_claim_s*: how long ago the block was claimed that is under play for longest, in seconds; 0 without one.
    *overdue*: leases that nobody has renewed in time. *unrated*: closed boards that the rater has not folded in.
    *bots*: versions with a process that is connected.
    """

    boards: int
    closed: int
    playing: int
    failed: int
    oldest_claim_s: float
    overdue: int
    unrated: int
    workers: int
    gateways: int
    bots: int

    @property
    def owed(self) -> int:
        """Boards that wait."""
        return max(0, self.boards - self.closed - self.playing - self.failed)


class ArenaFigures(Room):
    """What is under way in the whole arena."""

    async def figures(self) -> tuple[Figures, dict[str, int]]:
        """Count it; also return how many blocks could begin now, by family, `MOST` at most."""
        async with self.transaction() as connection:
            (row,) = await fetch(connection, Figures, "figures")
            found = await (await run(connection, "count_claimable", most=MOST, families=list(FAMILIES))).fetchall()
        return row, dict.fromkeys(FAMILIES, 0) | {str(family): int(count) for family, count in found}
