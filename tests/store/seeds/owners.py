"""Owners who bring in numbers for a tournament."""

import psycopg
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from arena.league.seeds.contributions import nonce_commitment
from arena.store.accounts.rows import Principal
from arena.store.tournaments.rows import NewTournament, NewVariant
from tests.store.house import House, token

KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))
CUP = NewTournament(
    "cup", [NewVariant("spades-4")], ["a1", "a2", "b1", "b2"], 2, allow_same_owner=True, contributions=True
)


class Owners:
    """Owners with their numbers; each nonce is its own."""

    def __init__(self, house: House, database: str) -> None:
        self.store, self._house, self._database = house.store, house, database
        self.store.tournaments.keys = (KEY,)

    async def caller(self, name: str) -> Principal:
        found = await self.store.accounts.principal(token(name))
        assert found is not None
        return found

    def nonce(self, name: str, attempt: int = 0) -> bytes:
        return token(f"{name}'s {attempt}")

    async def commit(self, name: str, attempt: int = 0, nonce: bytes | None = None) -> None:
        promised = nonce_commitment("cup", attempt, name, nonce or self.nonce(name, attempt))
        await self.store.tournaments.contribute("cup", await self.caller(name), attempt, promised)

    async def reveal(self, name: str, attempt: int = 0, nonce: bytes | None = None) -> None:
        caller = await self.caller(name)
        await self.store.tournaments.reveal_nonce("cup", caller, attempt, nonce or self.nonce(name, attempt))

    async def start(self) -> str:
        """Its state behind it; the list is signed as the API has it."""
        row = await self.store.tournaments.start_tournament("cup")
        await self.store.tournaments.sign_roots()
        return row.state

    async def tend(self) -> str:
        """What a gateway does every few seconds; the tournament's state behind it."""
        await self.store.tend()
        return (await self.store.tournaments.named("cup")).state

    def wait(self, seconds: int) -> None:
        """As if a gateway had been there for so long."""
        self._execute(f"UPDATE contribution_lists SET waited = waited + interval '{seconds} seconds'")

    def be_silent(self, seconds: int) -> None:
        self._execute(f"UPDATE contributions SET reported = reported - interval '{seconds} seconds'")

    def be_away(self, seconds: int) -> None:
        """As if no gateway had been there for so long."""
        self._execute(f"UPDATE contribution_lists SET looked = looked - interval '{seconds} seconds'")

    def _execute(self, statement: str) -> None:
        with psycopg.connect(self._database, autocommit=True) as sql:
            sql.execute(statement)
