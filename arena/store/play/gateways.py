"""Which gateway has which bots. What a gateway does not renew for 10 s counts as gone."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import asdict

from psycopg.types.json import Jsonb

from arena.store.database import Room, run
from arena.store.play.rows import Instance


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
