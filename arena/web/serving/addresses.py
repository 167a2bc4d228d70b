"""Check addresses and their queries, and set headers and statuses of answers."""

import logging
from typing import Any, Final
from urllib.parse import quote

from fastapi import Depends, Request
from grpc import StatusCode
from starlette.datastructures import MutableHeaders
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.escapes import clip
from arena.guards.auth import RefusedError
from arena.logs import begin_request

log = logging.getLogger(__name__)
PERMANENT: Final = 308
SEE_OTHER: Final = 303
NOT_STORED: Final = {"Cache-Control": "no-store"}


class PageMovedError(Exception):
    """The requested page has another address: *path*, without an ending as .json."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


def invalid(line: str) -> RefusedError:
    """Return the error of an invalid parameter, address or form; *line* is its message."""
    return RefusedError(StatusCode.INVALID_ARGUMENT, line)


def takes(*names: str) -> Any:
    """Return a FastAPI dependency that raises `RefusedError` unless a query has only *names*, each once."""

    async def check_query(request: Request) -> None:
        for name in request.query_params:
            if name not in names:
                accepted = f"accepted: {', '.join(names)}" if names else "this page takes none"
                raise invalid(f"unknown parameter {clip(name)!r}; {accepted}")
            if len(request.query_params.getlist(name)) > 1:
                raise invalid(f"parameter {name} is given more than once; give it once")

    return Depends(check_query)


class WithoutSlash:
    """Redirect addresses that end in a slash to the address without it; *app* answers all other addresses."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD") or not scope["path"].rstrip("/"):
            await self._app(scope, receive, send)
        elif scope["path"].endswith("/"):
            # Begin with exactly one slash, because a redirect to "//HOST" would lead to another host.
            path = "/" + quote(scope["path"].strip("/"), safe="/@")
            query = scope["query_string"].decode("latin-1")
            await RedirectResponse(f"{path}?{query}" if query else path, PERMANENT)(scope, receive, send)
        else:
            await self._app(scope, receive, send)


POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
    " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class SafeHeaders:
    """Add the security headers `HEADERS`, and the id of the request, to every answer of *app*."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        request = begin_request()

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                # Not the address itself, which may lead to a table or accept an invitation.
                path = getattr(scope.get("route"), "path", "another address")
                log.debug("%s %s: %d", scope["method"], path, message["status"])
                headers = MutableHeaders(scope=message)
                headers["X-Request-Id"] = request
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_safely)


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


def status_of(problem: RefusedError) -> int:
    """Return the HTTP status of a refused request."""
    return STATUSES[problem.code]


def headers_of(problem: RefusedError) -> dict[str, str]:
    """Return the header `Retry-After` for a refused request that may succeed later; else {}."""
    return {} if problem.retry_ms is None else {"Retry-After": str(-(-problem.retry_ms // 1000))}
