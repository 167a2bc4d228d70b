"""What an address may look like: its query, its last slash, and pages that stand under another one."""

from typing import Any
from urllib.parse import quote

from fastapi import Depends, Request
from grpc import StatusCode
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from arena.escapes import cut
from arena.guards.refused import Refused

PERMANENT = 308


class PageMoved(Exception):
    """Raised where what was asked for has its page at another address, *path*, without an ending."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


def takes(*names: str) -> Any:
    """Return the dependency of a route whose query may have just these parameters, each once.

    It raises `Refused`.
    """

    async def check_query(request: Request) -> None:
        for name in request.query_params:
            if name not in names:
                accepted = f"accepted: {', '.join(names)}" if names else "this page has none"
                raise _refused(f"unknown parameter {cut(name)!r}; {accepted}")
            if len(request.query_params.getlist(name)) > 1:
                raise _refused(f"parameter {name} is given more than once; give it once")

    return Depends(check_query)


def _refused(line: str) -> Refused:
    return Refused(StatusCode.INVALID_ARGUMENT, line)


class WithoutSlash:
    """Redirect an address that ends in a slash to the one without, else let *app* answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer GET and HEAD of "/PATH/" with 308."""
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD") or not scope["path"].rstrip("/"):
            await self._app(scope, receive, send)
        elif scope["path"].endswith("/"):
            # One slash in front: "//HOST" would lead to another host.
            path = "/" + quote(scope["path"].strip("/"), safe="/@")
            query = scope["query_string"].decode("latin-1")
            await RedirectResponse(f"{path}?{query}" if query else path, PERMANENT)(scope, receive, send)
        else:
            await self._app(scope, receive, send)
