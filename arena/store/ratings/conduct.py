"""What boards were like: what tables are marked by."""

from collections import defaultdict
from typing import Any

from arena.league.findings.marks import Conduct
from arena.league.findings.voids import Void
from arena.store.database import Connection, Room, run
from arena.store.scales import Scale

Counts = dict[str, tuple[int, int]]  # by "name@version"


class Conducts(Room):
    """Fallbacks, forfeits, voids and lag."""

    async def conduct(self, tournament_id: int | None = None) -> dict[Scale, Conduct]:
        """Return conduct by scale.

        Of one tournament, or of all that official tables are made of.
        """
        async with self.transaction() as connection:
            await run(connection, "one_moment")
            decisions = await _counts(connection, "decisions", tournament_id)
            forfeits = await _counts(connection, "forfeited_boards", tournament_id)
            rows = await (await run(connection, "table_conduct", tournament_id=tournament_id)).fetchall()
        return {(scale := Scale(*row[:4])): Conduct(decisions[scale], forfeits[scale], *row[4:]) for row in rows}

    async def voids(self, tournament_id: int | None = None) -> dict[Scale, list[Void]]:
        """Return the boards that were voided, by scale.

        Of the tournaments that `conduct` looks at; a board as often as it was voided.
        """
        found: dict[Scale, list[Void]] = defaultdict(list)
        async with self.transaction() as connection:
            rows = await (await run(connection, "voids_by_scale", tournament_id=tournament_id)).fetchall()
        for *scale, at, line_up, cause in rows:
            found[Scale(*scale)].append(Void(at, tuple(line_up), cause))
        return found


async def _counts(connection: Connection, query: str, tournament_id: int | None) -> dict[Scale, Counts]:
    found: dict[Scale, Counts] = defaultdict(dict)
    rows: list[Any] = await (await run(connection, query, tournament_id=tournament_id)).fetchall()
    for *scale, bot, whole, part in rows:
        found[Scale(*scale)][bot] = whole, part
    return found
