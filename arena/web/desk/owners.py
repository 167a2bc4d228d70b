"""Owners, tokens and the acts of operators on the desk."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from google.protobuf.duration_pb2 import Duration
from grpc import StatusCode

from arena.guards.auth import Refused
from arena.web.desk.action import Action, DeskPage, Outcome, Secret, Signed
from arena.web.desk.home import all_bots
from arena.web.serving.forms import Told, decimal, whole_number
from arena.wire.gen import accounts_pb2 as pb
from arena.wire.gen.acts_pb2 import Act, ListActsRequest

LONGEST_INVITE: Final = 365


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
    days = decimal(told, "days", LONGEST_INVITE)
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


OWNERS = DeskPage("/desk/owners", owners, "desk/owners.html", is_operators=True)
ON_OWNERS = (
    Action("invite", _invite, OWNERS),
    Action("create-owner", _create, OWNERS),
    Action("register-for", _register, OWNERS),
)


SCOPES: Final = {
    "operator": pb.TOKEN_SCOPE_OPERATOR,
    "owner": pb.TOKEN_SCOPE_OWNER,
    "bot": pb.TOKEN_SCOPE_BOT,
    "runner": pb.TOKEN_SCOPE_RUNNER,
}
OF_NOBODY: Final = {pb.TOKEN_SCOPE_OPERATOR: "an operator", pb.TOKEN_SCOPE_RUNNER: "a runner"}
MOST_TOKENS: Final = 200
LONGEST_DAYS: Final = 36_500
HINT: Final = "Put it where the old one was, or where it is needed."


@dataclass(frozen=True)
class Line:
    """A token, not its secret; *is_own*: the one of this session."""

    id: int
    whose: str
    label: str
    state: str
    created: datetime
    expires: datetime | None
    used: datetime | None
    made_by: int
    is_own: bool


@dataclass(frozen=True)
class Tokens:
    """A page of tokens by age; *following* asks for the next one, "" on the last. *bots*: those to make one for."""

    tokens: list[Line]
    following: str
    bots: Sequence[pb.Bot]


async def tokens(signed: Signed, told: Told) -> Tokens:
    """List the tokens that the caller may know of."""
    answer = await signed.ask(pb.ListTokensRequest(page_size=MOST_TOKENS, page_token=told.get("after", "")))
    lines = [_line(each, signed) for each in answer.tokens]
    return Tokens(lines, answer.next_page_token, [each for each in await all_bots(signed) if "+" not in each.bot])


def _line(found: pb.Token, signed: Signed) -> Line:
    return Line(
        found.id,
        _whose(found),
        found.label,
        found.state,
        found.created.ToDatetime(tzinfo=UTC),
        found.expires.ToDatetime(tzinfo=UTC) if found.HasField("expires") else None,
        found.used.ToDatetime(tzinfo=UTC) if found.HasField("used") else None,
        found.made_by,
        found.id == signed.caller.token_id,
    )


def _whose(found: pb.Token) -> str:
    if found.scope == pb.TOKEN_SCOPE_BOT:
        return f"the bot {found.bot}"
    return OF_NOBODY.get(found.scope) or f"the owner {found.owner}"


async def _make(signed: Signed, told: Told) -> Outcome:
    scope, _, name = told.get("whom", "").partition(" ")
    if scope not in SCOPES:
        raise Refused(StatusCode.INVALID_ARGUMENT, "choose whom the token is for")
    label = told.get("label", "").strip()
    request = pb.CreateTokenRequest(
        scope=SCOPES[scope], name=name or told.get("name", "").strip(), label=label, lifetime=_days(told, "days")
    )
    made = await signed.ask(request)
    return Secret(f"{_whose(made.made)}, token {made.made.id}", made.token, HINT, "/desk/tokens")


async def _rotate(signed: Signed, told: Told) -> Outcome:
    hours = decimal(told, "hours", LONGEST_DAYS * 24)
    overlap = None if hours is None else Duration(seconds=round(3600 * hours))
    made = await signed.ask(pb.RotateTokenRequest(id=whole_number(told, "id", 1), overlap=overlap))
    until = made.old.expires.ToDatetime().strftime("%Y-%m-%d %H:%M")
    hint = f"{HINT} Token {made.old.id} goes on until {until} UTC."
    return Secret(f"{_whose(made.made)}, token {made.made.id}", made.token, hint, "/desk/tokens")


async def _revoke(signed: Signed, told: Told) -> Outcome:
    await signed.ask(pb.RevokeTokenRequest(id=whole_number(told, "id", 1)))
    return None


def _days(told: Told, field: str) -> Duration | None:
    days = decimal(told, field, LONGEST_DAYS)
    return None if days is None else Duration(seconds=round(86_400 * days))


TOKENS = DeskPage("/desk/tokens", tokens, "desk/tokens.html", ("after",))
ON_TOKENS = (
    Action("make-token", _make, TOKENS),
    Action("rotate-token", _rotate, TOKENS),
    Action("revoke-token", _revoke, TOKENS, "The token lets nobody in any more."),
)


MAX_ACTS: Final = 1000
DAYS: Final = 7.0


@dataclass(frozen=True)
class Acts:
    """What was done in the last *days*, the newest first; *is_cut*: older ones of that time are not here."""

    days: float
    acts: Sequence[Act]
    is_cut: bool


async def acts(signed: Signed, told: Told) -> Acts:
    """List the acts of the last days."""
    given = decimal(told, "days", LONGEST_DAYS)
    days = DAYS if given is None else given
    request = ListActsRequest(page_size=MAX_ACTS)
    request.since.FromDatetime(datetime.now(UTC) - timedelta(days=days))
    answer = await signed.ask(request)
    return Acts(days, answer.acts, bool(answer.next_page_token))


ACTS = DeskPage("/desk/acts", acts, "desk/acts.html", ("days",), is_operators=True)
ACTIONS = (*ON_OWNERS, *ON_TOKENS)
