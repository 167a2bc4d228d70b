"""Acts of operators, for whoever asks later who did what."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from arena.store.database import Room, fetch, run, value

NEWEST: Final = 2**63 - 1  # an id that no act has: all were begun before it


@dataclass(frozen=True)
class Act:
    """One act: *outcome* is "done", a status in which it was refused, or "begun" where nobody knows."""

    id: int
    at: datetime
    token_id: int
    label: str  # of the token, "" where it has none
    operation: str  # the call of ArenaService
    about: str
    outcome: str


class Acts(Room):
    """What operators did, and when."""

    async def begin_act(self, token_id: int, operation: str, about: str) -> int:
        """Note an act before it is done; return its id."""
        async with self.transaction() as connection:
            found = await value(connection, "begin_act", token_id=token_id, operation=operation, about=about)
            return int(found)

    async def end_act(self, act_id: int, outcome: str) -> None:
        """Note what came of the act."""
        async with self.transaction() as connection:
            await run(connection, "end_act", id=act_id, outcome=outcome)

    async def acts(self, since: datetime | None = None, limit: int | None = None, before: int = NEWEST) -> list[Act]:
        """Return the acts from *since* on (None: all), the newest first.

        At most *limit* (None: all) that were begun before the one of the id *before*.
        """
        async with self.transaction() as connection:
            return await fetch(connection, Act, "acts", since=since, limit=limit, before=before)
