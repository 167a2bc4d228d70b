"""The demo's six bots: registered once, run as processes."""

import json
import sys

import grpc

from arena.cli.pages import gathered
from arena.cli.service import Service, status_of
from arena.local.child import Child
from arena.local.state import State
from arena.wire.gen.accounts_pb2 import CreateOwnerRequest, ListBotsRequest, ListBotsResponse, RegisterBotRequest
from arena.wire.gen.arena_pb2_grpc import ArenaServiceStub

TOKENS = "demo-bots.json"

# name -> house bot and owner: two strengths, three of each; each owner has both strengths.
DEMO_BOTS = {
    "simple-1": ("simple", "ada"),
    "simple-2": ("simple", "ada"),
    "simple-3": ("simple", "ben"),
    "random-1": ("random", "ada"),
    "random-2": ("random", "ben"),
    "random-3": ("random", "ben"),
}


def register(service: Service, state: State) -> dict[str, str]:
    """Return each bot's token by "name@version", registering those without; raises `Refusal`.

    A token is shown once; if a run ended before it was kept, the bot's next version is registered.
    """
    known = [bot.bot for bot in gathered(service, ListBotsResponse, ListBotsRequest()).bots]
    with service.people() as people:
        tokens = {bot: token for bot, token in _noted(state).items() if bot in known}
        for name, (_, owner) in DEMO_BOTS.items():
            if not any(_name(noted) == name for noted in tokens):
                ensure_owner(people, service, owner)
                version = 1 + sum(_name(there) == name for there in known)
                request = RegisterBotRequest(name=name, version=str(version), owner=owner)
                made = people.RegisterBot(request, **service.call)
                tokens[made.bot] = made.token
                state.write_private(TOKENS, json.dumps(tokens))
    return tokens


def ensure_owner(people: ArenaServiceStub, service: Service, name: str) -> None:
    """Create the owner *name* unless it is there."""
    try:
        people.CreateOwner(CreateOwnerRequest(name=name), **service.call)
    except grpc.RpcError as problem:
        if status_of(problem)[0] is not grpc.StatusCode.ALREADY_EXISTS:
            raise


def house_of(bot: str) -> str:
    """Return the house bot behind "name@version"."""
    return DEMO_BOTS[_name(bot)][0]


def process_of(bot: str, token: str, service: Service, state: State) -> Child:
    """Return the process of the bot "name@version", for a supervisor."""
    name = _name(bot)
    return Child(
        name=name,
        argv=(sys.executable, "-P", "-m", f"bots.house.{house_of(bot)}", "--arena", str(service.address)),
        log=state.log(name),
        folder=state.folder,
        env={"ARENA_TOKEN": token, "PYTHONUNBUFFERED": "1"},
        stop_within=3.0,
    )


def _noted(state: State) -> dict[str, str]:
    path = state.folder / TOKENS
    noted: dict[str, str] = json.loads(path.read_text()) if path.exists() else {}
    return noted


def _name(bot: str) -> str:
    return bot.partition("@")[0]
