"""Read scores by seat, head to head, and lists of games."""

from dataclasses import dataclass, replace
from typing import Any, Final

from arena.escapes import cut
from arena.league.ratings.tally import LineUpTally
from arena.store.accounts.versions import find_version
from arena.store.database import Connection, Room, fetch, select, value
from arena.store.errors import UnknownTournamentError
from arena.store.names import entrant_id, find_entrant, tournament_id
from arena.store.play.archive import refuse_archived
from arena.store.ratings.official import by_scale
from arena.store.scales import Scale
from arena.wire.gen.records_pb2 import Loss

FIRST_GAME: Final = (-1, -1)  # a place before all games: board number, rotation


@dataclass(frozen=True)
class SeatRow:
    """A version's sums from a seat, or from a side with partners, as in the table `seat_scores`.

    *seats*: number of seats in the game. *tables_per_board*: above 1 half points are won from the others in the same
    seat. *first_dealer*: a seat, or "draw", as in the option of the rules.
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
    """A game; *bots* ("name@version"), *ranks* and *scores* by seat. None if it has no result yet.

    *loss*: points below the mean of the others with the same cards, in `dearest_games`.
    """

    id: int
    board: int  # number
    rotation: int
    variant: str
    is_closed: bool
    bots: list[str]
    ranks: list[int] | None
    scores: list[int] | None
    ended: str | None
    infractions: int | None
    pool: str
    loss: float | None = None


@dataclass(frozen=True)
class Games:
    """A filter of a tournament's games. *seat*: the bot's seat. *seat_id*: the id that the bot knows."""

    tournament: str
    bot: str | None = None  # "name@version", or "name" for its newest there
    variant: str | None = None
    seat: int | None = None
    open: bool = False  # those of open boards too
    won: bool | None = None
    seat_id: int | None = None


class Reading(Room):
    """Reads closed boards for people."""

    async def seat_scores(self, name: str, bot: str = "") -> list[SeatRow]:
        """Return sums of a tournament's rated boards, by variant, version and seat; of *bot* alone if given.

        Raises `UnknownTournamentError`, `UnknownBotError`.
        """
        async with self.transaction() as connection:
            id_ = await tournament_id(connection, name)
            version_id = await entrant_id(connection, id_, bot, name) if bot else None
            return await fetch(connection, SeatRow, "seat_scores", tournament_id=id_, version_id=version_id)

    async def find_version(self, bot: str) -> tuple[int, str]:
        """Return id and "name@version" for "name@version" or "name". Raises `UnknownBotError`."""
        async with self.transaction() as connection:
            version = await find_version(connection, bot)
        return version.id, version.bot

    async def find_entrant(self, tournament: str, bot: str) -> str:
        """Return the "name@version" of the entrant "name@version" or "name".

        Raises `UnknownTournamentError`, and `UnknownBotError` for a bot that does not take part.
        """
        async with self.transaction() as connection:
            id_ = await tournament_id(connection, tournament)
            return (await find_entrant(connection, id_, bot, tournament))[1]

    async def tallies_of_pair(
        self, version_id: int, opponent_id: int, tournament: str | None, variant: str | None
    ) -> dict[Scale, list[LineUpTally]]:
        """Return the rated boards with both bots, by scale and line-up, newest rules first.

        Raises `UnknownTournamentError`.
        """
        pair = {"version_id": version_id, "opponent_id": opponent_id, "variant": variant}
        async with self.transaction() as connection:
            only = None if tournament is None else await tournament_id(connection, tournament)
            return by_scale(await select(connection, "tallies_of_pair", tournament_id=only, **pair))

    async def newest_in_rotations(self, version_id: int, bot: str, variant: str | None) -> str:
        """Return the newest tournament with a closed board of a bot in rotations; gates come last.

        Raises `UnknownTournamentError` without such a tournament.
        """
        name = await self._value("newest_in_rotations", version_id=version_id, variant=variant)
        if name is None:
            of = f" of {variant}" if variant else ""
            boards = f"with a closed board{of} that was played in rotations: `arena tournament list` has all there are"
            raise UnknownTournamentError(f"bot {cut(bot)!r} is in no tournament, and no gate of two sides, {boards}")
        return str(name)

    async def losses(self, tournament: str, bot: str, variant: str | None, limit: int) -> tuple[int, list[Loss]]:
        """Return how many closed boards *bot* has in rotations, and those on which it lost most to the best.

        Raises `UnknownTournamentError`, and `UnknownBotError` for a bot that does not take part.
        """
        async with self.transaction() as connection:
            id_ = await tournament_id(connection, tournament)
            version_id = await entrant_id(connection, id_, bot, tournament)
            which = {"tournament_id": id_, "version_id": version_id, "variant": variant}
            boards = int(await value(connection, "boards_in_rotations", **which))
            return boards, await fetch(connection, Loss, "losses", limit=limit, **which)

    async def games(
        self, wanted: Games, limit: int | None = None, board: int = -1, rotation: int = -1
    ) -> list[GameRow]:
        """Return games of closed boards in schedule order.

        At most *limit* that come after that of *board* (a number) and *rotation*. Raises
        `UnknownTournamentError`, `UnknownBotError` for a bot that does not take part, and `ArchivedError` if
        games are in a file.
        """
        async with self.transaction() as connection:
            which = await _which(connection, wanted)
            place = {"board": board, "rotation": rotation, "limit": limit}
            more = {"seat_id": wanted.seat_id, "open": wanted.open, "ids": None}
            return await fetch(connection, GameRow, "games", **which, **place, **more)

    async def dearest_games(self, wanted: Games, limit: int) -> list[GameRow]:
        """Return the games of closed boards that cost *wanted.bot* most, at most *limit*. Raises as `games`."""
        async with self.transaction() as connection:
            which = await _which(connection, wanted)
            losses: dict[int, float] = dict(await select(connection, "dearest_games", limit=limit, **which))
            whole = {"board": -1, "rotation": -1, "limit": None, "seat_id": None, "open": False, "ids": [*losses]}
            games = {game.id: game for game in await fetch(connection, GameRow, "games", **which, **whole)}
            return [replace(games[game], loss=loss) for game, loss in losses.items()]


async def _which(connection: Connection, wanted: Games) -> dict[str, Any]:
    """Return the parameters of a filter. Raises `UnknownTournamentError`, `UnknownBotError`, `ArchivedError`."""
    id_ = await tournament_id(connection, wanted.tournament)
    await refuse_archived(connection, id_)
    bot, filters = wanted.bot, {"variant": wanted.variant, "seat": wanted.seat, "won": wanted.won}
    version_id = None if bot is None else await entrant_id(connection, id_, bot, wanted.tournament)
    return {"tournament_id": id_, "version_id": version_id, **filters}
