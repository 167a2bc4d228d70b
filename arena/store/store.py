"""The adapter: everything the house asks of Postgres, in one class."""

from arena.store.absence import Absence
from arena.store.balances import Balances
from arena.store.claims import Claims
from arena.store.entries import Entries
from arena.store.estimating import Estimating
from arena.store.extending import Extending
from arena.store.faults import Faults
from arena.store.gates import Gates
from arena.store.gateways import Gateways
from arena.store.leases import Leases
from arena.store.meetings import Meetings
from arena.store.opinions import SecondOpinions
from arena.store.pairs import Pairs
from arena.store.people import People
from arena.store.ratings import Ratings
from arena.store.reading import Reading
from arena.store.receipts import Receipts
from arena.store.replays import Replays
from arena.store.results import Results
from arena.store.rounds import Rounds
from arena.store.seats import Seats
from arena.store.tokens import Tokens
from arena.store.tournaments import Tournaments
from arena.store.workers import Workers


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
    Ratings,
    Receipts,
    SecondOpinions,
    Replays,
    Seats,
    Gates,
    Faults,
    Reading,
    Meetings,
    Workers,
):
    """The truth, in Postgres. `await Store.open(dsn)`, `await store.close()`; used from one asyncio loop.

    Every method may raise `StoreUnavailable`: try again. The rows are in `arena.store.rows`, the conditions in
    `arena.store.errors`, the states of things in the migrations.
    """

    async def tend(self) -> dict[str, int]:
        """What has to be looked after every few seconds, by whoever: gates, rounds, who is away, ratings.

        Returns how many wake-ups to send, by family of variants.
        """
        await self.judge_gates()
        await self.draw_rounds()
        return await self.sweep()
