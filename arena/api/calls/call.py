"""Define calls, operations and scopes; convert errors to refusals."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

from google.protobuf.message import Message
from grpc import StatusCode

from arena.guards.auth import RefusedError, bearer
from arena.rules import InvalidOptionError, UnknownPresetError, UnknownVariantError
from arena.store import Store, errors
from arena.store.accounts.rows import Principal
from arena.tokens import digest

# The texts of these errors are for people, except that of an unreachable database.
CODES: dict[type[Exception], StatusCode] = {
    UnknownVariantError: StatusCode.NOT_FOUND,
    UnknownPresetError: StatusCode.NOT_FOUND,
    InvalidOptionError: StatusCode.INVALID_ARGUMENT,
    errors.InvalidNameError: StatusCode.INVALID_ARGUMENT,
    errors.InvalidTournamentError: StatusCode.INVALID_ARGUMENT,
    errors.NameTakenError: StatusCode.ALREADY_EXISTS,
    errors.VersionExistsError: StatusCode.ALREADY_EXISTS,
    errors.InvalidPairError: StatusCode.INVALID_ARGUMENT,
    errors.NotYourBotError: StatusCode.PERMISSION_DENIED,
    errors.NotConnectedError: StatusCode.FAILED_PRECONDITION,
    errors.InvalidBeaconError: StatusCode.INVALID_ARGUMENT,
    errors.UnknownOwnerError: StatusCode.NOT_FOUND,
    errors.UnknownBotError: StatusCode.NOT_FOUND,
    errors.UnknownTournamentError: StatusCode.NOT_FOUND,
    errors.UnknownGameError: StatusCode.NOT_FOUND,
    errors.NotRatedError: StatusCode.NOT_FOUND,
    errors.QuotaUsedError: StatusCode.RESOURCE_EXHAUSTED,
    errors.WrongStateError: StatusCode.FAILED_PRECONDITION,
    errors.ArchivedError: StatusCode.FAILED_PRECONDITION,
    errors.UnknownTokenError: StatusCode.NOT_FOUND,
    errors.InvalidLabelError: StatusCode.INVALID_ARGUMENT,
    errors.EndedTokenError: StatusCode.FAILED_PRECONDITION,
    errors.DeadInviteError: StatusCode.FAILED_PRECONDITION,
    errors.DeadTokenError: StatusCode.UNAUTHENTICATED,
    errors.StoreUnavailableError: StatusCode.UNAVAILABLE,
}
PROBLEMS: tuple[type[Exception], ...] = (RefusedError, *CODES)
AWAY = "the arena cannot reach its database just now: try again in a moment"
AWAY_MS = 1000


def to_refusal(problem: Exception) -> RefusedError:
    """Return the refusal for *problem*, one of `PROBLEMS`."""
    if isinstance(problem, RefusedError):
        return problem
    code = CODES[type(problem)]
    return RefusedError(code, AWAY, AWAY_MS) if code is StatusCode.UNAVAILABLE else RefusedError(code, str(problem))


def refuse_nul(request: Message) -> None:
    """Raise `RefusedError` if a text in *request* has a NUL character, which Postgres cannot store."""
    for field, value in request.ListFields():
        texts = [value] if isinstance(value, str) else value
        if field.type == field.TYPE_STRING and any("\0" in text for text in texts):
            raise invalid(f"{field.name} has a NUL character: remove it")


def invalid(line: str) -> RefusedError:
    """Return the refusal of a wrong argument. *line*: names the field, its value and the accepted values."""
    return RefusedError(StatusCode.INVALID_ARGUMENT, line)


class Scopes(Enum):
    """The sets of token scopes to which an operation may be open."""

    OPERATORS = frozenset({"operator"})
    OWNERS = frozenset({"owner"})
    PEOPLE = frozenset({"operator", "owner"})
    READERS = frozenset({"operator", "owner", "reader"})  # reader: on the page without a token
    RUNNERS = frozenset({"runner"})
    ANYBODY = frozenset({"anybody"})  # calls without a token


async def find_caller(store: Store, metadata: Iterable[tuple[str, str | bytes]], scopes: Scopes) -> Principal:
    """Return the principal of the token in *metadata*. Raises `RefusedError`, also for a scope outside *scopes*."""
    token = bearer(metadata)
    if token is None:
        raise RefusedError(StatusCode.UNAUTHENTICATED, "no token: send the metadata `authorization: Bearer TOKEN`")
    principal = await store.accounts.principal(digest(token))
    if principal is None:
        raise RefusedError(StatusCode.UNAUTHENTICATED, "this token is unknown: give the token of an operator or owner")
    if principal.scope not in scopes.value:
        raise make_denial(principal, scopes)
    return principal


def make_denial(principal: Principal, scopes: Scopes) -> RefusedError:
    """Return the refusal of a call whose *scopes* do not include that of *principal*."""
    needed = " or ".join(f"{_with_article(scope)}'s" for scope in sorted(scopes.value - {"reader"}))
    if principal.scope == "reader":
        return RefusedError(StatusCode.UNAUTHENTICATED, f"this needs {needed} token: sign in")
    named = {"bot": f"the bot {principal.bot}", "owner": f"the owner {principal.owner}"}
    whose = named.get(principal.scope) or _with_article(principal.scope)
    line = f"this needs {needed} token, but the given one is that of {whose}"
    return RefusedError(StatusCode.PERMISSION_DENIED, line)


def _with_article(scope: str) -> str:
    return f"a {scope}" if scope == "runner" else f"an {scope}"


Request = TypeVar("Request", bound=Message)


@dataclass(frozen=True, slots=True)
class Call(Generic[Request]):
    """A request with its caller, and the objects that an operation needs."""

    store: Store
    wake: Callable[[int], None]  # sends this many wake-ups to workers, without blocking
    caller: Principal
    request: Request


Answer = Callable[[Call[Any]], Any]  # awaited for a message, or iterated if it streams; raises `PROBLEMS`


@dataclass(frozen=True, slots=True)
class Operation:
    """The function that answers a call, and the token scopes that may call it."""

    scopes: Scopes
    answer: Answer
