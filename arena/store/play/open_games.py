"""Read finished games of boards that are still open.

Their results are stored with those of the block; until then they are in the journal.
"""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, Final

from arena.rules import configure, replay, unpack
from arena.store.database import Room, fetch
from arena.store.play.journals import journals_of
from arena.store.play.rows import Journal, StoredGame

PAGE: Final = 200  # games
SECOND: Final = 1_000_000  # microseconds


@dataclass(frozen=True)
class _OpenGame:
    """A game with a journal and no result.

    *players*: "name@version" by seat before a "draw".
    """

    id: int
    variant: str
    options: dict[str, Any]
    revision: int
    seed: bytes
    players: list[str]
    number: int
    rotation: int


async def finished_open_games(room: Room, tournament_id: int, game: int | None) -> AsyncIterator[StoredGame]:
    """Yield a tournament's finished games of open boards, in schedule order.

    *game*: the only one to look at, None for all. No connection is held between pages.
    """
    number, rotation = -1, -1
    while True:
        after = {"tournament_id": tournament_id, "game": game, "number": number, "rotation": rotation, "page": PAGE}
        async with room.transaction() as connection:
            page = await fetch(connection, _OpenGame, "open_games", **after)
            journals = await journals_of(connection, [each.id for each in page])
        for each in page:
            number, rotation = each.number, each.rotation
            journal = journals.get(each.id)
            if journal and (finished := await asyncio.to_thread(_finished, each, journal)):
                yield finished
        if len(page) < PAGE:
            return


def _finished(game: _OpenGame, journal: Journal) -> StoredGame | None:
    """Return the game as it is stored; None while it goes on.

    A game of a rules revision that this release does not play counts as going on.
    """
    rules = configure(game.variant, options=game.options)
    if rules.revision != game.revision:
        return None
    elapsed_s = [played // SECOND for played in journal.played_us]
    played = replay(rules, game.seed, unpack(journal.actions), elapsed_s)
    if not played.is_over:
        return None
    seats = [game.players[player] for player in played.seating]
    about = (game.id, game.variant, game.options, game.revision, game.seed)
    return StoredGame(*about, seats, journal.actions, journal.infractions, elapsed_s)
