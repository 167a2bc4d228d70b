"""Read closed boards from Postgres as `BoardScore`, the type that the league computes with."""

import secrets
from collections.abc import AsyncGenerator
from typing import Any, NamedTuple

from arena.league.ratings.boards import BoardScore
from arena.store.database import QUERIES, Connection
from arena.store.scales import Scale

BATCH = 1000  # boards fetched at a time; the loop runs other tasks in between


class StoredBoard(NamedTuple):
    """A closed board, with columns that only the store needs.

    *rated*: whether a rating has counted the board. *is_block_new*: whether its block has boards that no rating has
    counted. *variant_index*: the index of its variant in the tournament. *seat_halves*: half points won from each seat
    over all rotations; where partners play, from each side. None for a board of several tables, since each table has
    other bots.
    """

    id: int
    block_id: int
    rated: bool
    is_block_new: bool
    variant_index: int
    scale: Scale
    board: BoardScore
    seat_halves: list[int] | None


async def read_boards(
    connection: Connection, tournament_id: int, rated_too: bool = True, variant_index: int | None = None
) -> AsyncGenerator[StoredBoard]:
    """Yield the closed boards of a tournament in schedule order.

    *rated_too*: also boards that a rating has counted; False: only boards of blocks with boards that no rating has
    counted. *variant_index*: only boards of this variant; None: of all variants.
    """
    async with connection.cursor(name=f"boards_{secrets.token_hex(4)}") as cursor:
        parameters = {"tournament_id": tournament_id, "rated_too": rated_too, "variant_index": variant_index}
        await cursor.execute(QUERIES["closed_boards"], parameters, binary=True)
        while rows := await cursor.fetchmany(BATCH):
            for row in rows:
                yield _stored_board(row)


def _stored_board(row: tuple[Any, ...]) -> StoredBoard:
    id_, block_id, rated, is_block_new, variant_index, *scale, seat_halves = row[:10]
    number, line_up, halves, points, infractions, tables = row[10:]
    board = BoardScore(number, scale[0], tuple(line_up), tuple(halves), tuple(points), tuple(infractions), tables)
    return StoredBoard(id_, block_id, rated, is_block_new, variant_index, Scale(*scale), board, seat_halves)
