"""The adapter: everything the house asks of Postgres, in one class."""

from arena.store.accounts.owners import People
from arena.store.accounts.pairs import Pairs
from arena.store.accounts.tokens import Tokens
from arena.store.play.claims import Claims
from arena.store.play.faults import Faults
from arena.store.play.gateways import Gateways
from arena.store.play.leases import Leases
from arena.store.play.results import Results
from arena.store.play.workers import Workers
from arena.store.ratings.catching_up import CatchingUp
from arena.store.ratings.luck import Luck
from arena.store.ratings.memory import Memory
from arena.store.ratings.receipts import Receipts
from arena.store.ratings.scores import Reading
from arena.store.ratings.seat_effects import Seats
from arena.store.tournaments.absence import Absence
from arena.store.tournaments.balances import Balances
from arena.store.tournaments.entries import Entries
from arena.store.tournaments.estimating import Estimating
from arena.store.tournaments.extending import Extending
from arena.store.tournaments.gates import Gates
from arena.store.tournaments.lifecycle import Tournaments
from arena.store.tournaments.rounds import Rounds


class Store(
    People,
    Pairs,
    Tokens,
    Gateways,
    Tournaments,
    Extending,
    Entries,
    Absence,
    Rounds,
    Balances,
    Estimating,
    Claims,
    Leases,
    Results,
    CatchingUp,
    Receipts,
    Luck,
    Seats,
    Gates,
    Faults,
    Reading,
    Memory,
    Workers,
):
    """The truth, in Postgres. `await Store.open(dsn)`, `await store.close()`; used from one asyncio loop.

    Every method may raise `StoreUnavailable`: try again. The rows are in `arena.store.rows`, the conditions in
    `arena.store.errors`, the states of things in the migrations.
    """

    async def tend(self) -> dict[str, int]:
        """Do the chores of every few seconds: gates, rounds, absence, ratings.

        Returns how many wake-ups to send, by family of variants.
        """
        await self.judge_gates()
        await self.draw_rounds()
        wake_ups = await self.sweep()
        await self.fit_tables()
        return wake_ups
