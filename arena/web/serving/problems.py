"""Turn refusals into HTTP: a status and one line."""

from typing import Final

from grpc import StatusCode

from arena.guards.refused import Refused

STATUSES: Final = {
    StatusCode.INVALID_ARGUMENT: 400,
    StatusCode.UNAUTHENTICATED: 401,
    StatusCode.PERMISSION_DENIED: 403,
    StatusCode.NOT_FOUND: 404,
    StatusCode.ALREADY_EXISTS: 409,
    StatusCode.FAILED_PRECONDITION: 409,
    StatusCode.RESOURCE_EXHAUSTED: 429,
    StatusCode.UNAVAILABLE: 503,
}


def status_of(problem: Refused) -> int:
    """Return the HTTP status of a refusal."""
    return STATUSES[problem.code]


def headers_of(problem: Refused) -> dict[str, str]:
    """Return `Retry-After` in whole seconds, where trying again helps."""
    return {} if problem.retry_ms is None else {"Retry-After": str(-(-problem.retry_ms // 1000))}
