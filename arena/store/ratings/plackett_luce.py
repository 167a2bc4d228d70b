"""Store the second opinion: Plackett-Luce beliefs of settled tournaments.

Games are folded in one by one, in schedule order, whenever somebody asks for the numbers.
"""

import asyncio
from collections import defaultdict
from dataclasses import dataclass

from arena.league.ratings.plackett_luce import Belief, PlayedGame, fold
from arena.store.database import Connection, Room, run, run_all, value
from arena.store.locks import OPINE

CHUNK = 500  # boards folded in a transaction

Key = tuple[str, int]  # variant, revision


@dataclass(frozen=True)
class Opinions:
    """Beliefs by variant and revision, then by version id.

    They come from all boards of settled tournaments but *behind* of them.
    """

    beliefs: dict[Key, dict[int, Belief]]
    behind: int


class SecondOpinions(Room):
    """Plackett-Luce beliefs of settled tournaments."""

    async def opine(self) -> None:
        """Fold in what was settled since the last time.

        One chunk a transaction, under the advisory lock `OPINE`. A rebuild of the ratings begins
        anew.
        """
        while await self.alone(OPINE, _advance):
            pass

    async def opinions(self) -> Opinions:
        """Return today's beliefs, and how many settled boards they lack."""
        async with self.transaction() as connection:
            await run(connection, "one_moment")
            behind = int(await value(connection, "opinions_behind"))
            return Opinions(await _beliefs(connection), behind)


async def _advance(connection: Connection) -> bool:
    """Fold in the next boards; False where there are none."""
    rows = await (await run(connection, "games_to_opine", most=CHUNK)).fetchall()
    if not rows:
        return False
    games: dict[Key, list[PlayedGame]] = defaultdict(list)
    for _, _, variant, revision, sides, seated, ranks in rows:
        games[variant, revision].append(PlayedGame(seated, ranks, sides))
    before = await _beliefs(connection)
    after = {key: await asyncio.to_thread(fold, before.get(key, {}), own) for key, own in games.items()}
    moved = [
        {
            "variant": key[0],
            "revision": key[1],
            "version_id": player,
            "mu": now.mu,
            "sigma": now.sigma,
            "games": now.games,
        }
        for key, beliefs in after.items()
        for player, now in beliefs.items()
        if now != before.get(key, {}).get(player)
    ]
    await run_all(connection, "put_opinion", moved)
    await run(connection, "mark_opined", settled=rows[-1][0], number=rows[-1][1])
    return True


async def _beliefs(connection: Connection) -> dict[Key, dict[int, Belief]]:
    found: dict[Key, dict[int, Belief]] = defaultdict(dict)
    for variant, revision, player, *numbers in await (await run(connection, "opinions")).fetchall():
        found[variant, revision][player] = Belief(*numbers)
    return dict(found)
