"""The web application: all pages over one store."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.staticfiles import StaticFiles

from arena.api.local_client import LocalClient
from arena.guards.auth import Refused
from arena.guards.proxies import Proxies
from arena.handbook import FOLDER
from arena.store import Store
from arena.store.names import FORMATS
from arena.web.desk.action import Answers
from arena.web.desk.counter import ACTIONS, SHELVES, add_counter
from arena.web.desk.visitors import Visitors, add_entrance
from arena.web.pages.table import PAGES
from arena.web.play.routes import add_play
from arena.web.serving.addresses import HEADERS, PERMANENT, PageMoved, SafeHeaders, WithoutSlash, headers_of, status_of
from arena.web.serving.forms import SameOrigin
from arena.web.serving.page import Printer, add_page
from arena.web.serving.templates import Address, Templates, VersionedFiles

STATIC: Final = Path(__file__).with_name("static")
NO_PROXIES: Final = Proxies()
ABOUT: Final = "Every page under the same address with .json behind it; where it is a table with .csv, too."


def make_app(
    store: Store,
    wake: Callable[[int], None],
    close: Callable[[], Any] | None = None,
    proxies: Proxies = NO_PROXIES,
) -> FastAPI:
    """Return the application over *store*.

    *wake* sends wake-ups to the workers; *close* is awaited when the application ends; *proxies* are
    believed whose address a request comes from, and whether it came by https.
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
        redirect_slashes=False,  # `WithoutSlash` does that, also where a path takes any characters
    )
    templates = Templates()
    printer = Printer(LocalClient(store, wake), templates, proxies)
    for page in PAGES:
        add_page(app, page, printer)
    visitors, answers = Visitors(store, wake, proxies), Answers(templates)
    add_entrance(app, visitors, answers)
    add_counter(app, visitors, answers, SHELVES, ACTIONS)
    add_play(app, store, templates, proxies)
    if FOLDER.is_dir():
        app.mount("/docs-files", StaticFiles(directory=FOLDER), name="docs-files")
    app.mount("/static", VersionedFiles(directory=STATIC), name="static")
    _answer_problems(app, templates)
    app.add_middleware(WithoutSlash)
    app.add_middleware(SameOrigin)
    app.add_middleware(SafeHeaders)
    return app


def _answer_problems(app: FastAPI, templates: Templates) -> None:
    """Answer what cannot be answered in one line: JSON where that was asked for, else a page."""

    def answer(request: Request, status: int, line: str, headers: dict[str, str]) -> Response:
        if request.url.path.endswith(FORMATS):
            return JSONResponse({"error": line}, status, headers)
        page = templates.whole("problem.html", None, Address(quote(request.url.path)), status=status, line=line)
        return Response(page, status, headers, "text/html")

    async def refused(request: Request, problem: Exception) -> Response:
        assert isinstance(problem, Refused)
        return answer(request, status_of(problem), problem.line, headers_of(problem))

    async def moved(request: Request, problem: Exception) -> Response:
        assert isinstance(problem, PageMoved)
        ending = next((each for each in FORMATS if request.url.path.endswith(each)), "")
        return RedirectResponse(f"{problem.path}{ending}", PERMANENT)

    async def no_page(request: Request, problem: Exception) -> Response:
        assert isinstance(problem, HTTPException)
        line = "There is no such page." if problem.status_code == 404 else problem.detail
        return answer(request, problem.status_code, line, dict(problem.headers or {}))

    async def invalid(request: Request, problem: Exception) -> Response:
        assert isinstance(problem, RequestValidationError)
        return answer(request, 400, "; ".join(_told(request, each) for each in problem.errors()), {})

    async def left(_request: Request, _problem: Exception) -> Response:
        return Response(status_code=400)  # nobody reads it: the browser went away in the middle of a form

    async def broken(request: Request, _problem: Exception) -> Response:
        # It is answered outside the middleware that adds these to all else.
        headers = HEADERS | {"Cache-Control": "no-store"}
        return answer(request, 500, "This is a fault of the arena's. It has been logged.", headers)

    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(PageMoved, moved)
    app.add_exception_handler(ClientDisconnect, left)
    app.add_exception_handler(Exception, broken)
    app.add_exception_handler(HTTPException, no_page)
    app.add_exception_handler(RequestValidationError, invalid)


def _told(request: Request, problem: dict[str, Any]) -> str:
    """Say of a part of an address what was given, and what is accepted."""
    name = problem["loc"][-1]
    if problem["type"] == "missing":
        return f"{name} is missing: accepted is {request.url.path}?{name}=..., with a name in place of the dots"
    kind = "a whole number" if problem["type"] == "int_parsing" else problem["msg"]
    return f"{name}={problem['input']}: accepted is {kind}"
