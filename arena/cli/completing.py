"""Complete the names of tournaments and bots in a shell."""

from collections.abc import Callable, Iterable
from typing import Any, Final

import click
import grpc
from click.shell_completion import CompletionItem

from arena.cli.service import Service, find_service
from arena.cli.terminal.refusal import Refusal
from arena.wire.gen.accounts_pb2 import ListBotsRequest
from arena.wire.gen.tournaments_pb2 import ListTournamentsRequest

ANSWER_TIMEOUT: Final = 2.0  # seconds; short, because a user who pressed Tab waits
MAX_NAMES: Final = 1000  # names of tournaments, the newest first, and of bots


class Named(click.ParamType[str]):
    """The type of an argument that a shell completes; *names* returns the accepted names on a service."""

    name = "text"

    def __init__(self, names: Callable[[Service], Iterable[str]]) -> None:
        self._names = names

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the names that begin with *incomplete*; [] if no service answers."""
        options: dict[str, Any] = ctx.params
        try:
            service = find_service(options.get("server"), options.get("token"), options.get("ca"))
            return [CompletionItem(name) for name in self._names(service) if name.startswith(incomplete)]
        except (Refusal, grpc.RpcError):
            return []


def _tournaments(service: Service) -> Iterable[str]:
    with service.people() as people:
        request = ListTournamentsRequest(page_size=MAX_NAMES)
        answer = people.ListTournaments(request, metadata=service.metadata, timeout=ANSWER_TIMEOUT)
    return [each.name for each in answer.tournaments]


def _bots(service: Service) -> Iterable[str]:
    with service.people() as people:
        request = ListBotsRequest(page_size=MAX_NAMES)
        answer = people.ListBots(request, metadata=service.metadata, timeout=ANSWER_TIMEOUT)
    versions = [each.bot for each in answer.bots]
    return [*dict.fromkeys(version.partition("@")[0] for version in versions), *versions]


TOURNAMENT: Final = Named(_tournaments)
BOT: Final = Named(_bots)
