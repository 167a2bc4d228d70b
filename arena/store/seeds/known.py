"""Deals that anybody knows, those of the benchmark: nothing is drawn, and nothing promised."""

from collections import Counter
from collections.abc import Sequence

from psycopg.types.json import Jsonb

from arena.league.benchmark import deal_seed
from arena.store.database import Connection, run
from arena.store.seeds.epochs import Occasion


class KnownDeals:
    """The only epoch of a benchmark, used as `Epoch` is. Each variant's deals come in order, from 0."""

    index = 0

    def __init__(self, tournament_id: int, seed: str) -> None:
        """Begin with deal 0; *seed*: the benchmark's, from which all deals follow."""
        self._tournament_id = tournament_id
        self._seed = seed
        self._dealt: Counter[str] = Counter()

    def promise(
        self, number: int, deal: int, variant: str, tables: int, line_up: Sequence[int], sitting: Sequence[int] | None
    ) -> bytes:
        """Return the seed of the next board. The parameters are those of `Epoch.promise`."""
        self._dealt[variant] += 1
        return deal_seed(self._seed, variant, self._dealt[variant] - 1)

    async def store(self, connection: Connection, occasion: Occasion) -> None:
        """Store it, without a root."""
        about = {"occasion": occasion.name, "terms": Jsonb(occasion.terms), "root": None}
        about |= {"first": 0, "boards": self._dealt.total()}
        await run(connection, "add_epoch", tournament_id=self._tournament_id, index=self.index, **about)
