"""What is stored of the memory test: sums of rated boards by bot, and by its first and last seat."""

from collections import defaultdict

from arena.league.ratings.memory import MetAgain
from arena.store.database import Database, run
from arena.store.names import tournament_id


class Meetings(Database):
    """What bots scored when they met a deal first, and last."""

    async def met_again(self, name: str) -> dict[tuple[str, int], list[MetAgain]]:
        """Of a tournament's rated boards, by variant and its seats (partners: sides). Raises `UnknownTournament`."""
        found: dict[tuple[str, int], list[MetAgain]] = defaultdict(list)
        async with self.transaction() as connection:
            which = await tournament_id(connection, name)
            rows = await (await run(connection, "met_again", tournament_id=which)).fetchall()
        for variant, seats, *sums in rows:
            found[variant, seats].append(MetAgain(*sums))
        return dict(found)
