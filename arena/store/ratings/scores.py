"""Read scores by seat, boards of two bots, and lists of games."""

import asyncio
import json
from dataclasses import dataclass, replace
from typing import Any, Final

from arena.escapes import clip
from arena.league.ratings.boards import BoardScore, games_each
from arena.league.ratings.course import Course, follow_scores
from arena.league.ratings.tally import LineUpTally
from arena.store.accounts.versions import find_version
from arena.store.database import QUERIES, Connection, Room, fetch, select, value
from arena.store.errors import UnknownTournamentError
from arena.store.names import NEWEST, entrant_id, find_entrant, tournament_id
from arena.store.play.archive import refuse_archived
from arena.store.ratings.official import by_scale
from arena.store.scales import Scale
from arena.wire.gen.records_pb2 import ListGamesRequest, Loss, MetBoard

STRETCH: Final = 5000  # board numbers that one call of `met_boards` searches
MOST_MET: Final = 500  # maximum of boards that one call of `met_boards` returns
FIRST_GAME: Final = (-1, -1)  # position before all games: (board number, rotation)


@dataclass(frozen=True)
class SeatRow:
    """A version's sums over its games in one seat; where partners play, on one side.

    *seats*: of the game. *tables_per_board*: above 1, half points are won from the bots in the same seat at other
    tables. *first_dealer*: a seat number or "draw", as in the rules' options. *halves*: half points. *squares*: sum of
    their squares.
    """

    variant: str
    first_dealer: str
    seats: int
    tables_per_board: int
    version_id: int
    seat: int
    games: int
    halves: int
    squares: int
    points: int


@dataclass(frozen=True)
class GameRow:
    """A game. *bots* ("name@version"), *ranks*, *scores* are by seat; None while it has no result.

    *played*: the minute (UTC) in which its board was last begun. *loss*: in `dearest_games`, points
    below the mean of the others with the same cards.
    """

    id: int
    board: int  # board number
    rotation: int
    variant: str
    is_closed: bool
    bots: list[str]
    ranks: list[int] | None
    scores: list[int] | None
    ended: str | None
    infractions: int | None
    pool: str
    played: str
    loss: float | None = None


FROM_THE_FIRST: Final = {"board": -1, "rotation": -1, "before": False, "limit": None}
MAX_COUNTED: Final = 10_000  # games that `count_games` counts
QUERIES["count_games"] = b"SELECT count(*) FROM (" + QUERIES["games"].rstrip(b";") + b") AS listed"
WON: Final = {"won": True, "lost": False}  # by `result` of a request


class Reading(Room):
    """Read closed boards for the web page and the API."""

    async def seat_scores(self, name: str, bot: str = "") -> list[SeatRow]:
        """Return sums over a tournament's rated boards, by variant, version and seat.

        *bot*: only this one; "": all. Raises `UnknownTournamentError`, `UnknownBotError`.
        """
        async with self.transaction() as connection:
            id_ = await tournament_id(connection, name)
            version_id = await entrant_id(connection, id_, bot, name) if bot else None
            return await fetch(connection, SeatRow, "seat_scores", tournament_id=id_, version_id=version_id)

    async def courses(self, tournament_id: int) -> dict[str, tuple[list[int], dict[int, Course]]]:
        """Return `follow_scores` of a tournament's rated boards, by variant."""
        rows = await self._select("board_scores", tournament_id=tournament_id)
        return {
            variant: await asyncio.to_thread(lambda text, tables: follow_scores(json.loads(text), tables), text, tables)
            for variant, tables, text in rows
        }

    async def find_version(self, bot: str) -> tuple[int, str]:
        """Return version id and "name@version" for "name@version" or "name". Raises `UnknownBotError`."""
        async with self.transaction() as connection:
            version = await find_version(connection, bot)
        return version.id, version.bot

    async def find_entrant(self, tournament: str, bot: str) -> str:
        """Return the "name@version" of a tournament's entrant, given as "name@version" or "name".

        Raises `UnknownTournamentError`, and `UnknownBotError` for a bot that does not take part.
        """
        async with self.transaction() as connection:
            id_ = await tournament_id(connection, tournament)
            return (await find_entrant(connection, id_, bot, tournament))[1]

    async def tallies_of_pair(
        self, version_id: int, opponent_id: int, tournament: str | None, variant: str | None
    ) -> dict[Scale, list[LineUpTally]]:
        """Return tallies of the rated boards with both versions, by scale, newest rules first.

        *tournament*, *variant*: only these; None: all. Raises `UnknownTournamentError`.
        """
        pair = {"version_id": version_id, "opponent_id": opponent_id, "variant": variant}
        async with self.transaction() as connection:
            only = None if tournament is None else await tournament_id(connection, tournament)
            return by_scale(await select(connection, "tallies_of_pair", tournament_id=only, **pair))

    async def newest_in_rotations(self, version_id: int, bot: str, variant: str | None) -> str:
        """Return the newest tournament in which a version has a closed board with rotations; gates come last.

        *bot*: the version's name, for the error text. Raises `UnknownTournamentError` if there is no such tournament.
        """
        name = await self._value("newest_in_rotations", version_id=version_id, variant=variant)
        if name is None:
            of = f" of {variant}" if variant else ""
            boards = f"with a closed board{of} that was played in rotations: `arena tournament list` has all there are"
            raise UnknownTournamentError(f"bot {clip(bot)!r} is in no tournament, and no gate of two sides, {boards}")
        return str(name)

    async def losses(self, tournament: str, bot: str, variant: str | None, limit: int) -> tuple[int, list[Loss]]:
        """Return a bot's number of closed boards with rotations, and on which it lost most (at most *limit*).

        Raises `UnknownTournamentError`, and `UnknownBotError` for a bot that does not take part.
        """
        async with self.transaction() as connection:
            id_ = await tournament_id(connection, tournament)
            version_id = await entrant_id(connection, id_, bot, tournament)
            which = {"tournament_id": id_, "version_id": version_id, "variant": variant}
            boards = int(await value(connection, "boards_in_rotations", **which))
            return boards, await fetch(connection, Loss, "losses", limit=limit, **which)

    async def games(
        self, wanted: ListGamesRequest, limit: int | None = None, board: int = -1, rotation: int = -1, before: int = 0
    ) -> list[GameRow]:
        """Return the games of closed boards that match *wanted*, in schedule order.

        Returns at most *limit* games (None: all) after that of *board* (a number) and *rotation*. If *before* is not 0,
        the games are those before it, the last one first. Raises `UnknownTournamentError`, `UnknownBotError` for a bot
        that does not take part, and `ArchivedError` if games of the tournament were moved to a file.
        """
        place = {"board": board, "rotation": rotation, "before": before != 0, "limit": limit}
        async with self.transaction() as connection:
            return await fetch(connection, GameRow, "games", **await _which(connection, wanted), **place)

    async def count_games(self, wanted: ListGamesRequest) -> int:
        """Return the number of games that `games` finds, counted up to `MAX_COUNTED` + 1. Raises as `games`."""
        async with self.transaction() as connection:
            place = FROM_THE_FIRST | {"limit": MAX_COUNTED + 1}
            return int(await value(connection, "count_games", **await _which(connection, wanted), **place))

    async def dearest_games(self, wanted: ListGamesRequest, limit: int) -> list[GameRow]:
        """Return at most *limit* games of closed boards that cost *wanted.bot* most points. Raises as `games`."""
        async with self.transaction() as connection:
            which = await _which(connection, wanted)
            losses: dict[int, float] = dict(await select(connection, "dearest_games", limit=limit, **which))
            whole = which | FROM_THE_FIRST | {"ids": [*losses]}
            games = {game.id: game for game in await fetch(connection, GameRow, "games", **whole)}
            return [replace(games[game], loss=loss) for game, loss in losses.items()]

    async def met_boards(
        self, tournament: str, bots: tuple[str, str], variant: str | None, first: int
    ) -> tuple[list[MetBoard], int | None]:
        """Return the boards on which two bots are compared, from board number *first* on.

        *bots*: "name@version" or "name". *variant*: None: all. Also returns the *first* of the next page, None after
        the last. Raises `UnknownTournamentError`, and `UnknownBotError` for a bot that does not take part.
        """
        async with self.transaction() as connection:
            id_ = await tournament_id(connection, tournament)
            versions = [await entrant_id(connection, id_, bot, tournament) for bot in bots]
            place = {"first": first, "behind": first + STRETCH, "limit": MOST_MET + 1}
            which = {"tournament_id": id_, "versions": versions, "variant": variant}
            rows = await select(connection, "met_boards", **which, **place)
            following: int | None = first + STRETCH
            if len(rows) > MOST_MET:
                following = int(rows[MOST_MET][1])
            elif not await value(connection, "has_boards_from", tournament_id=id_, first=following):
                following = None
        return [row for each in rows[:MOST_MET] if (row := _met_board(each, *versions))], following


async def _which(connection: Connection, wanted: ListGamesRequest) -> dict[str, Any]:
    """Return the query parameters of a filter. Raises `UnknownTournamentError`, `UnknownBotError`, `ArchivedError`."""
    id_ = await tournament_id(connection, wanted.name)
    await refuse_archived(connection, id_)
    version_id = await entrant_id(connection, id_, wanted.bot, wanted.name) if wanted.bot else None
    seat = wanted.seat if wanted.HasField("seat") else None
    filters = {"variant": wanted.variant or None, "seat": seat, "won": WON.get(wanted.result)}
    more = {"seat_id": min(wanted.seat_id, NEWEST) or None, "open": wanted.open, "ids": None}
    return {"tournament_id": id_, "version_id": version_id, **filters, **more}


def _met_board(fields: tuple[Any, ...], version: int, opponent: int) -> MetBoard | None:
    """Return one board's message; None if the two versions are not compared on this board."""
    id_, number, variant, line_up, halves, points, infractions, tables = fields
    board = BoardScore(number, variant, tuple(line_up), tuple(halves), tuple(points), tuple(infractions), tables)
    if not any(version in field and opponent in field for field in board.fields):
        return None
    one, other = board.line_up.index(version), board.line_up.index(opponent)
    games = games_each(len(board.line_up), board.tables_per_board)
    return MetBoard(
        board=str(id_),
        number=number,
        variant=variant,
        score=board.score(one, other),
        points=board.points[one] / games,
        opponent_points=board.points[other] / games,
    )
