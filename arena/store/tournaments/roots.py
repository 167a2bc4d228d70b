"""Roots and secrets: signed, and told."""

from collections.abc import Sequence
from dataclasses import replace

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from arena.league.seeds import epochs
from arena.league.seeds.boards import statement
from arena.store.database import Connection, Room, fetch, run, value
from arena.store.names import tournament_id
from arena.store.tournaments.secret_rows import EpochRow, RootRow, Secrets, SignerRow

AT_A_TIME = 100  # roots


class Roots(Room):
    """What is promised of the secrets, for anybody.

    Attributes:
        keys: what roots are signed with, the first of them; the next one vouches for it. Without any nothing is signed.
    """

    keys: Sequence[Ed25519PrivateKey] = ()

    async def sign_roots(self) -> int:
        """Sign what is not signed yet, at most a hundred roots; return how many."""
        if not self.keys:
            return 0
        key, own = self.keys[0], self.keys[0].public_key().public_bytes_raw()
        async with self.transaction() as connection:
            rows = await (await run(connection, "unsigned_epochs", limit=AT_A_TIME)).fetchall()
            if rows:
                await _introduce(connection, own, self.keys[1:])
            for tournament, name, root, brought, index, boards_root in rows:
                signature = key.sign(statement(name, root, brought, index, boards_root))
                parts = {"signer": own, "signature": signature, "index": index}
                await run(connection, "sign_epoch", tournament_id=tournament, **parts)
        return len(rows)

    async def root(self, name: str) -> RootRow:
        """What is told of a tournament's secrets. Raises `UnknownTournament`."""
        async with self.transaction() as connection:
            found = await tournament_id(connection, name)
            secrets = await _secrets(connection, found)
            is_over = await value(connection, "is_all_over", tournament_id=found)
            signers = await fetch(connection, SignerRow, "signers")
        told, proof = _told(secrets, epochs.SCHEDULE) if is_over else (None, ())
        return RootRow(name, secrets.root, secrets.contribution, secrets.test_seed, told, proof, tuple(signers))

    async def epochs(self, name: str, limit: int | None = None, after: int = -1) -> list[EpochRow]:
        """A tournament's epochs: at most *limit* behind the one of index *after*. Raises `UnknownTournament`."""
        async with self.transaction() as connection:
            found = await tournament_id(connection, name)
            secrets = await _secrets(connection, found)
            rows = await fetch(connection, EpochRow, "epochs", tournament_id=found, after=after, limit=limit)
        return [_with_secret(row, secrets) if row.is_over else row for row in rows]


async def _introduce(connection: Connection, key: bytes, others: Sequence[Ed25519PrivateKey]) -> None:
    """Note a key that has not signed yet; one of *others* that has vouches for it."""
    if await value(connection, "has_signer", key=key):
        return
    for other in others:
        before = other.public_key().public_bytes_raw()
        if await value(connection, "has_signer", key=before):
            await run(connection, "add_signer", key=key, before=before, voucher=other.sign(key))
            return
    await run(connection, "add_signer", key=key, before=None, voucher=None)


async def _secrets(connection: Connection, tournament: int) -> Secrets:
    (found,) = await fetch(connection, Secrets, "secrets_of", tournament_id=tournament)
    return found


def _with_secret(row: EpochRow, secrets: Secrets) -> EpochRow:
    told, proof = _told(secrets, row.index)
    return replace(row, secret=told, proof=proof)


def _told(secrets: Secrets, epoch: int) -> tuple[bytes, tuple[bytes, ...]]:
    return epochs.secret(secrets.master, epoch), tuple(epochs.secret_proof(secrets.master, epoch))
