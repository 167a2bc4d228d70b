"""Tokens: make, replace, revoke."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from google.protobuf.duration_pb2 import Duration
from grpc import StatusCode

from arena.guards.refused import Refused
from arena.web.desk.action import Action, Outcome, Secret, Shelf, Signed
from arena.web.desk.listing import all_bots
from arena.web.serving.forms import Told, decimal, whole_number
from arena.wire.gen import accounts_pb2 as pb

SCOPES: Final = {
    "operator": pb.TOKEN_SCOPE_OPERATOR,
    "owner": pb.TOKEN_SCOPE_OWNER,
    "bot": pb.TOKEN_SCOPE_BOT,
    "runner": pb.TOKEN_SCOPE_RUNNER,
}
OF_NOBODY: Final = {pb.TOKEN_SCOPE_OPERATOR: "an operator", pb.TOKEN_SCOPE_RUNNER: "a runner"}
MOST: Final = 200
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
    answer = await signed.ask(pb.ListTokensRequest(page_size=MOST, page_token=told.get("after", "")))
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


TOKENS = Shelf("/desk/tokens", tokens, "desk/tokens.html", ("after",))
ACTIONS = (
    Action("make-token", _make, TOKENS),
    Action("rotate-token", _rotate, TOKENS),
    Action("revoke-token", _revoke, TOKENS, "The token lets nobody in any more."),
)
