"""A call: its request, its caller, and its refusals."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

from google.protobuf.message import Message
from grpc import StatusCode

from arena.guards.auth import Refused, bearer
from arena.rules import InvalidOption, UnknownPreset, UnknownVariant
from arena.store import Store, errors
from arena.store.accounts.rows import Principal
from arena.tokens import digest

# Messages of the store and of the rules are written for people, except that of an unreachable database.
CODES: dict[type[Exception], StatusCode] = {
    UnknownVariant: StatusCode.NOT_FOUND,
    UnknownPreset: StatusCode.NOT_FOUND,
    InvalidOption: StatusCode.INVALID_ARGUMENT,
    errors.InvalidName: StatusCode.INVALID_ARGUMENT,
    errors.InvalidTournament: StatusCode.INVALID_ARGUMENT,
    errors.NameTaken: StatusCode.ALREADY_EXISTS,
    errors.VersionExists: StatusCode.ALREADY_EXISTS,
    errors.InvalidPair: StatusCode.INVALID_ARGUMENT,
    errors.NotYourBot: StatusCode.PERMISSION_DENIED,
    errors.NotConnected: StatusCode.FAILED_PRECONDITION,
    errors.InvalidBeaconError: StatusCode.INVALID_ARGUMENT,
    errors.UnknownOwner: StatusCode.NOT_FOUND,
    errors.UnknownBot: StatusCode.NOT_FOUND,
    errors.UnknownTournament: StatusCode.NOT_FOUND,
    errors.UnknownGame: StatusCode.NOT_FOUND,
    errors.NotRated: StatusCode.NOT_FOUND,
    errors.QuotaUsed: StatusCode.RESOURCE_EXHAUSTED,
    errors.WrongState: StatusCode.FAILED_PRECONDITION,
    errors.Archived: StatusCode.FAILED_PRECONDITION,
    errors.UnknownToken: StatusCode.NOT_FOUND,
    errors.InvalidLabel: StatusCode.INVALID_ARGUMENT,
    errors.EndedToken: StatusCode.FAILED_PRECONDITION,
    errors.DeadInvite: StatusCode.FAILED_PRECONDITION,
    errors.DeadToken: StatusCode.UNAUTHENTICATED,
    errors.StoreUnavailable: StatusCode.UNAVAILABLE,
}
PROBLEMS: tuple[type[Exception], ...] = (Refused, *CODES)
AWAY = "the arena cannot reach its database just now: try again in a moment"
AWAY_MS = 1000


def to_refusal(problem: Exception) -> Refused:
    """Return *problem*, one of `PROBLEMS`, as a refusal."""
    if isinstance(problem, Refused):
        return problem
    code = CODES[type(problem)]
    return Refused(code, AWAY, AWAY_MS) if code is StatusCode.UNAVAILABLE else Refused(code, str(problem))


def refuse_nul(request: Message) -> None:
    """Raise `Refused` if a text of *request* has a NUL character, which Postgres cannot store."""
    for field, value in request.ListFields():
        texts = [value] if isinstance(value, str) else value
        if field.type == field.TYPE_STRING and any("\0" in text for text in texts):
            raise invalid(f"{field.name} has a NUL character: remove it")


def invalid(line: str) -> Refused:
    """Return the refusal of an argument; *line* names the field, the value and the accepted values."""
    return Refused(StatusCode.INVALID_ARGUMENT, line)


class Scopes(Enum):
    """Which scopes a call is open to."""

    OPERATORS = frozenset({"operator"})
    OWNERS = frozenset({"owner"})
    PEOPLE = frozenset({"operator", "owner"})
    READERS = frozenset({"operator", "owner", "reader"})  # a reader uses the page without a token
    RUNNERS = frozenset({"runner"})
    ANYBODY = frozenset({"anybody"})  # tokens are not looked at


async def find_caller(store: Store, metadata: Iterable[tuple[str, str | bytes]], scopes: Scopes) -> Principal:
    """Return the principal of the token in *metadata*.

    Raises `Refused` without a token, for an unknown one, and for one whose scope is not in *scopes*.
    """
    token = bearer(metadata)
    if token is None:
        raise Refused(StatusCode.UNAUTHENTICATED, "no token was given: send the metadata `authorization: Bearer TOKEN`")
    principal = await store.accounts.principal(digest(token))
    if principal is None:
        raise Refused(StatusCode.UNAUTHENTICATED, "no operator or owner has this token")
    if principal.scope not in scopes.value:
        raise make_denial(principal, scopes)
    return principal


def make_denial(principal: Principal, scopes: Scopes) -> Refused:
    """Return the refusal of a call that is not open to *principal*."""
    needed = " or ".join(f"{_with_article(scope)}'s" for scope in sorted(scopes.value - {"reader"}))
    if principal.scope == "reader":
        return Refused(StatusCode.UNAUTHENTICATED, f"this takes {needed} token: sign in")
    named = {"bot": f"the bot {principal.bot}", "owner": f"the owner {principal.owner}"}
    whose = named.get(principal.scope) or _with_article(principal.scope)
    line = f"this takes {needed} token, and the one given is that of {whose}"
    return Refused(StatusCode.PERMISSION_DENIED, line)


def _with_article(scope: str) -> str:
    return f"a {scope}" if scope == "runner" else f"an {scope}"


Request = TypeVar("Request", bound=Message)


@dataclass(frozen=True, slots=True)
class Call(Generic[Request]):
    """A request, its caller, and what an operation needs."""

    store: Store
    wake: Callable[[int], None]  # sends so many wake-ups to the workers, and does not block
    caller: Principal
    request: Request


Answer = Callable[[Call[Any]], Any]  # awaited for one message, or iterated if the method streams; raises `PROBLEMS`


@dataclass(frozen=True, slots=True)
class Operation:
    """A call's function, and the scopes it is open to."""

    scopes: Scopes
    answer: Answer
