"""Roots and secrets: signed, and told."""

import asyncio
from collections.abc import Sequence
from dataclasses import asdict, replace

from arena.league.seeds import epochs
from arena.league.seeds.beacons import chain_of
from arena.league.seeds.boards import statement
from arena.league.seeds.contributions import list_statement, settings_hash, settings_text
from arena.store.database import Connection, Database, fetch, run, value
from arena.store.names import tournament_id
from arena.store.seeds.rows import Deals, EpochRow, ListRow, RootRow, Secrets, SignerRow
from arena.store.seeds.signing import Signing, introduce
from arena.store.tournaments.exporting import settings_of

AT_A_TIME = 100  # roots, and lists

Told = tuple[bytes, tuple[bytes, ...]]  # a secret, and that it lies under the root


class Roots(Signing):
    """What is promised of the secrets, for anybody."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._proving = asyncio.Lock()  # proofs are asked for by strangers: one at a time, beside the loop

    async def sign_roots(self) -> int:
        """Sign roots and lists that are not signed yet.

        At most a hundred of each; returns how many. 0 without keys.
        """
        if not self.keys:
            return 0
        key = self.keys[0]
        async with self.transaction() as connection:
            lists = await (await run(connection, "unsigned_lists", limit=AT_A_TIME)).fetchall()
            rows = await (await run(connection, "unsigned_epochs", limit=AT_A_TIME)).fetchall()
            own = await introduce(connection, self.keys) if lists or rows else b""
            for tournament, name, root, attempt, owners, commitments, chain, now in lists:
                listed = zip(owners, commitments, strict=True)
                promised = settings_hash(await _settings(connection, tournament))
                round_ = chain_of(chain).round_ahead(now) if chain else 0
                said = list_statement(name, root, promised, attempt, listed, chain or b"", round_)
                parts = {"signer": own, "signature": key.sign(said), "attempt": attempt, "round": round_ or None}
                await run(connection, "sign_list", tournament_id=tournament, **parts)
            for tournament, name, root, brought, index, boards_root in rows:
                signature = key.sign(statement(name, root, brought, index, boards_root))
                parts = {"signer": own, "signature": signature, "index": index}
                await run(connection, "sign_epoch", tournament_id=tournament, **parts)
        return len(lists) + len(rows)

    async def root(self, name: str) -> RootRow:
        """What is told of a tournament's secrets. Raises `UnknownTournament`."""
        async with self.transaction() as connection:
            await run(connection, "one_moment")
            found = await tournament_id(connection, name)
            secrets = await _secrets(connection, found)
            is_over = await value(connection, "is_all_over", tournament_id=found)
            signers = await fetch(connection, SignerRow, "signers")
            (drawn_from,) = await fetch(connection, Deals, "deals_of", tournament_id=found)
            lists = await fetch(connection, ListRow, "lists_of", tournament_id=found)
            settings = (
                await _settings(connection, found) if await value(connection, "has_lists", tournament_id=found) else ""
            )
        ((told, proof),) = await self._tell(secrets, [epochs.SCHEDULE]) if is_over else [(None, ())]
        about = (name, secrets.root, secrets.contribution, secrets.test_seed)
        return RootRow(*about, told, proof, tuple(signers), drawn_from, settings, tuple(lists))

    async def epochs(
        self, name: str, limit: int | None = None, after: int = -1, with_terms: bool = False
    ) -> list[EpochRow]:
        """A tournament's epochs: at most *limit* behind the one of index *after*.

        *with_terms*: what line-ups were drawn from, which may be much. Raises `UnknownTournament`.
        """
        async with self.transaction() as connection:
            found = await tournament_id(connection, name)
            secrets = await _secrets(connection, found)
            page = {"after": after, "limit": limit, "with_terms": with_terms}
            rows = await fetch(connection, EpochRow, "epochs", tournament_id=found, **page)
        over = [row.index for row in rows if row.is_over]
        told = dict(zip(over, await self._tell(secrets, over), strict=True))
        return [
            replace(row, secret=told[row.index][0], proof=told[row.index][1]) if row.index in told else row
            for row in rows
        ]

    async def _tell(self, secrets: Secrets, indices: Sequence[int]) -> list[Told]:
        """The secrets of those epochs, which are over."""
        async with self._proving:
            return await asyncio.to_thread(lambda: [_told(secrets, index) for index in indices])


async def _secrets(connection: Connection, tournament: int) -> Secrets:
    (found,) = await fetch(connection, Secrets, "secrets_of", tournament_id=tournament)
    return found


async def _settings(connection: Connection, tournament: int) -> str:
    return settings_text(asdict(await settings_of(connection, tournament)))


def _told(secrets: Secrets, epoch: int) -> Told:
    return epochs.secret(secrets.master, epoch), epochs.secret_proof(secrets.master, epoch)
