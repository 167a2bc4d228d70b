"""The list of bots."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.api.inside import Desk
from arena.wire.gen.accounts_pb2 import Bot, ListBotsRequest

MOST = 200


@dataclass(frozen=True)
class Listed:
    """A bot version: whether a program of it is connected, with how many seats."""

    bot: str
    name: str
    owner: str
    is_connected: bool
    seats: int
    infractions: int
    is_open: bool  # every owner may challenge it


@dataclass(frozen=True)
class Bots:
    """A page of the list, by name; *following* asks for the next one, "" on the last."""

    bots: list[Listed]
    following: str


async def bots(desk: Desk, after: str = "") -> Bots:
    """List bots with their versions, by name."""
    answer = await desk.ask(ListBotsRequest(page_size=MOST, page_token=after))
    return Bots([_listed(each) for each in answer.bots], answer.next_page_token)


def rows(shown: Bots) -> Sequence[Listed]:
    """Return all lines."""
    return shown.bots


async def versions_of(desk: Desk, name: str) -> list[Listed]:
    """Return all versions of a bot, by age; raises `Refused` where there is none."""
    found: list[Listed] = []
    token = ""
    while True:
        answer = await desk.ask(ListBotsRequest(page_size=1000, page_token=token))
        found += [_listed(each) for each in answer.bots if each.bot.partition("@")[0] == name]
        token = answer.next_page_token
        if not token:
            return found


def _listed(found: Bot) -> Listed:
    name = found.bot.partition("@")[0]
    return Listed(
        found.bot,
        name,
        found.owner,
        found.instances > 0,
        found.max_seats,
        found.infractions,
        found.open_to_challenges,
    )
