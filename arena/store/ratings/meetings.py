"""List the boards on which two given bots are compared."""

from dataclasses import dataclass
from typing import Any, Final

from arena.league.ratings.boards import BoardScore, games_each
from arena.store.database import Room, select, value
from arena.store.names import entrant_id, tournament_id

STRETCH: Final = 5000  # board numbers that one call searches
MOST: Final = 500  # maximum of boards that one call returns


@dataclass(frozen=True)
class MetRow:
    """A closed board of two bots: *score* (0 to 1) of the first against the second, and mean points per game."""

    id: int
    number: int
    variant: str
    score: float
    points: float
    opponent_points: float


class Meetings(Room):
    """List the common boards of two bots."""

    async def met_boards(
        self, tournament: str, bots: tuple[str, str], variant: str | None, first: int
    ) -> tuple[list[MetRow], int | None]:
        """Return the boards on which two bots are compared, from board number *first* on.

        *bots*: "name@version" or "name". *variant*: None: all. Also returns the *first* of the next page, None after
        the last. Raises `UnknownTournamentError`, and `UnknownBotError` for a bot that does not take part.
        """
        async with self.transaction() as connection:
            id_ = await tournament_id(connection, tournament)
            versions = [await entrant_id(connection, id_, bot, tournament) for bot in bots]
            place = {"first": first, "behind": first + STRETCH, "limit": MOST + 1}
            which = {"tournament_id": id_, "versions": versions, "variant": variant}
            rows = await select(connection, "met_boards", **which, **place)
            following: int | None = first + STRETCH
            if len(rows) > MOST:
                following = int(rows[MOST][1])
            elif not await value(connection, "has_boards_from", tournament_id=id_, first=following):
                following = None
        return [row for each in rows[:MOST] if (row := _row(each, *versions))], following


def _row(fields: tuple[Any, ...], version: int, opponent: int) -> MetRow | None:
    """Return one board's row; None if the two versions are not compared on this board."""
    id_, number, variant, line_up, halves, points, infractions, tables = fields
    board = BoardScore(number, variant, tuple(line_up), tuple(halves), tuple(points), tuple(infractions), tables)
    if not any(version in field and opponent in field for field in board.fields):
        return None
    one, other = board.line_up.index(version), board.line_up.index(opponent)
    games = games_each(len(board.line_up), board.tables_per_board)
    own, opposite = board.points[one] / games, board.points[other] / games
    return MetRow(id_, number, variant, board.score(one, other), own, opposite)
