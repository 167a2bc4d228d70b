"""Serve a page as HTML, JSON or CSV."""

import asyncio
import gzip
import inspect
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, get_type_hints
from urllib.parse import quote, urlencode

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.api.local_client import LocalClient
from arena.guards.proxies import Proxies
from arena.web.serving.addresses import takes
from arena.web.serving.forms import sender_of
from arena.web.serving.kept import Kept
from arena.web.serving.live import Live
from arena.web.serving.rows import Row, to_csv, to_json
from arena.web.serving.templates import Address, Templates


class CountedAnswers:
    """Answer as *app* does, and count.

    Attributes:
        counts: answers that were begun, by the class of their status, as in "2xx".
    """

    def __init__(self, app: ASGIApp) -> None:
        self.counts = Counter({f"{first}xx": 0 for first in (2, 3, 4, 5)})
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as *app* does."""

        async def send_counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.counts[f"{message['status'] // 100}xx"] += 1
            await send(message)

        await self._app(scope, receive, send_counted)


View = Callable[..., Awaitable[Any]]
ASKED: Final = inspect.Parameter("request", inspect.Parameter.KEYWORD_ONLY, annotation=Request)
PACKED_FROM: Final = 500  # bytes; what is shorter travels as it is
MOST_BYTES: Final = 64_000_000  # of printed pages that are kept


@dataclass(frozen=True)
class Page:
    """What an address shows.

    Attributes:
        path: with its parameters in braces, and no ending.
        view: asks a `Desk`, its first argument, for what is shown: a dataclass of messages and of what is drawn; the
            others are the parameters of the path and of the query.
        template: makes HTML of it.
        rows: which rows of it go into the CSV; None: there is no CSV.
        is_live: whether the page follows what happens while it is looked at.
        script: a module of `static` that it loads, "" for none.
        version: like *view*, but quick: while it returns the same, so would the view.
        is_kept: whether it is kept a while for other readers; not what is large and seldom read twice.
    """

    path: str
    view: View
    template: str
    rows: Callable[[Any], Iterable[Row]] | None = None
    is_live: bool = False
    script: str = ""
    version: View | None = None
    is_kept: bool = True


@dataclass(frozen=True)
class Printed:
    """A page as it is sent: *packed* is *plain*, gzipped."""

    plain: bytes
    packed: bytes
    tag: str


class Printer:
    """Makes and keeps what pages show, for every form of them."""

    def __init__(self, client: LocalClient, template: Templates, proxies: Proxies) -> None:
        self._client = client
        self.proxies = proxies
        self._template = template
        self._shown: Kept[Any] = Kept()
        self._printed: Kept[Printed] = Kept(most=MOST_BYTES, weigh=lambda made: len(made.plain) + len(made.packed))
        self.live: Live[bytes] = Live()

    async def shown(self, page: Page, told: dict[str, Any]) -> Any:
        """Return what *page* shows with the parameters *told*. Raises `Refused`."""
        if not page.is_kept:
            return await page.view(self._client, **told)
        version = page.version
        return await self._shown.get(
            _key(page, told),
            lambda: page.view(self._client, **told),
            version and (lambda: version(self._client, **told)),
        )

    async def printed(self, page: Page, told: dict[str, Any], address: Address) -> Printed:
        """Return the page as HTML. Raises `Refused`."""

        async def make() -> Printed:
            shown = await self.shown(page, told)
            return await asyncio.to_thread(self._print, page, shown, address)

        if not page.is_kept:
            return await make()
        return await self._printed.get((address, *_key(page, told)), make, lambda: self.shown(page, told))

    async def fragments(self, page: Page, told: dict[str, Any], address: str) -> AsyncIterator[bytes]:
        """Return the middle of the page as events, again whenever it has changed. Raises `Refused`.

        An event is written once, and its bytes are those that every watcher is sent.
        """

        async def make() -> bytes:
            shown = await self.shown(page, told)
            middle = await asyncio.to_thread(self._template.middle, page.template, it=shown)
            return ServerSentEvent(middle.text).encode()

        await self.shown(page, told)  # a page that cannot be shown is refused before it is followed
        key = _key(page, told)
        self.live.check(key, address)
        return self.live.follow(key, address, make)

    def _print(self, page: Page, shown: Any, address: Address) -> Printed:
        data = self._template.whole(page.template, page, address, it=shown).encode()
        return Printed(data, gzip.compress(data, 6, mtime=0), f'"{sha256(data).hexdigest()[:24]}"')


def add_page(app: FastAPI, page: Page, printer: Printer) -> None:
    """Let *app* answer the addresses of *page*; that without an ending comes last, since it fits all."""
    hints = get_type_hints(page.view)
    told = [
        each.replace(annotation=hints[each.name], kind=inspect.Parameter.KEYWORD_ONLY)
        for each in list(inspect.signature(page.view).parameters.values())[1:]
    ]
    name = page.template.removesuffix(".html")
    query = [takes(*(each.name for each in told if f"{{{each.name}" not in page.path))]

    async def as_json(**given: Any) -> Response:
        return JSONResponse(to_json(await printer.shown(page, given)))

    as_json.__signature__ = inspect.Signature(told)  # type: ignore[attr-defined]
    app.add_api_route(
        f"{page.path or '/index'}.json",
        as_json,
        name=f"{name}.json",
        summary=_summary(page),
        tags=["pages"],
        dependencies=query,
    )
    if page.rows is not None:
        as_csv = _as_csv(page, printer, told)
        app.add_api_route(f"{page.path}.csv", as_csv, name=f"{name}.csv", summary=_summary(page), dependencies=query)
    if page.is_live:
        live = _as_events(page, printer, told)
        path = f"{page.path or '/index'}.live"
        app.add_api_route(path, live, name=f"{name}.live", include_in_schema=False, dependencies=query)

    async def as_html(*, request: Request, **given: Any) -> Response:
        return _sent(request, await printer.printed(page, given, _address(request, page, given)))

    as_html.__signature__ = inspect.Signature([ASKED, *told])  # type: ignore[attr-defined]
    app.add_api_route(
        page.path or "/", as_html, name=name, include_in_schema=False, methods=["GET", "HEAD"], dependencies=query
    )


def _as_csv(page: Page, printer: Printer, told: list[inspect.Parameter]) -> Callable[..., Awaitable[Response]]:
    async def as_csv(**given: Any) -> Response:
        assert page.rows is not None
        return Response(to_csv(page.rows(await printer.shown(page, given))), media_type="text/csv")

    as_csv.__signature__ = inspect.Signature(told)  # type: ignore[attr-defined]
    return as_csv


def _as_events(page: Page, printer: Printer, told: list[inspect.Parameter]) -> Callable[..., Awaitable[Response]]:
    async def as_events(*, request: Request, **given: Any) -> Response:
        address = sender_of(request, printer.proxies).address
        return EventSourceResponse(await printer.fragments(page, given, address))

    as_events.__signature__ = inspect.Signature([ASKED, *told])  # type: ignore[attr-defined]
    return as_events


def _sent(request: Request, printed: Printed) -> Response:
    headers = {"ETag": printed.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if printed.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", "") and len(printed.plain) > PACKED_FROM:
        return Response(printed.packed, media_type="text/html", headers=headers | {"Content-Encoding": "gzip"})
    return Response(printed.plain, media_type="text/html", headers=headers)


def _address(request: Request, page: Page, told: dict[str, Any]) -> Address:
    """Return where a page is, with the parameters of its query that say something."""
    query = urlencode({name: value for name, value in told.items() if f"{{{name}" not in page.path and value})
    return Address(quote(request.url.path, safe="/@"), f"?{query}" if query else "")


def _key(page: Page, told: dict[str, Any]) -> tuple[Any, ...]:
    return (page.path, *sorted(told.items()))


def _summary(page: Page) -> str:
    """Return the first line of what the view says of itself."""
    return (inspect.getdoc(page.view) or "").partition("\n")[0]
