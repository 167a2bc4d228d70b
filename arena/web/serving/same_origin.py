"""Refuse what another site's page lets a browser send."""

from typing import Final

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

SAFE: Final = ("GET", "HEAD", "OPTIONS")  # they change nothing
LINE: Final = "This was sent from another site's page, and nothing was done: open the page here, and send it there."


class SameOrigin:
    """Let *app* answer what changes something only where a page of its own sent it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as *app* does, or with 403."""
        if scope["type"] != "http" or scope["method"] in SAFE or is_same_origin(Headers(scope=scope)):
            await self._app(scope, receive, send)
        else:
            await PlainTextResponse(LINE, 403)(scope, receive, send)


def is_same_origin(headers: Headers) -> bool:
    """Whether a browser says that a page of this origin sent the request.

    By Fetch Metadata; browsers leave these out in plain HTTP beyond their own machine, where
    `Origin` is compared with `Host`. Who sends neither is refused.
    """
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site == "same-origin"
    host = headers.get("host")
    return bool(host) and headers.get("origin", "").partition("://")[2] == host
