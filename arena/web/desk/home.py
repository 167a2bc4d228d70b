"""The desk itself: an owner's bots and tournaments, an operator's tournaments."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.web.desk.action import Action, DeskPage, Outcome, Secret, Signed
from arena.web.serving.forms import Told
from arena.wire.gen.accounts_pb2 import Bot, ListBotsRequest, RegisterBotRequest
from arena.wire.gen.running_pb2 import EnterTournamentRequest, WithdrawFromTournamentRequest
from arena.wire.gen.tournaments_pb2 import ListTournamentsRequest, Tournament

OVER = ("finished", "cancelled")
RECENT = 200  # tournaments, newest first


async def all_bots(signed: Signed) -> list[Bot]:
    """Return all bot versions: an owner's own, without pairs of two owners; an operator's are everybody's."""
    found: list[Bot] = []
    token = ""
    while True:
        answer = await signed.ask(ListBotsRequest(page_size=1000, page_token=token))
        found += [each for each in answer.bots if signed.is_operator or each.owner == signed.caller.owner]
        token = answer.next_page_token
        if not token:
            return found


async def recent_tournaments(signed: Signed) -> Sequence[Tournament]:
    """Return the newest tournaments."""
    found: Sequence[Tournament] = (await signed.ask(ListTournamentsRequest(page_size=RECENT))).tournaments
    return found


ENTERED = "round-robin"  # the kind that bots come late into


@dataclass(frozen=True)
class Entry:
    """A bot of one's own in a tournament that is not over."""

    tournament: str
    state: str
    bot: str


@dataclass(frozen=True)
class Home:
    """What is on the desk; *open* are tournaments that a bot may come into."""

    bots: list[Bot]
    tournaments: Sequence[Tournament]
    entries: list[Entry]
    open: list[str]


async def home(signed: Signed, _told: Told) -> Home:
    """Show an owner's bots, or an operator's tournaments."""
    found = await recent_tournaments(signed)
    bots = [] if signed.is_operator else await all_bots(signed)
    own = {each.bot for each in bots}
    going = [each for each in found if each.state not in OVER]
    entries = [Entry(each.name, each.state, bot) for each in going for bot in each.bots if bot in own]
    return Home(bots, found, entries, [each.name for each in going if each.kind == ENTERED])


async def _register(signed: Signed, told: Told) -> Outcome:
    request = RegisterBotRequest(name=told.get("name", "").strip(), version=told.get("version", "").strip())
    made = await signed.ask(request)
    return Secret(
        f"the bot {made.bot}",
        made.token,
        "Its program shows it to the arena: put it into ARENA_TOKEN where the bot runs.",
        "/desk",
    )


async def _enter(signed: Signed, told: Told) -> Outcome:
    await signed.ask(EnterTournamentRequest(name=told.get("tournament", ""), bot=told.get("bot", "")))
    return None


async def _withdraw(signed: Signed, told: Told) -> Outcome:
    await signed.ask(WithdrawFromTournamentRequest(name=told.get("tournament", ""), bot=told.get("bot", "")))
    return None


HOME = DeskPage("/desk", home, "desk/home.html")
ACTIONS = (
    Action("register", _register, HOME),
    Action("enter", _enter, HOME, "The bot is in: its boards are scheduled."),
    Action("withdraw", _withdraw, HOME, "The bot has left: its boards that were not begun are cancelled."),
)
