"""Create the web application, which answers the addresses of all pages."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect
from starlette.staticfiles import StaticFiles

from arena.api.local_client import LocalClient
from arena.guards.auth import RefusedError
from arena.guards.proxies import Proxies
from arena.handbook import FOLDER
from arena.health import Probe, probes_of
from arena.metrics import answer_probe
from arena.store import Store
from arena.store.names import FORMATS
from arena.web.desk.action import Answers
from arena.web.desk.counter import add_desk
from arena.web.desk.visitors import Visitors, add_entrance
from arena.web.kit import add_kit
from arena.web.pages.search import find_similar
from arena.web.pages.table import FILES, PAGES, STYLE
from arena.web.play.routes import add_play
from arena.web.serving.addresses import (
    HEADERS,
    NOT_STORED,
    PERMANENT,
    PageMovedError,
    SafeHeaders,
    WithoutSlash,
    headers_of,
    status_of,
)
from arena.web.serving.forms import SameOrigin
from arena.web.serving.page import Renderer, add_page
from arena.web.serving.templates import Templates, VersionedFiles
from arena.wire.login import Login

STATIC: Final = Path(__file__).with_name("static")
NO_PROXIES: Final = Proxies()
NO_GATEWAY: Final = Login()
ABOUT: Final = "Add .json to the address of any page; add .csv to the address of a table."


def make_app(
    store: Store,
    wake: Callable[[int], None],
    close: Callable[[], Any] | None = None,
    proxies: Proxies = NO_PROXIES,
    gateway: Login = NO_GATEWAY,
    with_style: bool = False,
) -> FastAPI:
    """Return the web application for the data in *store*.

    *wake* wakes that number of workers. *close* is awaited when the application ends. *proxies*: the trusted proxies.
    *gateway*: the arena as bots reach it. *with_style*: serve `/style`, the design system, for contributors.
    """

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        yield
        if close is not None:
            await close()

    app = FastAPI(
        title="Arena",
        description=ABOUT,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        redirect_slashes=False,  # `WithoutSlash` redirects them, also below paths that accept any characters
    )
    templates = Templates(gateway)
    client = LocalClient(store, wake)
    renderer = Renderer(client, templates, proxies)
    for page in (*FILES, *PAGES, *[STYLE] * with_style):
        add_page(app, page, renderer)
    visitors, answers = Visitors(store, wake, proxies), Answers(templates)
    add_entrance(app, visitors, answers)
    add_desk(app, visitors, answers)
    add_play(app, store, templates, proxies)
    add_kit(app, templates, proxies, gateway)
    if FOLDER.is_dir():
        app.mount("/docs-files", StaticFiles(directory=FOLDER), name="docs-files")
    app.mount("/static", GZipMiddleware(VersionedFiles(directory=STATIC)), name="static")
    for path, probe in probes_of(store, asyncio.Event()).items():
        _add_probe(app, path, probe)
    _answer_problems(app, templates, client)
    app.add_middleware(WithoutSlash)
    app.add_middleware(SameOrigin)
    app.add_middleware(SafeHeaders)
    return app


def _add_probe(app: FastAPI, path: str, probe: Probe) -> None:
    async def answer() -> Response:
        status, text = answer_probe(await probe())
        return Response(text, status, NOT_STORED, "text/plain")

    app.add_api_route(path, answer, summary=f"Answer the probe {path}.", include_in_schema=False)


def _answer_problems(app: FastAPI, templates: Templates, client: LocalClient) -> None:
    """Let *app* answer errors with one line: as JSON if the address ends in .json or .csv, else as a page."""

    async def answer(request: Request, status: int, line: str, headers: dict[str, str]) -> Response:
        path = request.url.path
        if path.endswith(FORMATS):
            return JSONResponse({"error": line}, status, headers)
        similar = await find_similar(client, path) if status == 404 else []
        page = templates.respond("problem.html", quote(path), status, status=status, line=line, similar=similar)
        page.headers.update(headers)
        return page

    @app.exception_handler(RefusedError)
    async def answer_refusal(request: Request, problem: RefusedError) -> Response:
        return await answer(request, status_of(problem), problem.line, headers_of(problem))

    @app.exception_handler(PageMovedError)
    async def redirect(request: Request, problem: PageMovedError) -> Response:
        ending = next((each for each in FORMATS if request.url.path.endswith(each)), "")
        return RedirectResponse(f"{problem.path}{ending}", PERMANENT)

    @app.exception_handler(HTTPException)
    async def answer_http_error(request: Request, problem: HTTPException) -> Response:
        line = "This page does not exist: check the address." if problem.status_code == 404 else problem.detail
        return await answer(request, problem.status_code, line, dict(problem.headers or {}))

    @app.exception_handler(RequestValidationError)
    async def answer_invalid(request: Request, problem: RequestValidationError) -> Response:
        return await answer(request, 400, "; ".join(_describe(request, each) for each in problem.errors()), {})

    @app.exception_handler(ClientDisconnect)
    async def answer_disconnected(_request: Request, _problem: Exception) -> Response:
        return Response(status_code=400)  # nobody reads it: the browser disconnected while it sent a form

    @app.exception_handler(Exception)
    async def answer_fault(request: Request, _problem: Exception) -> Response:
        # This answer bypasses the middleware that adds the headers to all others.
        line = "The arena made an error and logged it. Try again later."
        return await answer(request, 500, line, HEADERS | NOT_STORED)


def _describe(request: Request, problem: dict[str, Any]) -> str:
    name = problem["loc"][-1]
    if problem["type"] == "missing":
        return f"parameter {name} is missing: add it, as in {request.url.path}?{name}=NAME"
    remedy = "give a whole number" if problem["type"] == "int_parsing" else problem["msg"]
    return f"{name}={problem['input']} is invalid: {remedy}"
