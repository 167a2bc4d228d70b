"""Let a version be one that was submitted, without a program."""

from arena.store import Store

INSERT = """
INSERT INTO bundles (version_id, hash, manifest, variants, memory_mib, packed_bytes, state)
VALUES (%s, sha256(%s::text::bytea), '{}', '{spades-4}', 64, 100, %s)
"""


async def submit_bot(store: Store, version_id: int, state: str = "admitted") -> None:
    async with store.accounts.transaction() as connection:
        await connection.execute(INSERT, [version_id, str(version_id), state])
