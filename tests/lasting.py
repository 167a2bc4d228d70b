"""A gateway's rows that last as long as a test takes.

Those of a real one are gone 10 s after it last renewed them.
"""

from collections.abc import Sequence

from arena.store import Store
from arena.store.play.rows import Instance


async def renew_for_good(store: Store, gateway: str, address: str, instances: Sequence[Instance]) -> None:
    """As `renew_gateway`; what the store's clock says later changes nothing."""
    await store.play.renew_gateway(gateway, address, instances)
    async with store.transaction() as connection:
        await connection.execute("UPDATE gateways SET seen = 'infinity' WHERE id = %s", (gateway,))
