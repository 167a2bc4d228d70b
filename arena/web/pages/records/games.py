"""List the games of a tournament."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from arena.api.local_client import LocalClient
from arena.escapes import clip
from arena.rules import VARIANTS
from arena.web.serving.addresses import invalid
from arena.web.serving.rows import check_sort, sort_rows
from arena.wire.gen.records_pb2 import ListedGame, ListGamesRequest
from arena.wire.gen.tournaments_pb2 import ListTournamentsRequest, Tournament

MAX_GAMES: Final = 100
COLUMNS: Final = ("board", "rotation", "variant", "infractions", "played", "loss")
MAX_TOURNAMENTS: Final = 200


@dataclass(frozen=True)
class GamesPage:
    """A page of the list of a tournament's games, in schedule order or sorted *by_loss*.

    Without a tournament the list is empty. *bot*, *variant*, *seat*, *result*: the filters, "" for none. *sort*: sorts
    the games of the page. *tournaments*, *variants*, *bots*: the choices. *total*: the number of games on all pages,
    counted up to 10,001; None for games sorted by loss, which have one page. *token*, *previous*, *next*: page tokens,
    "" without such a page.
    """

    tournament: str
    bot: str
    variant: str
    seat: str
    result: str
    by_loss: bool
    sort: str
    token: str
    tournaments: list[str]
    variants: list[str]
    bots: list[str]
    games: list[ListedGame]
    total: int | None
    previous: str
    next: str


async def games(
    client: LocalClient,
    tournament: str = "",
    variant: str = "",
    bot: str = "",
    seat: str = "",
    result: str = "",
    order: str = "",
    sort: str = "",
    token: str = "",
) -> GamesPage:
    """List the games of a tournament's closed boards: all, of a variant, or of a bot.

    A bot's games may be limited to a *seat* (from 0) or a *result* ("won", "lost"), and sorted by the *order* "loss".
    Raises `RefusedError`, also for a filter that lacks the tournament or the bot that it needs.
    """
    check_sort(sort, COLUMNS if order else COLUMNS[:-1])
    parameters = {"variant": variant, "bot": bot, "seat": seat, "result": result, "order": order, "token": token}
    _check_requirement("tournament", tournament, parameters, ("variant", "bot", "seat", "result", "order", "token"))
    _check_requirement("bot", bot, parameters, ("seat", "result", "order"))
    if order not in ("", "loss"):
        raise invalid(f"order {clip(order)!r} is unknown; accepted: loss")
    by_loss = order == "loss"
    if seat and not (seat.isascii() and seat.isdecimal() and len(seat) < 4):
        raise invalid(f"seat {clip(seat)!r} is invalid: give a number from 0")
    newest = (await client.ask(ListTournamentsRequest(page_size=MAX_TOURNAMENTS))).tournaments
    names = [each.name for each in newest if each.closed]
    chosen = next((each for each in newest if each.name == tournament), Tournament(variants=VARIANTS))
    variants = chosen.variants if variant in ("", *chosen.variants) else VARIANTS
    about = (tournament, bot, variant, seat, result, by_loss, sort, token, names, list(variants), list(chosen.bots))
    if not tournament:
        return GamesPage(*about, [], None, "", "")
    filters: dict[str, Any] = {"seat": int(seat)} if seat else {}
    filters |= {"variant": variant, "bot": bot, "result": result, "by_loss": by_loss, "with_total": True}
    answer = await client.ask(ListGamesRequest(name=tournament, page_size=MAX_GAMES, page_token=token, **filters))
    shown = list(answer.games)
    sort_rows(shown, sort)
    total = answer.total if answer.HasField("total") else None
    return GamesPage(*about, shown, total, answer.previous_page_token, answer.next_page_token)


def _check_requirement(name: str, value: str, parameters: dict[str, str], dependent: Sequence[str]) -> None:
    """Raise `RefusedError` if *value*, that of parameter *name*, is "" but one of the parameters *dependent* is not."""
    useless = [each for each in dependent if parameters[each]]
    if useless and not value:
        raise invalid(f"parameter {useless[0]} needs {name}: give both, or leave out {useless[0]}")
