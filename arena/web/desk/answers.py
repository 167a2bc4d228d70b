"""Answers for one reader alone: they are kept nowhere."""

import functools
from collections.abc import Awaitable, Callable
from typing import Any, Final
from urllib.parse import quote

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from arena.guards.refused import Refused
from arena.web.desk.action import Secret, Shelf
from arena.web.desk.context import Context
from arena.web.serving.problems import headers_of, status_of
from arena.web.serving.templates import Address, Templates

NOT_KEPT: Final = {"Cache-Control": "no-store"}
SEE_OTHER: Final = 303


class Answers:
    """Makes the answers of the desk, by *templates*."""

    def __init__(self, templates: Templates) -> None:
        self._templates = templates

    def shelf(self, shelf: Shelf, context: Context, shown: Any, status: int = 200) -> Response:
        """Return a page of the desk."""
        return self._page(shelf.template, shelf.path, status, at=context, it=shown)

    def secret(self, path: str, secret: Secret) -> Response:
        """Return the page that shows a secret, this once."""
        return self._page("desk/secret.html", path, 200, secret=secret)

    def entrance(self, template: str, request: Request, status: int = 200, **told: Any) -> Response:
        """Return a page for who is not signed in."""
        return self._page(template, request.url.path, status, **told)

    def kept_nowhere(self, view: Callable[..., Awaitable[Response]]) -> Callable[..., Awaitable[Response]]:
        """Return *view*, whose answers nobody keeps, refusals included."""

        @functools.wraps(view)
        async def answered(**given: Any) -> Response:
            try:
                response = await view(**given)
            except Refused as problem:
                status = status_of(problem)
                response = self._page(
                    "problem.html", given["request"].url.path, status, status=status, line=problem.line
                )
                response.headers.update(headers_of(problem))
            response.headers.update(NOT_KEPT)
            return response

        return answered

    def _page(self, template: str, path: str, http_status: int, **told: Any) -> Response:
        text = self._templates.whole(template, None, Address(quote(path)), **told)
        return Response(text, http_status, media_type="text/html")


def go_on(to: str) -> Response:
    """Return an answer that sends the browser to *to* with a GET."""
    return RedirectResponse(to, SEE_OTHER)
