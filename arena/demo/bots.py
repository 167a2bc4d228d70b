"""Register, start and submit the house bots of the demo."""

import json
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import grpc

from arena.bundles import pack
from arena.cli.bots.submitting import upload
from arena.cli.pages import fetch_all
from arena.cli.service import Service, status_of
from arena.local.state import State
from arena.local.supervisor import Child
from arena.rules import find, sides_of
from arena.wire.gen.accounts_pb2 import CreateOwnerRequest, ListBotsRequest, ListBotsResponse, RegisterBotRequest
from arena.wire.gen.arena_pb2_grpc import ArenaServiceStub
from bots.new.writing import write_project
from bots.sdk.practice.local import HOUSE

TOKENS = "demo-bots.json"
OWNERS: Final = ("ada", "ben")

# The light search: 50 playouts per decision. It plays one variant only, because an uncompiled rules core is slow.
LIGHT: Final = "search:50"
# The house bots except `search`, strongest first. The field has six bots, equally many of each strength.
STRENGTHS: Final = [name for name in reversed(HOUSE) if name != "search"]
SEATS: Final = "512"  # seats per bot process; with many seats each message carries many updates, which costs less
FIELD: Final = [f"{house}-{copy}" for house in STRENGTHS for copy in range(1, 6 // len(STRENGTHS) + 1)]
DEMO_BOTS: Final = {name: OWNERS[place % 2] for place, name in enumerate([*FIELD, "search-1"])}  # owner by bot name


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
            if not any(_name(bot) == name for bot in tokens):
                _ensure_owner(people, service, owner)
                version = 1 + sum(_name(bot) == name for bot in known)
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


def house_of(bot: str) -> str:
    """Return the house bot that the demo's bot *bot* runs: "simple" for "simple-2@1"."""
    return _name(bot).rpartition("-")[0]


def field_of(bots: Iterable[str]) -> list[str]:
    """Return those of *bots* ("name@version") that play all variants: all but the light search."""
    return [bot for bot in bots if _name(bot) in FIELD]


def light_field_of(bots: Iterable[str], sides: int) -> list[str]:
    """Return the light search and its opponents, as "name@version".

    The opponents are one bot of each strength, or more if a table of *sides* sides needs more. *bots*: all bots of the
    demo, as "name@version".
    """
    wanted = ["search-1", *sorted(FIELD, key=lambda name: name.rpartition("-")[2])]
    by_name = {_name(bot): bot for bot in bots}
    return [by_name[name] for name in wanted[: max(len(STRENGTHS) + 1, sides)]]


def process_of(bot: str, token: str, service: Service, state: State) -> Child:
    """Return the process that runs *bot* ("name@version") with *token*, for a supervisor."""
    name, house = _name(bot), house_of(bot)
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


def _name(bot: str) -> str:
    return bot.partition("@")[0]


HOUSES: Final = ("simple", "random")


def submit_house(service: Service, variant: str) -> list[str]:
    """Submit a house bot for each side of a table of *variant*; return them as "name@version". Raises `Refusal`."""
    versions = []
    with tempfile.TemporaryDirectory() as folder:
        for place in range(sides_of(find(variant))):
            house, owner = HOUSES[place % len(HOUSES)], OWNERS[place // len(HOUSES) % len(OWNERS)]
            bot = Path(folder) / f"closed-{house}-{place // len(HOUSES) + 1}"
            write_project(bot, house, [variant])
            with service.people() as people:
                _ensure_owner(people, service, owner)
            versions.append(upload(service, pack(bot), bot.name, owner).bot)
    return versions
