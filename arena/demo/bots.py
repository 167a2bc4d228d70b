"""Register and start the house bots of the demo."""

import json
import sys
from collections.abc import Sequence
from typing import Final

import grpc

from arena.cli.pages import fetch_all
from arena.cli.service import Service, status_of
from arena.local.state import State
from arena.local.supervisor import Child
from arena.wire.gen.accounts_pb2 import CreateOwnerRequest, ListBotsRequest, ListBotsResponse, RegisterBotRequest
from arena.wire.gen.arena_pb2_grpc import ArenaServiceStub

TOKENS = "demo-bots.json"
SEATS: Final = "512"  # seats per bot process; with many seats each message carries many updates, which costs less

# The light search: few playouts per decision, because an uncompiled rules core is slow.
LIGHT: Final = "search:10"
# Owner by bot name. The bots play all variants; the last one plays only if a variant has five players.
DEMO_BOTS: Final = {
    "demo-random": "ada",
    "demo-simple": "ben",
    "demo-expert": "ada",
    "demo-search": "ben",
    "demo-simple-2": "ada",
}


def register(service: Service, state: State) -> dict[str, str]:
    """Return the tokens of the demo's bots by "name@version", and register bots whose token is not stored yet.

    The tokens are stored in *state*. Raises `Refusal`.
    """
    known = [bot.bot for bot in fetch_all(service, ListBotsResponse, ListBotsRequest()).bots]
    with service.people() as people:
        path = state.folder / TOKENS
        stored: dict[str, str] = json.loads(path.read_text()) if path.exists() else {}
        tokens = {bot: token for bot, token in stored.items() if bot in known}
        for name, owner in DEMO_BOTS.items():
            if not any(name_of(bot) == name for bot in tokens):
                _ensure_owner(people, service, owner)
                version = 1 + sum(name_of(bot) == name for bot in known)
                request = RegisterBotRequest(name=name, version=str(version), owner=owner)
                registered = people.RegisterBot(request, **service.call)
                tokens[registered.bot] = registered.token
                state.write_private(TOKENS, json.dumps(tokens))
    return tokens


def _ensure_owner(people: ArenaServiceStub, service: Service, name: str) -> None:
    try:
        people.CreateOwner(CreateOwnerRequest(name=name), **service.call)
    except grpc.RpcError as problem:
        if status_of(problem)[0] is not grpc.StatusCode.ALREADY_EXISTS:
            raise


def name_of(bot: str) -> str:
    """Return the name in *bot*, "name@version"."""
    return bot.partition("@")[0]


def house_of(bot: str) -> str:
    """Return the house bot that the demo's bot *bot* runs: "simple" for "demo-simple-2@1"."""
    return name_of(bot).split("-")[1]


def field_of(bots: Sequence[str], sides: int) -> list[str]:
    """Return those of *bots* ("name@version") that play if the largest table has *sides* sides."""
    names = [*DEMO_BOTS][: max(4, sides)]
    return [bot for bot in bots if name_of(bot) in names]


def process_of(bot: str, token: str, service: Service, state: State) -> Child:
    """Return the process that runs *bot* ("name@version") with *token*, for a supervisor."""
    name, house = name_of(bot), house_of(bot)
    budget = ("--budget", LIGHT.partition(":")[2]) if LIGHT.startswith(f"{house}:") else ()
    words = (*budget, "--max-seats", SEATS, "--arena", str(service.address))
    return Child(
        name=name,
        argv=(sys.executable, "-P", "-m", f"bots.house.{house}", *words),
        log=state.log(name),
        folder=state.folder,
        env={"ARENA_TOKEN": token, "PYTHONUNBUFFERED": "1"},
        stop_within=3.0,
    )
