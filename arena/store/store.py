"""Combine all groups of Postgres queries in one class, `Store`."""

import asyncio
import logging
from pathlib import Path
from typing import Any, Final, Self

from arena.store.accounts.invites import Invites, Sessions
from arena.store.accounts.operators import Acts
from arena.store.accounts.owners import People
from arena.store.accounts.pairs import Pairs
from arena.store.accounts.tokens import Tokens
from arena.store.accounts.versions import SubmittedVersions
from arena.store.bundles.keeping import Archives, ArchivesInFolder, ArchivesInPostgres, SubmittedBundles
from arena.store.bundles.submitting import Submitting
from arena.store.database import Database
from arena.store.errors import StoreUnavailableError
from arena.store.gates.challenges import Challenges
from arena.store.gates.gates import Gates
from arena.store.locks import CALL
from arena.store.play.claims import Claims
from arena.store.play.infractions import Infractions
from arena.store.play.presence import Presence
from arena.store.play.results import Results
from arena.store.practice.tables import PracticeTables
from arena.store.ratings.catching_up import CatchingUp
from arena.store.ratings.findings import Findings
from arena.store.ratings.receipts import Receipts
from arena.store.ratings.scores import Reading
from arena.store.tournaments.absence import Absence
from arena.store.tournaments.balances import Balances
from arena.store.tournaments.beacons import Beacons
from arena.store.tournaments.entries import Entries
from arena.store.tournaments.estimating import Estimating
from arena.store.tournaments.exporting import Exporting
from arena.store.tournaments.lifecycle import Lifecycle
from arena.store.tournaments.planning import Extending
from arena.store.tournaments.roots import Roots
from arena.store.tournaments.rounds import Rounds

logger = logging.getLogger(__name__)
RETRY: Final = 1.0  # seconds between two attempts to reach Postgres


class Accounts(People, Pairs, Tokens, Invites, Sessions, SubmittedVersions, Acts):
    """Owners, bots, versions, pairs, tokens, invites, sessions, submitted versions, and operators' acts."""


class Tournaments(
    Lifecycle, Beacons, Extending, Entries, Absence, Rounds, Balances, Estimating, Gates, Challenges, Roots, Exporting
):
    """Tournaments and gates, from creation to their end."""


class Bundles(Submitting, SubmittedBundles):
    """Uploads, bundles, checks and seat logs of submitted bots."""


class Play(Claims, Results, Infractions, Presence):
    """Claims, leases, journals, results and infractions; gateways and workers."""


class Ratings(CatchingUp, Receipts, Findings, Reading):
    """Live Elo, official tables, and statistics of closed boards."""


class Store(Database):
    """All durable state, with one attribute per topic; used from one asyncio loop.

    Every method may raise `StoreUnavailableError`; the caller may then try again. Other errors: `arena.store.errors`.
    """

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.accounts = Accounts(self)
        self.tournaments = Tournaments(self)
        self.play = Play(self)
        self.ratings = Ratings(self)
        self.practice = PracticeTables(self)
        self.bundles = Bundles(self)
        self.archives: Archives = ArchivesInPostgres(self)

    @classmethod
    async def open_when_up(cls, dsn: str, size: int = 4, statement_timeout: float = CALL) -> Self:
        """Open a store as `open` does; while Postgres is not available, wait and log that once."""
        is_logged = False
        while True:
            try:
                return await cls.open(dsn, size, statement_timeout)
            except StoreUnavailableError as problem:
                if not is_logged:
                    logger.warning("waiting for the store: %s", problem)
                is_logged = True
                await asyncio.sleep(RETRY)

    async def close(self) -> None:
        """Stop the background runs of the rater, and close all connections."""
        await self.ratings.stop()
        await super().close()

    def keep_archives_in(self, folder: Path | None) -> None:
        """Store the archives of bundles as files in *folder*; None: in Postgres."""
        self.archives = ArchivesInPostgres(self) if folder is None else ArchivesInFolder(folder)

    async def tend(self) -> dict[str, int]:
        """Do the periodic work: judge gates, draw rounds, sign roots, handle absent bots, rate boards.

        Returns the number of wake-ups to send to workers, by family of variants.
        """
        await self.tournaments.judge_gates()
        await self.tournaments.draw_rounds()
        await self.tournaments.sign_roots()
        return await self.ratings.sweep()
