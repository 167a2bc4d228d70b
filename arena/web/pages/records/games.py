"""Games to step through: those of a tournament, or one that a link holds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from arena.api.inside import Desk
from arena.rules import VARIANTS
from arena.wire.gen.records_pb2 import ListedGame, ListGamesRequest
from arena.wire.gen.tournaments_pb2 import ListTournamentsRequest

SHOWN: Final = 100
OFFERED: Final = 200  # tournaments


@dataclass(frozen=True)
class Seat:
    """Who sat there, and how it ended."""

    bot: str
    rank: int
    points: int


@dataclass(frozen=True)
class Listed:
    """A game on a closed board."""

    game: str
    number: int
    rotation: int
    variant: str
    seats: list[Seat]
    faults: int


@dataclass(frozen=True)
class GamesPage:
    """Games in schedule order; *next* is the token of the next page, "" on the last. Without a tournament: none.

    *tournaments*: the newest, to choose from; *variants*: all that may be asked for.
    """

    tournament: str
    bot: str
    variant: str
    tournaments: list[str]
    variants: list[str]
    games: list[Listed]
    next: str


async def games(desk: Desk, tournament: str = "", variant: str = "", bot: str = "", token: str = "") -> GamesPage:
    """List the games of a tournament's closed boards: all, of a variant, or of a bot there."""
    newest = (await desk.ask(ListTournamentsRequest(page_size=OFFERED))).tournaments
    offered = [each.name for each in newest if each.closed]
    about = (tournament, bot, variant, offered, list(VARIANTS))
    if not tournament:
        return GamesPage(*about, [], "")
    asked = ListGamesRequest(name=tournament, variant=variant, bot=bot, page_size=SHOWN, page_token=token)
    found = await desk.ask(asked)
    return GamesPage(*about, [_listed(each) for each in found.games], found.next_page_token)


def rows(shown: GamesPage) -> Sequence[Listed]:
    """Return the games."""
    return shown.games


def _listed(found: ListedGame) -> Listed:
    seats = [Seat(each.bot, each.rank, each.points) for each in found.seats]
    return Listed(found.game, found.board, found.rotation + 1, found.variant, seats, found.infractions)
