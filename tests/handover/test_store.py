"""The SQL of leases and journals does what `arena.handover` says, in whatever order it is asked."""

import random

import pytest

from arena.handover import Lease, claimed, follows, holds
from arena.store import Store
from arena.store.errors import JournalGapError, LeaseLostError
from arena.store.play.rows import Claim
from tests.sizes import sized
from tests.store.conftest import database, house, store
from tests.store.house import House, piece, results

__all__ = ["database", "house", "store"]
NOW, LAPSED, LASTING = 0.0, -1.0, 60.0


class Twin:
    """A block in Postgres, and what the pure functions make of it."""

    def __init__(self, store: Store, chance: random.Random) -> None:
        self.store = store
        self.chance = chance
        self.lease = Lease()
        self.upto = 0
        self.claims: list[Claim] = []

    async def claim(self) -> None:
        """Claim the block, for a lease that may be over at once."""
        seconds = self.chance.choice([LAPSED, LASTING])
        claim, expected = await self.store.play.claim("w", seconds), claimed(self.lease, NOW, seconds)
        assert (claim is None) == (expected is None)
        if claim and expected:
            assert claim.lease_number == expected.number
            self.claims.append(claim)
            self.lease = expected

    async def renew(self) -> None:
        """Renew with a piece of a journal, which may leave actions out."""
        claim, seconds = self.chance.choice(self.claims), self.chance.choice([LAPSED, LASTING])
        start = self.chance.randint(0, self.upto + 1)
        row = piece(claim, claim.boards[0].games[0].game_id, start, b"\x01\x02")
        renewing = self.store.play.renew("w", [(claim.block_id, claim.lease_number)], [row], seconds)
        if not holds(self.lease, claim.lease_number):
            assert await renewing == {claim.block_id}
        elif not follows(self.upto, start):
            with pytest.raises(JournalGapError):
                await renewing
        else:
            assert await renewing == set()
            self.lease, self.upto = self.lease._replace(until=NOW + seconds), start + 2

    async def release(self) -> None:
        """Give it back, as its worker or as one that had it before."""
        claim = self.chance.choice(self.claims)
        await self.store.play.release(claim.block_id, claim.lease_number)
        if holds(self.lease, claim.lease_number):
            self.lease = self.lease._replace(state="owed")

    async def finish(self) -> None:
        claim = self.chance.choice(self.claims)
        finishing = self.store.play.finish(claim.block_id, claim.lease_number, results(claim))
        if holds(self.lease, claim.lease_number):
            await finishing
            self.lease = self.lease._replace(state="done")
        else:
            with pytest.raises(LeaseLostError):
                await finishing


@pytest.mark.parametrize("seed", range(sized(4, 12)))
async def test_postgres_and_the_functions_agree(house: House, store: Store, seed: int) -> None:
    chance = random.Random(seed)
    await house.tournament(boards=2)
    twin = Twin(store, chance)
    await twin.claim()
    for _ in range(25):
        await chance.choice([twin.claim, twin.claim, twin.renew, twin.renew, twin.renew, twin.release, twin.finish])()
