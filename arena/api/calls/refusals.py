"""What cannot be answered: a status and one line for a person."""

from google.protobuf.message import Message
from grpc import StatusCode

from arena.guards.refused import Refused
from arena.rules import InvalidOption, UnknownPreset, UnknownVariant
from arena.store import errors

# The texts of the store and of the rules are written for people; that of a database that is away is not.
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


def refused(problem: Exception) -> Refused:
    """The refusal that *problem*, one of `PROBLEMS`, is or comes to."""
    if isinstance(problem, Refused):
        return problem
    code = CODES[type(problem)]
    return Refused(code, AWAY, AWAY_MS) if code is StatusCode.UNAVAILABLE else Refused(code, str(problem))


def refuse_nul(request: Message) -> None:
    """Raise `Refused` where a text of *request* has a NUL character.

    Postgres cannot store it.
    """
    for field, value in request.ListFields():
        if field.type == field.TYPE_STRING and any(
            "\0" in text for text in ([value] if isinstance(value, str) else value)
        ):
            raise invalid(f"{field.name} has a NUL character: any other is accepted")


def invalid(line: str) -> Refused:
    """Return the refusal of an argument that is not accepted.

    *line* names the field, the value and what is accepted.
    """
    return Refused(StatusCode.INVALID_ARGUMENT, line)
