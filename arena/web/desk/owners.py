"""For operators: owners, their bots, and invites."""

from dataclasses import dataclass
from typing import Final

from google.protobuf.duration_pb2 import Duration

from arena.web.desk.action import Action, Outcome, Secret, Shelf, Signed
from arena.web.desk.listing import all_bots
from arena.web.serving.forms import Told, decimal
from arena.wire.gen import accounts_pb2 as pb

LONGEST_DAYS: Final = 365


@dataclass(frozen=True)
class Owner:
    """An owner with its bots."""

    name: str
    bots: list[pb.Bot]


@dataclass(frozen=True)
class Owners:
    """All owners, by name; pairs of two owners' bots stand at the end."""

    owners: list[Owner]


async def owners(signed: Signed, _told: Told) -> Owners:
    """List owners, those without bots too, with their bots."""
    found: dict[str, list[pb.Bot]] = {}
    token = ""
    while True:
        answer = await signed.ask(pb.ListTokensRequest(page_size=1000, page_token=token))
        found |= {each.owner: [] for each in answer.tokens if each.scope == pb.TOKEN_SCOPE_OWNER}
        token = answer.next_page_token
        if not token:
            break
    for bot in await all_bots(signed):
        found.setdefault(bot.owner, []).append(bot)
    return Owners([Owner(name, found[name]) for name in sorted(found, key=lambda name: ("+" in name, name))])


async def _invite(signed: Signed, told: Told) -> Outcome:
    days = decimal(told, "days", LONGEST_DAYS)
    lifetime = None if days is None else Duration(seconds=round(86_400 * days))
    made = await signed.ask(pb.CreateInviteRequest(lifetime=lifetime))
    until = made.expires.ToDatetime().strftime("%Y-%m-%d %H:%M")
    hint = f"Send it to one author. It is good for one owner, until {until} UTC."
    return Secret("an author", f"{signed.site}/invite/{made.code}", hint, "/desk/owners", is_link=True)


async def _create(signed: Signed, told: Told) -> Outcome:
    name = told.get("name", "").strip()
    made = await signed.ask(pb.CreateOwnerRequest(name=name))
    return Secret(f"the owner {name}", made.token, "Give it to the owner: it registers bots.", "/desk/owners")


async def _register(signed: Signed, told: Told) -> Outcome:
    name, version, owner = (told.get(field, "").strip() for field in ("name", "version", "owner"))
    made = await signed.ask(pb.RegisterBotRequest(name=name, version=version, owner=owner))
    return Secret(f"the bot {made.bot}", made.token, "Give it to the bot's owner.", "/desk/owners")


OWNERS = Shelf("/desk/owners", owners, "desk/owners.html", is_operators=True)
ACTIONS = (
    Action("invite", _invite, OWNERS),
    Action("create-owner", _create, OWNERS),
    Action("register-for", _register, OWNERS),
)
