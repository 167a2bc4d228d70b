"""Serve a page as HTML, JSON or CSV."""

import asyncio
import gzip
import inspect
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass
from functools import partial
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
from arena.web.serving.cache import Cache
from arena.web.serving.forms import sender_of
from arena.web.serving.live import Live
from arena.web.serving.pictures import Painter
from arena.web.serving.rows import Row, to_csv, to_json
from arena.web.serving.templates import Address, Templates


class CountedAnswers:
    """Answer as *app* does, and count the answers in *counts*, by class of the HTTP status, as "2xx"."""

    def __init__(self, app: ASGIApp) -> None:
        self.counts = Counter({f"{first}xx": 0 for first in (2, 3, 4, 5)})
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:

        async def send_counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.counts[f"{message['status'] // 100}xx"] += 1
            await send(message)

        await self._app(scope, receive, send_counted)


View = Callable[..., Awaitable[Any]]
Parameters = dict[str, Any]
REQUEST: Final = inspect.Parameter("request", inspect.Parameter.KEYWORD_ONLY, annotation=Request)
MIN_GZIP_BYTES: Final = 500  # shorter pages are not compressed
MAX_BYTES: Final = 64_000_000  # of all cached pages, plain and compressed, and pictures
HTML: Final = "text/html"
EMBEDDABLE: Final = {"Cross-Origin-Resource-Policy": "cross-origin"}  # for pictures and feeds on other sites
PING_INTERVAL: Final = 5  # seconds between two signs of life to followers; live.js waits for 12 s
ALIVE: Final = partial(ServerSentEvent, event="alive")


@dataclass(frozen=True)
class Page:
    """The definition of a page: its address, content and template.

    *path*: the address, with parameters in braces, without an ending. *view* returns the content. Its first argument
    is a `LocalClient`, the others are the parameters of path and query. *rows*: returns the CSV rows of a content.
    *is_live*: browsers follow changes. *script*: a file in `static`. *version*: takes the arguments of *view* and
    is quick; while it returns equal values, the content is the same. *is_cached*: False for large, seldom read pages.
    *has_picture*: `.png` returns a picture, drawn by a template of the same name in `templates/pictures`. *media*: the
    type of an answer other than HTML, which has no other endings.
    """

    path: str
    view: View
    template: str
    rows: Callable[[Any], Iterable[Row]] | None = None
    is_live: bool = False
    script: str = ""
    version: View | None = None
    is_cached: bool = True
    has_picture: bool = False
    media: str = HTML


@dataclass(frozen=True)
class RenderedPage:
    """The HTML of a page, or a picture."""

    plain: bytes
    packed: bytes  # *plain*, compressed with gzip; b"" for pictures, which are compressed
    media: str
    tag: str  # the header `ETag`


class Renderer:
    """Make and cache the content and the HTML of pages."""

    def __init__(self, client: LocalClient, template: Templates, proxies: Proxies) -> None:
        self._client = client
        self.proxies = proxies
        self._template = template
        self._contents: Cache[Any] = Cache()
        self._pages: Cache[RenderedPage] = Cache(most=MAX_BYTES, weigh=lambda page: len(page.plain) + len(page.packed))
        self._painter = Painter()
        self.live: Live[bytes] = Live(ServerSentEvent(event="stale").encode())

    async def content(self, page: Page, parameters: Parameters) -> Any:
        """Return the content of *page* for the parameters of its address. Raises `RefusedError`."""
        if not page.is_cached:
            return await page.view(self._client, **parameters)
        version = page.version
        return await self._contents.get(
            _key(page, parameters),
            lambda: page.view(self._client, **parameters),
            version and (lambda: version(self._client, **parameters)),
        )

    async def html(self, page: Page, parameters: Parameters, address: Address) -> RenderedPage:
        """Return the HTML of *page*; *address* is the page's own address. Raises `RefusedError`."""

        async def make() -> RenderedPage:
            return await asyncio.to_thread(self._render, page, await self.content(page, parameters), address)

        if not page.is_cached:
            return await make()
        return await self._pages.get((address, *_key(page, parameters)), make, lambda: self.content(page, parameters))

    async def png(self, page: Page, parameters: Parameters) -> RenderedPage:
        """Return the picture of *page*. Raises `RefusedError`."""

        async def make() -> RenderedPage:
            content = await self.content(page, parameters)
            name = f"pictures/{page.template.removesuffix('.html')}.svg"
            data = await self._painter.paint(lambda: self._template.bare(name, it=content))
            return RenderedPage(data, b"", "image/png", _tag(data))

        version = (lambda: self.content(page, parameters)) if page.is_cached else None
        return await self._pages.get(("png", *_key(page, parameters)), make, version)

    async def events(self, page: Page, parameters: Parameters, address: str) -> AsyncIterator[bytes]:
        """Return server-sent events with the middle of *page*, now and after each change. Raises `RefusedError`."""

        async def make() -> bytes:
            content = await self.content(page, parameters)
            middle = await asyncio.to_thread(self._template.middle, page.template, it=content)
            return ServerSentEvent(middle.text).encode()

        await self.content(page, parameters)  # raises a refusal before the stream begins
        key = _key(page, parameters)
        self.live.check(key, address)
        return self.live.follow(key, address, make)

    def _render(self, page: Page, content: Any, address: Address) -> RenderedPage:
        if page.media == HTML:
            data = self._template.whole(page.template, page, address, it=content).encode()
        else:
            data = self._template.bare(page.template, address=address, it=content).encode()
        return RenderedPage(data, gzip.compress(data, 6, mtime=0), page.media, _tag(data))


def _tag(data: bytes) -> str:
    return f'"{sha256(data).hexdigest()[:24]}"'


def add_page(app: FastAPI, page: Page, renderer: Renderer) -> None:
    """Let *app* answer the addresses of *page*; that without an ending comes last, as it matches all others."""
    hints = get_type_hints(page.view)
    parameters = [
        each.replace(annotation=hints[each.name], kind=inspect.Parameter.KEYWORD_ONLY)
        for each in list(inspect.signature(page.view).parameters.values())[1:]
    ]
    name = page.template.removesuffix(".html")
    summary = (inspect.getdoc(page.view) or "").partition("\n")[0]
    query = [takes(*(each.name for each in parameters if f"{{{each.name}" not in page.path))]

    def add(ending: str, answer: View, takes_request: bool, **settings: Any) -> None:
        own = [REQUEST] if takes_request else []
        answer.__signature__ = inspect.Signature([*own, *parameters])  # type: ignore[attr-defined]
        path = f"{page.path or '/index'}{ending}" if ending else page.path or "/"
        app.add_api_route(path, answer, name=f"{name}{ending}", dependencies=query, **settings)

    async def as_json(**values: Any) -> Response:
        return JSONResponse(to_json(await renderer.content(page, values)))

    async def as_csv(**values: Any) -> Response:
        assert page.rows is not None
        return Response(to_csv(page.rows(await renderer.content(page, values))), media_type="text/csv")

    async def as_events(*, request: Request, **values: Any) -> Response:
        events = await renderer.events(page, values, sender_of(request, renderer.proxies).address)
        return EventSourceResponse(events, ping=PING_INTERVAL, ping_message_factory=ALIVE)

    async def as_png(*, request: Request, **values: Any) -> Response:
        return _respond(request, await renderer.png(page, values))

    async def as_html(*, request: Request, **values: Any) -> Response:
        site = sender_of(request, renderer.proxies).site
        return _respond(request, await renderer.html(page, values, _address(request, page, values, site)))

    if page.media != HTML:
        add("", as_html, takes_request=True, include_in_schema=False, methods=["GET", "HEAD"])
        return
    add(".json", as_json, takes_request=False, summary=summary, tags=["pages"])
    if page.rows is not None:
        add(".csv", as_csv, takes_request=False, summary=summary)
    if page.is_live:
        add(".live", as_events, takes_request=True, include_in_schema=False)
    if page.has_picture:
        add(".png", as_png, takes_request=True, include_in_schema=False, methods=["GET", "HEAD"])
    add("", as_html, takes_request=True, include_in_schema=False, methods=["GET", "HEAD"])


def _respond(request: Request, rendered: RenderedPage) -> Response:
    headers = {"ETag": rendered.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    headers |= {} if rendered.media == HTML else EMBEDDABLE
    if rendered.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    is_packed = rendered.packed and len(rendered.plain) > MIN_GZIP_BYTES
    if is_packed and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(rendered.packed, media_type=rendered.media, headers=headers | {"Content-Encoding": "gzip"})
    return Response(rendered.plain, media_type=rendered.media, headers=headers)


def _address(request: Request, page: Page, parameters: Parameters, site: str) -> Address:
    query = urlencode({name: value for name, value in parameters.items() if f"{{{name}" not in page.path and value})
    return Address(quote(request.url.path, safe="/@"), f"?{query}" if query else "", site)


def _key(page: Page, parameters: Parameters) -> tuple[Any, ...]:
    return (page.path, *sorted(parameters.items()))
