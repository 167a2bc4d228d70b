"""The list of bots."""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.api.inside import Desk
from arena.web.serving.rows import Row, row_of
from arena.wire.gen.accounts_pb2 import Bot, ListBotsRequest, ListBotsResponse

MOST = 200


@dataclass(frozen=True)
class Bots:
    """A page of the list, by name."""

    answer: ListBotsResponse


async def bots(desk: Desk, after: str = "") -> Bots:
    """List bots with their versions, by name."""
    return Bots(await desk.ask(ListBotsRequest(page_size=MOST, page_token=after)))


def rows(shown: Bots) -> Iterator[Row]:
    """Yield all lines."""
    return (row_of(each) for each in shown.answer.bots)


async def versions_of(desk: Desk, name: str) -> list[Bot]:
    """Return all versions of a bot, by age; raises `Refused` where there is none."""
    found: list[Bot] = []
    token = ""
    while True:
        answer = await desk.ask(ListBotsRequest(page_size=1000, page_token=token))
        found += [each for each in answer.bots if each.bot.partition("@")[0] == name]
        token = answer.next_page_token
        if not token:
            return found
