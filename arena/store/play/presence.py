"""Record live gateways and workers, store spilled answers, and count the arena's boards."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass

from psycopg.types.json import Jsonb

from arena.store.database import Connection, Room, fetch, run, run_all, select
from arena.store.names import FAMILIES
from arena.store.play.rows import Instance, SpilledAnswers

MOST = 64  # claimable blocks are counted up to this number, per family of variants


@dataclass(frozen=True)
class Figures:
    """Counts of the whole arena at one moment. Boards are those of running tournaments.

    *oldest_claim_s*: age of the oldest claim in seconds; 0 without one. *overdue*: expired leases. *unrated*: closed
    boards that no rating has counted. *bots*: connected versions. *connections*: of
    all clients to Postgres. *bytes*: the size of the database.
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
    connections: int
    max_connections: int
    bytes: int

    @property
    def owed(self) -> int:
        """Return the number of boards that wait for a worker."""
        return max(0, self.boards - self.closed - self.playing - self.failed)


class Presence(Room):
    """Record gateways, their connected bots, workers and spilled answers; count boards."""

    async def renew_gateway(
        self, gateway: str, link_address: str, instances: Sequence[Instance], lag: float = 0.0
    ) -> None:
        """Record that *gateway* is alive, and replace its connected bot processes by *instances*.

        *lag*: the share (0 to 1) of the time since the last renewal in which the gateway's loop was blocked.
        """
        rows = Jsonb([asdict(instance) for instance in instances])
        async with self.transaction() as connection:
            await run(connection, "see_gateway", gateway=gateway, link_address=link_address, lag=lag)
            await run(connection, "drop_other_instances", gateway=gateway, instances=rows)
            await run(connection, "put_instances", gateway=gateway, instances=rows)

    async def drop_gateway(self, gateway: str) -> None:
        """Delete a gateway that stops, with its instances."""
        await self._run("drop_gateway", gateway=gateway)

    async def gateways_of(self, version_ids: Collection[int]) -> dict[int, dict[str, int]]:
        """Return the seats that each version offers, by version id, then by link address of live gateways."""
        seats: dict[int, dict[str, int]] = defaultdict(dict)
        async with self.transaction() as connection:
            cursor = await run(connection, "gateways_of", version_ids=list(version_ids))
            async for version_id, address, offered in cursor:
                seats[version_id][address] = offered
        return dict(seats)

    async def see_worker(self, name: str) -> None:
        """Record that the worker *name* is alive."""
        await self._run("see_worker", name=name)

    async def drop_worker(self, name: str) -> None:
        """Delete a worker that stops."""
        await self._run("drop_worker", name=name)

    async def spill_answers(self, seats: Sequence[SpilledAnswers]) -> None:
        """Store the spilled answers of *seats*; they replace earlier ones from the same gateway."""
        async with self.transaction() as connection:
            await run(connection, "forget_old_answers")
            await run_all(connection, "spill_answers", [asdict(seat) for seat in seats])

    async def figures(self) -> tuple[Figures, dict[str, int]]:
        """Return the arena's counts, and the number of claimable blocks by family of variants (at most `MOST` each)."""
        async with self.transaction() as connection:
            (row,) = await fetch(connection, Figures, "figures")
            rows = await select(connection, "count_claimable", most=MOST, families=list(FAMILIES))
        return row, dict.fromkeys(FAMILIES, 0) | {str(family): int(count) for family, count in rows}


async def read_answers(connection: Connection, seat_ids: Iterable[int]) -> Mapping[int, list[SpilledAnswers]]:
    """Return spilled answers by seat id, in the order written."""
    seats: dict[int, list[SpilledAnswers]] = defaultdict(list)
    for each in await fetch(connection, SpilledAnswers, "spilled_answers", seat_ids=list(seat_ids)):
        seats[each.seat_id].append(each)
    return seats
