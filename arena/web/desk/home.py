"""Show the desk's home page: an owner's bots and tournaments, or an operator's tournaments."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.web.desk.action import Action, DeskPage, Outcome, Secret, Signed, sends
from arena.web.pages.tournaments.tournaments import accepts_entries
from arena.web.serving.forms import Fields
from arena.wire.gen.accounts_pb2 import Bot, ListBotsRequest, RegisterBotRequest
from arena.wire.gen.running_pb2 import EnterTournamentRequest, WithdrawFromTournamentRequest
from arena.wire.gen.tournaments_pb2 import ListTournamentsRequest, Tournament

OVER = ("finished", "cancelled")
RECENT = 200  # maximum number of tournaments


async def all_bots(signed: Signed) -> list[Bot]:
    """Return all bot versions for an operator; for an owner, those that it owns alone."""
    pages = signed.client.pages(ListBotsRequest(page_size=1000), signed.caller)
    bots = [bot async for answer in pages for bot in answer.bots]
    return [each for each in bots if signed.is_operator or each.owner == signed.caller.owner]


async def recent_tournaments(signed: Signed) -> Sequence[Tournament]:
    """Return the newest `RECENT` tournaments, newest first."""
    tournaments: Sequence[Tournament] = (await signed.ask(ListTournamentsRequest(page_size=RECENT))).tournaments
    return tournaments


@dataclass(frozen=True)
class Home:
    """The content of the desk's home page.

    *entries*: an owner's bots in tournaments that are not over. *open*: tournaments that a bot may enter.
    """

    bots: list[Bot]
    tournaments: Sequence[Tournament]
    entries: list[tuple[Tournament, str]]
    open: list[Tournament]


async def home(signed: Signed, _fields: Fields) -> Home:
    """Return the content of the desk's home page: tournaments, and an owner's bots with their entries."""
    recent = await recent_tournaments(signed)
    bots = [] if signed.is_operator else await all_bots(signed)
    own = {each.bot for each in bots}
    current = [each for each in recent if each.state not in OVER]
    entries = [(each, bot) for each in current for bot in each.bots if bot in own]
    return Home(bots, recent, entries, [each for each in current if accepts_entries(each)])


async def _register(signed: Signed, fields: Fields) -> Outcome:
    request = RegisterBotRequest(name=fields.get("name", "").strip(), version=fields.get("version", "").strip())
    answer = await signed.ask(request)
    hint = "Store it where the bot runs, and start the bot:"
    return Secret(f"the bot {answer.bot}", answer.token, hint, "/desk", "bot")


HOME = DeskPage("/desk", home, "desk/home.html")
ENTERED = "The bot is entered. A ladder seats it from the next batch on; other tournaments schedule its boards."
WITHDRAWN = "The bot is withdrawn. Its boards that had not begun are cancelled."
ACTIONS = (
    Action("register", _register, HOME),
    Action("enter", sends(EnterTournamentRequest, name="tournament", bot="bot"), HOME, ENTERED),
    Action("withdraw", sends(WithdrawFromTournamentRequest, name="tournament", bot="bot"), HOME, WITHDRAWN),
)
