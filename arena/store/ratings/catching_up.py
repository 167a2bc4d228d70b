"""Let readers wait, briefly, for the rater to catch up.

The rater's work runs in the background: no reader does it, or waits for it for long.
"""

from arena.store.database import Database
from arena.store.ratings.errand import Errand
from arena.store.ratings.official import OfficialTables
from arena.store.ratings.rater import Rater

PATIENCE = 1.0  # seconds


class CatchingUp(Rater, OfficialTables):
    """Background runs of the rater that readers may ask for.

    Attributes:
        patience: seconds that a reader waits for each of these at most; None where none of this is
            done in this process: workers and gateways do it, and readers take what there is.
    """

    patience: float | None = PATIENCE

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._rating = Errand(self.rate)
        self._fitting = Errand(self.fit_tables)

    async def catch_up(self) -> None:
        """Wait for the rater to rate what was closed."""
        await self._ask(self._rating)

    async def catch_up_fits(self) -> None:
        """Wait for the rater, then for the official tables' fit."""
        await self.catch_up()
        await self._ask(self._fitting)

    async def refresh_fits(self) -> None:
        """Have the official tables fitted; do not wait for it."""
        if self.patience is not None:
            await self._fitting.ask(0.0)

    async def _ask(self, errand: Errand) -> None:
        if self.patience is not None:
            await errand.ask(self.patience)

    async def stop(self) -> None:
        """Stop the background runs."""
        for each in (self._rating, self._fitting):
            await each.stop()
