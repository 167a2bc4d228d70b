"""Sign roots and beacons' rounds; publish roots and secrets."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from arena.league.seeds import epochs
from arena.league.seeds.beacons import beacon_statement, chain_of, settings_text
from arena.league.seeds.boards import statement
from arena.store.database import Connection, Database, fetch, run, select
from arena.store.names import tournament_id
from arena.store.seeds.epochs import secrets_of
from arena.store.seeds.rows import BeaconRow, EpochRow, RootRow, Secrets, SignerRow
from arena.store.seeds.signing import Signing, introduce
from arena.store.tournaments.exporting import settings_of

AT_A_TIME = 100  # roots, and beacons' rounds, signed per call


class Roots(Signing):
    """Sign roots, and read them with the published secrets."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._proving = asyncio.Lock()  # anybody may request proofs, so only one request at a time is computed

    async def sign_roots(self) -> int:
        """Sign unsigned roots; choose and sign the rounds of beacons; at most `AT_A_TIME` of each.

        Returns the number of signatures; 0 without keys.
        """
        if not self.keys:
            return 0
        key = self.keys[0]
        async with self.transaction() as connection:
            beacons = await select(connection, "unsigned_beacons", limit=AT_A_TIME)
            rows = await select(connection, "unsigned_epochs", limit=AT_A_TIME)
            own = await introduce(connection, self.keys) if beacons or rows else b""
            for tournament, name, root, chain, now in beacons:
                round_ = chain_of(chain).round_ahead(now)
                said = beacon_statement(name, root, await _settings(connection, tournament), chain, round_)
                parts = {"signer": own, "signature": key.sign(said), "round": round_}
                await run(connection, "sign_beacon", tournament_id=tournament, **parts)
            for tournament, name, root, mix, index, boards_root in rows:
                signature = key.sign(statement(name, root, mix, index, boards_root))
                parts = {"signer": own, "signature": signature, "index": index}
                await run(connection, "sign_epoch", tournament_id=tournament, **parts)
        return len(beacons) + len(rows)

    async def root(self, name: str) -> RootRow:
        """Return the published part of a tournament's secrets. Raises `UnknownTournamentError`."""
        async with self.transaction() as connection:
            await run(connection, "one_moment")
            id_ = await tournament_id(connection, name)
            secrets = await secrets_of(connection, id_)
            signers = await fetch(connection, SignerRow, "signers")
            ((deals, is_over),) = await select(connection, "deals_and_end", tournament_id=id_)
            beacons = await fetch(connection, BeaconRow, "beacon_of", tournament_id=id_)
            settings = await _settings(connection, id_) if beacons else ""
        ((secret, proof),) = await self._prove(secrets, [epochs.SCHEDULE]) if is_over else [(None, ())]
        about = (name, secrets.root, secrets.mix, secrets.test_seed, secret, proof, tuple(signers))
        return RootRow(*about, deals, settings, beacons[0] if beacons else None)

    async def epochs(
        self, name: str, limit: int | None = None, after: int = -1, with_terms: bool = False
    ) -> list[EpochRow]:
        """Return a tournament's epochs: at most *limit* (None: all) with indices above *after*.

        *with_terms*: with the inputs of the line-ups, which may be large. Raises `UnknownTournamentError`.
        """
        async with self.transaction() as connection:
            id_ = await tournament_id(connection, name)
            secrets = await secrets_of(connection, id_)
            page = {"after": after, "limit": limit, "with_terms": with_terms}
            rows = await fetch(connection, EpochRow, "epochs", tournament_id=id_, **page)
        proofs = iter(await self._prove(secrets, [row.index for row in rows if row.is_over]))
        return [
            replace(row, secret=secret, proof=proof)
            for row in rows
            for secret, proof in [next(proofs) if row.is_over else (None, ())]
        ]

    async def _prove(self, secrets: Secrets, indices: Sequence[int]) -> list[tuple[bytes, tuple[bytes, ...]]]:
        master = secrets.master
        async with self._proving:
            return await asyncio.to_thread(
                lambda: [(epochs.secret(master, each), epochs.secret_proof(master, each)) for each in indices]
            )


async def _settings(connection: Connection, tournament: int) -> str:
    return settings_text(await settings_of(connection, tournament))
