"""Show and change owners and tokens on the desk, and show the audit log."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from google.protobuf.timestamp_pb2 import Timestamp

from arena.api.labels import SCOPES
from arena.web.desk.action import Action, DeskPage, Outcome, Secret, Signed, sender
from arena.web.desk.home import all_bots
from arena.web.serving.addresses import invalid
from arena.web.serving.forms import Fields, duration, number, whole_number
from arena.wire.gen import accounts_pb2 as pb
from arena.wire.gen.acts_pb2 import Act, ListActsRequest

MAX_INVITE_DAYS: Final = 365
MAX_DAYS: Final = 36_500
MAX_TOKENS: Final = 200
MAX_ACTS: Final = 1000
ACT_DAYS: Final = 7.0
HINT: Final = "Store it where it is used."
KINDS: Final = {pb.TOKEN_SCOPE_BOT: "bot", pb.TOKEN_SCOPE_RUNNER: ""}  # kinds of holders other than persons
OF_NOBODY: Final = {pb.TOKEN_SCOPE_OPERATOR: "an operator", pb.TOKEN_SCOPE_RUNNER: "a runner"}


@dataclass(frozen=True)
class Owner:
    """The name of an owner, and the owner's bots."""

    name: str
    bots: list[pb.Bot]


async def owners(signed: Signed, _fields: Fields) -> list[Owner]:
    """Return all owners by name, then pairs of owners, as "ada+ben", whose bots form pairs. Raises `RefusedError`."""
    bots: dict[str, list[pb.Bot]] = {}
    async for answer in signed.client.pages(pb.ListTokensRequest(page_size=1000), signed.caller):
        bots |= {each.owner: [] for each in answer.tokens if each.scope == pb.TOKEN_SCOPE_OWNER}
    for bot in await all_bots(signed):
        bots.setdefault(bot.owner, []).append(bot)
    return [Owner(name, bots[name]) for name in sorted(bots, key=lambda name: ("+" in name, name))]


async def _invite(signed: Signed, fields: Fields) -> Outcome:
    answer = await signed.ask(pb.CreateInviteRequest(lifetime=duration(fields, "days", MAX_INVITE_DAYS, 86_400)))
    hint = f"Send it to one author. It creates one owner and expires at {_minute(answer.expires)} UTC."
    return Secret("an author", f"{signed.site}/invite/{answer.code}", hint, "/desk/owners", is_link=True)


async def _create(signed: Signed, fields: Fields) -> Outcome:
    name = fields.get("name", "").strip()
    answer = await signed.ask(pb.CreateOwnerRequest(name=name))
    hint = "Give it to the owner, to register bots."
    return Secret(f"the owner {name}", answer.token, hint, "/desk/owners", "person")


async def _register(signed: Signed, fields: Fields) -> Outcome:
    name, version, owner = (fields.get(field, "").strip() for field in ("name", "version", "owner"))
    answer = await signed.ask(pb.RegisterBotRequest(name=name, version=version, owner=owner))
    return Secret(f"the bot {answer.bot}", answer.token, "Give it to the bot's owner.", "/desk/owners", "bot")


@dataclass(frozen=True)
class Tokens:
    """The content of a page of tokens, sorted by age.

    *tokens*: each with its holder in words. *following*: page token of the next page, "" on the last page. *bots*: bots
    for which a token can be created.
    """

    tokens: list[tuple[str, pb.Token]]
    following: str
    bots: Sequence[pb.Bot]


async def tokens(signed: Signed, fields: Fields) -> Tokens:
    """Return a page of the tokens that the user may see. Raises `RefusedError`."""
    answer = await signed.ask(pb.ListTokensRequest(page_size=MAX_TOKENS, page_token=fields.get("after", "")))
    lines = [(_holder_of(each), each) for each in answer.tokens]
    return Tokens(lines, answer.next_page_token, [each for each in await all_bots(signed) if "+" not in each.bot])


def _holder_of(token: pb.Token) -> str:
    if token.scope == pb.TOKEN_SCOPE_BOT:
        return f"the bot {token.bot}"
    return OF_NOBODY.get(token.scope) or f"the owner {token.owner}"


def _minute(moment: Timestamp) -> str:
    return moment.ToDatetime().strftime("%Y-%m-%d %H:%M")


async def _create_token(signed: Signed, fields: Fields) -> Outcome:
    scope, _, name = fields.get("holder", "").partition(" ")
    if scope not in SCOPES:
        raise invalid("no holder is selected: choose the holder of the token")
    request = pb.CreateTokenRequest(
        scope=SCOPES[scope],
        name=name or fields.get("name", "").strip(),
        label=fields.get("label", "").strip(),
        lifetime=duration(fields, "days", MAX_DAYS, 86_400),
    )
    return _token_secret(await signed.ask(request), HINT)


async def _rotate(signed: Signed, fields: Fields) -> Outcome:
    overlap = duration(fields, "hours", MAX_DAYS * 24, 3600)
    answer = await signed.ask(pb.RotateTokenRequest(id=whole_number(fields, "id", 1), overlap=overlap))
    return _token_secret(answer, f"{HINT} Token {answer.old.id} is valid until {_minute(answer.old.expires)} UTC.")


def _token_secret(answer: pb.CreateTokenResponse | pb.RotateTokenResponse, hint: str) -> Secret:
    kind = KINDS.get(answer.made.scope, "person")
    return Secret(f"{_holder_of(answer.made)}, token {answer.made.id}", answer.token, hint, "/desk/tokens", kind)


def _revoke(fields: Fields) -> pb.RevokeTokenRequest:
    return pb.RevokeTokenRequest(id=whole_number(fields, "id", 1))


@dataclass(frozen=True)
class Acts:
    """Operators' acts of the last *days*, newest first; *is_cut*: there are more, which are left out."""

    days: float
    acts: Sequence[Act]
    is_cut: bool


async def acts(signed: Signed, fields: Fields) -> Acts:
    """Return the acts of the last days; the field `days` says how many days. Raises `RefusedError`."""
    days = number(fields, "days", MAX_DAYS, ACT_DAYS)
    request = ListActsRequest(page_size=MAX_ACTS)
    request.since.FromDatetime(datetime.now(UTC) - timedelta(days=days))
    answer = await signed.ask(request)
    return Acts(days, answer.acts, bool(answer.next_page_token))


OWNERS = DeskPage("/desk/owners", owners, "desk/owners.html", is_operators=True)
TOKENS = DeskPage("/desk/tokens", tokens, "desk/tokens.html", ("after",))
ACTS = DeskPage("/desk/acts", acts, "desk/acts.html", ("days",), is_operators=True)
PAGES = (OWNERS, TOKENS, ACTS)
ACTIONS = (
    Action("invite", _invite, OWNERS),
    Action("create-owner", _create, OWNERS),
    Action("register-for", _register, OWNERS),
    Action("make-token", _create_token, TOKENS),
    Action("rotate-token", _rotate, TOKENS),
    Action("revoke-token", sender(_revoke), TOKENS, "The token is revoked."),
)
