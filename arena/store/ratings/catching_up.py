"""Readers let the rater catch up before they read; none of them does its work, or waits for it for long."""

from arena.store.database import Database
from arena.store.ratings.errand import Errand
from arena.store.ratings.official import OfficialTables
from arena.store.ratings.plackett_luce import SecondOpinions
from arena.store.ratings.rater import Rater

PATIENCE = 1.0  # seconds


class CatchingUp(Rater, OfficialTables, SecondOpinions):
    """What readers ask of the rater.

    Attributes:
        patience: seconds that a reader waits for each of these at most.
    """

    patience = PATIENCE

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._rating = Errand(self.rate)
        self._fitting = Errand(self.fit_tables)
        self._opining = Errand(self.opine)

    async def catch_up(self) -> None:
        """Let what was closed be rated."""
        await self._rating.ask(self.patience)

    async def catch_up_fits(self) -> None:
        """Let what was closed be rated, and the official tables be fitted to it."""
        await self.catch_up()
        await self._fitting.ask(self.patience)

    async def catch_up_opinions(self) -> None:
        """Let the second opinion fold in what was settled."""
        await self._opining.ask(self.patience)

    async def stop(self) -> None:
        """Give up what is done for readers."""
        for each in (self._rating, self._fitting, self._opining):
            await each.stop()
