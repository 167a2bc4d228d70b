"""The bots of the demo, live and handed in."""

import json
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import grpc

from arena.bundles import pack
from arena.cli.bots.submitting import hand_in
from arena.cli.pages import gathered
from arena.cli.service import Service, status_of
from arena.local.child import Child
from arena.local.state import State
from arena.rules import find, sides_of
from arena.wire.gen.accounts_pb2 import CreateOwnerRequest, ListBotsRequest, ListBotsResponse, RegisterBotRequest
from arena.wire.gen.arena_pb2_grpc import ArenaServiceStub
from arena.wire.gen.tournaments_pb2 import CreateTournamentRequest, VariantChoice
from bots.new.writing import write_project
from bots.sdk.practice.local import HOUSE

TOKENS = "demo-bots.json"
OWNERS: Final = ("ada", "ben")

LIGHT: Final = "search:50"  # 50 playouts for a decision; it plays one variant, as the core is not compiled here
# The other house bots, strongest first: six in all, as many of each, each owner with all strengths.
STRENGTHS: Final = [name for name in reversed(HOUSE) if name != "search"]
SEATS: Final = "512"  # of a process: many tables at once make messages of many updates, which cost less
FIELD: Final = [f"{house}-{copy}" for house in STRENGTHS for copy in range(1, 6 // len(STRENGTHS) + 1)]
DEMO_BOTS: Final = {name: OWNERS[place % 2] for place, name in enumerate([*FIELD, "search-1"])}  # name -> owner


def register(service: Service, state: State) -> dict[str, str]:
    """Return each bot's token by "name@version", registering those without; raises `Refusal`.

    A token is shown once; if a run ended before it was kept, the bot's next version is registered.
    """
    known = [bot.bot for bot in gathered(service, ListBotsResponse, ListBotsRequest()).bots]
    with service.people() as people:
        tokens = {bot: token for bot, token in _noted(state).items() if bot in known}
        for name, owner in DEMO_BOTS.items():
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
    """Return the name of the house bot behind "name@version"."""
    return _name(bot).rpartition("-")[0]


def field_of(bots: Iterable[str]) -> list[str]:
    """Return those of "name@version" that play all variants."""
    return [bot for bot in bots if _name(bot) in FIELD]


def light_field_of(bots: Iterable[str], sides: int) -> list[str]:
    """Return who meets the light search at a table of *sides*: it, and one of each strength, or as many as sit there.

    *bots*: "name@version".
    """
    wanted = ["search-1", *sorted(FIELD, key=lambda name: name.rpartition("-")[2])]
    by_name = {_name(bot): bot for bot in bots}
    return [by_name[name] for name in wanted[: max(len(STRENGTHS) + 1, sides)]]


def process_of(bot: str, token: str, service: Service, state: State) -> Child:
    """Return the process of the bot "name@version", for a supervisor."""
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


def _noted(state: State) -> dict[str, str]:
    path = state.folder / TOKENS
    noted: dict[str, str] = json.loads(path.read_text()) if path.exists() else {}
    return noted


def _name(bot: str) -> str:
    return bot.partition("@")[0]


HOUSES: Final = ("simple", "random")
BOARDS: Final = 20


def hand_in_house(service: Service, variant: str) -> list[str]:
    """Hand in house bots, as many as sit at a table of *variant*; return them as "name@version".

    What was handed in before stays the version that it is. Raises `Refusal`.
    """
    handed = []
    with tempfile.TemporaryDirectory() as folder:
        for place in range(sides_of(find(variant))):
            house, owner = HOUSES[place % len(HOUSES)], OWNERS[place // len(HOUSES) % len(OWNERS)]
            bot = Path(folder) / f"closed-{house}-{place // len(HOUSES) + 1}"
            write_project(bot, house, [variant])
            with service.people() as people:
                ensure_owner(people, service, owner)
            handed.append(hand_in(service, pack(bot), bot.name, owner).bot)
    return handed


def tournament_of(name: str, variant: str, bots: Sequence[str]) -> CreateTournamentRequest:
    """Return the request for a closed tournament of *bots*."""
    choice = VariantChoice(variant=variant)
    return CreateTournamentRequest(
        name=name, variants=[choice], bots=bots, boards=BOARDS, pool="closed", allow_same_owner=True
    )
