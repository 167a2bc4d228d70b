"""Read the journals of unfinished games, and rebuild the games from them."""

import asyncio
import json
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, replace
from typing import Final

from arena.rules import configure, replay, unpack
from arena.store.database import Connection, Room, fetch
from arena.store.errors import JournalGapError
from arena.store.play.rows import Journal, StoredGame

# Fields that the journals of older releases lack. The defaults mean that no opening of a seat is outstanding.
OLDER: Final = {"openings": [0] * 8, "unplaced": []}


@dataclass(frozen=True)
class Piece:
    """A stored row of a game's journal, written under *lease_number*.

    *actions*: varints, from the game's action *start* on, with as many *charges*. *state*: JSON, after these actions.
    """

    game_id: int
    start: int
    actions: bytes
    charges: bytes
    state: bytes
    clean: bool
    lease_number: int


def count_actions(actions: bytes) -> int:
    """Return the number of varints in *actions*. An unsigned LEB128 varint ends with its only byte below 128."""
    return sum(byte < 0x80 for byte in actions)


def first_actions(actions: bytes, count: int) -> bytes:
    """Return the bytes of the first *count* varints. Raises `JournalGapError` if there are fewer."""
    ends = [place + 1 for place, byte in enumerate(actions) if byte < 0x80]
    if count > len(ends):
        raise JournalGapError(f"a journal's piece starts at action {count}, and there are {len(ends)} before it")
    return actions[: ends[count - 1]] if count else b""


def join_pieces(pieces: Iterable[Piece]) -> Journal | None:
    """Join the journal of one game from its rows, in the order written.

    None if there are no rows. A row replaces all earlier actions from its start on, because a worker that does not know
    whether a row was stored sends it again. Actions of a row without charges get the charge 0. Raises `JournalGapError`
    if a row starts after the end of the earlier rows.
    """
    actions, charges, last = b"", b"", None
    for last in pieces:
        actions = first_actions(actions, last.start) + last.actions
        charges = first_actions(charges, last.start) + (last.charges or bytes(count_actions(last.actions)))
    if last is None:
        return None
    state = OLDER | json.loads(last.state)
    return Journal(actions=actions, charges=charges, clean=last.clean, lease_number=last.lease_number, **state)


async def journals_of(connection: Connection, game_ids: list[int]) -> dict[int, Journal | None]:
    """Return the journals of the given games by game id; games without a journal are left out."""
    pieces: dict[int, list[Piece]] = defaultdict(list)
    if not game_ids:
        return {}
    for piece in await fetch(connection, Piece, "journal_pieces", game_ids=game_ids):
        pieces[piece.game_id].append(piece)
    return {game_id: join_pieces(written) for game_id, written in pieces.items()}


PAGE: Final = 200  # games read at a time
SECOND: Final = 1_000_000  # microseconds per second


async def finished_open_games(room: Room, tournament_id: int, game: int | None) -> AsyncIterator[StoredGame]:
    """Yield the finished games of a tournament's open boards, in schedule order.

    *game*: the id of the only game to read; None: all. No connection is in use between pages.
    """
    number, rotation = -1, -1
    while True:
        after = {"tournament_id": tournament_id, "game": game, "number": number, "rotation": rotation, "page": PAGE}
        async with room.transaction() as connection:
            page = await fetch(connection, StoredGame, "open_games", **after)
            journals = await journals_of(connection, [each.id for each in page])
        for each in page:
            number, rotation = each.number, each.rotation
            journal = journals.get(each.id)
            if journal and (finished := await asyncio.to_thread(_rebuild, each, journal)):
                yield finished
        if len(page) < PAGE:
            return


def _rebuild(game: StoredGame, journal: Journal) -> StoredGame | None:
    """Return an open game, seated as before a "draw", with its journal; None if unfinished or of another revision."""
    rules = configure(game.variant, options=game.options)
    if rules.revision != game.revision:
        return None
    elapsed_s = [played // SECOND for played in journal.played_us]
    played = replay(rules, game.seed, unpack(journal.actions), elapsed_s)
    if not played.is_over:
        return None
    seats = [game.seats[player] for player in played.seating]
    return replace(game, seats=seats, actions=journal.actions, infractions=journal.infractions, elapsed_s=elapsed_s)
