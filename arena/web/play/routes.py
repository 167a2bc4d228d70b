"""Answer /play and the addresses below it, for practice tables."""

from collections.abc import Awaitable, Callable
from dataclasses import asdict
from functools import partial
from typing import Any
from urllib.parse import quote

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from arena.guards.auth import RefusedError
from arena.guards.proxies import Proxies
from arena.practice import places
from arena.rules import options_of
from arena.store import Store
from arena.web.pages.records.check import CheckPage
from arena.web.pages.records.game import GamePage
from arena.web.play.choices import create_deal, table_choices
from arena.web.play.house import MOVES, House, PlayPage
from arena.web.play.person import Person, person_in, remember
from arena.web.serving.addresses import NOT_STORED, SEE_OTHER, headers_of, status_of, takes
from arena.web.serving.forms import read_form, sender_of, whole_number
from arena.web.serving.templates import Templates

Answer = Callable[..., Awaitable[Response]]
MAX_HANDS = 10_000  # of a table, more than it can have
# The parameters that the query of an address may have.
QUERIES = {"/play": ("variant",), "/play/{id}/replay": ("hand", "costs"), "/play/{id}/replay.json": ("hand", "costs")}


def add_play(app: FastAPI, store: Store, templates: Templates, proxies: Proxies) -> None:
    """Let *app* answer /play and the addresses below it."""
    room = _Room(House(store), templates, proxies)
    routes: tuple[tuple[str, str, Answer], ...] = (
        ("GET", "/play", room.choose),
        ("POST", "/play", room.sit_down),
        ("GET", "/play/with/{deal}", room.invite),
        ("POST", "/play/with/{deal}", room.join),
        ("GET", "/play/{id}/replay", room.replay),
        ("GET", "/play/{id}/replay.json", room.replay_json),
        ("GET", "/play/{id}.json", room.as_json),
        ("GET", "/play/{id}", room.as_page),
        ("POST", "/play/{id}/again", room.again),
        *(("POST", f"/play/{{id}}/{name}", partial(room.move, name)) for name in MOVES),
    )
    for method, path, answer in routes:
        query = [takes(*QUERIES.get(path, ()) if method == "GET" else ())]
        app.add_api_route(path, room.guard(answer), methods=[method], include_in_schema=False, dependencies=query)


class _Room:
    """Answer the requests to the addresses of practice tables, one method for each address."""

    def __init__(self, house: House, templates: Templates, proxies: Proxies) -> None:
        self._house = house
        self._templates = templates
        self._proxies = proxies

    def guard(self, answer: Answer) -> Answer:
        """Return a view that calls *answer*, forbids caching, and answers a `RefusedError` with a page or JSON."""

        async def respond(request: Request) -> Response:
            person = person_in(request, sender_of(request, self._proxies))
            try:
                response = await answer(request, person, **request.path_params)
            except RefusedError as problem:
                response = self._refusal(request, problem)
            response.headers.update(NOT_STORED)
            return response

        return respond

    async def choose(self, request: Request, person: Person) -> Response:
        content = table_choices(request.query_params.get("variant", ""), await self._house.tables_of(person))
        return self._page(request, "play/choose.html", it=content, refusal="", fields={})

    async def sit_down(self, request: Request, person: Person) -> Response:
        fields = await read_form(request)
        try:
            id = await self._house.sit_down(person, create_deal(fields))
        except RefusedError as problem:
            content, status = table_choices(fields.get("variant", ""), []), status_of(problem)
            return self._page(request, "play/choose.html", status, it=content, refusal=problem.line, fields=fields)
        return self._redirect(f"/play/{id}", person)

    async def invite(self, request: Request, person: Person, deal: str) -> Response:
        friends_deal = await self._house.invitation(deal)
        names = places(friends_deal.rules.seats, friends_deal.seat)
        bots = [(names[seat], bot) for seat, bot in enumerate(friends_deal.bots) if seat != friends_deal.seat]
        form = options_of(friends_deal.rules)["format"]
        return self._page(request, "play/invite.html", variant=friends_deal.rules.name, bots=bots, form=form, deal=deal)

    async def join(self, request: Request, person: Person, deal: str) -> Response:
        return self._redirect(f"/play/{await self._house.join(person, deal)}", person)

    async def as_page(self, request: Request, person: Person, id: str) -> Response:
        page = await self._house.look(person, id)
        response = self._page(request, "play/table.html", variant=page.view.variant, id=id, deal=page.deal)
        remember(response, person)  # the cookie's lifetime begins again
        return response

    async def as_json(self, request: Request, person: Person, id: str) -> Response:
        return _to_json(await self._house.look(person, id))

    async def replay(self, request: Request, person: Person, id: str) -> Response:
        hand = whole_number({"hand": "1", **request.query_params}, "hand", 1, MAX_HANDS)
        if "costs" in request.query_params:
            return self._page(request, "check.html", it=await self._house.costs(person, id, hand), table=id)
        return self._page(request, "play/replay.html", it=await self._house.replay(person, id, hand), id=id)

    async def replay_json(self, request: Request, person: Person, id: str) -> Response:
        hand = whole_number({"hand": "1", **request.query_params}, "hand", 1, MAX_HANDS)
        page = self._house.costs if "costs" in request.query_params else self._house.replay
        return _to_json(await page(person, id, hand))

    async def move(self, name: str, request: Request, person: Person, id: str) -> Response:
        fields = await read_form(request)
        version = whole_number(fields, "version", 0, 2**53)
        return _to_json(await self._house.change(person, id, version, lambda table: MOVES[name](table, fields)))

    async def again(self, request: Request, person: Person, id: str) -> Response:
        to = await self._house.again(person, id, whole_number(await read_form(request), "seat", 0, 99))
        return self._redirect(f"/play/{to}", person)

    def _refusal(self, request: Request, problem: RefusedError) -> Response:
        status, headers = status_of(problem), headers_of(problem)
        if request.url.path.endswith(".json") or "application/json" in request.headers.get("accept", ""):
            return JSONResponse({"error": problem.line}, status, headers)
        page = self._page(request, "problem.html", status, line=problem.line, status=status)
        page.headers.update(headers)
        return page

    def _page(self, request: Request, template: str, http_status: int = 200, **values: Any) -> Response:
        return self._templates.respond(template, quote(request.url.path), http_status, **values)

    def _redirect(self, to: str, person: Person) -> Response:
        response = RedirectResponse(to, SEE_OTHER)
        remember(response, person)
        return response


def _to_json(page: PlayPage | GamePage | CheckPage) -> Response:
    return JSONResponse(asdict(page))
