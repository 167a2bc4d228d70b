"""The addresses below /play."""

from collections.abc import Awaitable, Callable
from dataclasses import asdict
from functools import partial
from typing import Any, Final
from urllib.parse import quote

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from arena.guards.auth import Refused
from arena.guards.proxies import Proxies
from arena.practice import places
from arena.rules import options_of
from arena.store import Store
from arena.web.play.choosing import choosing, deal_chosen
from arena.web.play.house import MOVES, House, Seen
from arena.web.play.person import Person, person_in, remember
from arena.web.serving.addresses import headers_of, status_of, takes
from arena.web.serving.forms import read_form, sender_of, whole_number
from arena.web.serving.templates import Address, Templates

NOT_KEPT: Final = {"Cache-Control": "no-store"}
SEE_OTHER: Final = 303
Answer = Callable[..., Awaitable[Response]]


def add_play(app: FastAPI, store: Store, templates: Templates, proxies: Proxies) -> None:
    """Let *app* answer /play and what is below it."""
    room = _Room(House(store), templates, proxies)
    routes: tuple[tuple[str, str, Callable[..., Awaitable[Response]]], ...] = (
        ("GET", "/play", room.choose),
        ("POST", "/play", room.sit_down),
        ("GET", "/play/with/{deal}", room.invite),
        ("POST", "/play/with/{deal}", room.join),
        ("GET", "/play/{id}.json", room.as_json),
        ("GET", "/play/{id}", room.as_page),
        ("POST", "/play/{id}/again", room.again),
        *(("POST", f"/play/{{id}}/{name}", partial(room.move, name)) for name in MOVES),
    )
    for method, path, answer in routes:
        query = [takes(*(("variant",) if (method, path) == ("GET", "/play") else ()))]
        app.add_api_route(path, room.guarded(answer), methods=[method], include_in_schema=False, dependencies=query)


class _Room:
    """Answers each of the addresses."""

    def __init__(self, house: House, templates: Templates, proxies: Proxies) -> None:
        self._house = house
        self._templates = templates
        self._proxies = proxies

    def guarded(self, answer: Answer) -> Answer:
        """Return *answer* for a request: kept nowhere, a refusal as a page or as JSON."""

        async def answered(request: Request) -> Response:
            person = person_in(request, sender_of(request, self._proxies))
            try:
                response = await answer(request, person, **request.path_params)
            except Refused as problem:
                response = self._refusal(request, problem)
            response.headers.update(NOT_KEPT)
            return response

        return answered

    async def choose(self, request: Request, person: Person) -> Response:
        shown = choosing(request.query_params.get("variant", ""), await self._house.tables_of(person))
        return self._page(request, "play/choose.html", it=shown, refusal="", told={})

    async def sit_down(self, request: Request, person: Person) -> Response:
        told = await read_form(request)
        try:
            id = await self._house.sit_down(person, deal_chosen(told))
        except Refused as problem:
            shown = choosing(told.get("variant", ""), [])
            status = status_of(problem)
            return self._page(request, "play/choose.html", status, it=shown, refusal=problem.line, told=told)
        return self._go_on(f"/play/{id}", person)

    async def invite(self, request: Request, person: Person, deal: str) -> Response:
        found = await self._house.invitation(deal)
        who = places(found.rules.seats, found.seat)
        bots = [(who[seat], bot) for seat, bot in enumerate(found.bots) if seat != found.seat]
        form = options_of(found.rules)["format"]
        return self._page(request, "play/invite.html", variant=found.rules.name, bots=bots, form=form, deal=deal)

    async def join(self, request: Request, person: Person, deal: str) -> Response:
        return self._go_on(f"/play/{await self._house.join(person, deal)}", person)

    async def as_page(self, request: Request, person: Person, id: str) -> Response:
        seen = await self._house.look(person, id)
        response = self._page(request, "play/table.html", variant=seen.shown.variant, id=id, deal=seen.deal)
        remember(response, person)  # as long again
        return response

    async def as_json(self, request: Request, person: Person, id: str) -> Response:
        return _as_json(await self._house.look(person, id))

    async def move(self, name: str, request: Request, person: Person, id: str) -> Response:
        told = await read_form(request)
        version = whole_number(told, "version", 0, 2**53)
        return _as_json(await self._house.change(person, id, version, lambda table: MOVES[name](table, told)))

    async def again(self, request: Request, person: Person, id: str) -> Response:
        told = await read_form(request)
        to = await self._house.again(person, id, whole_number(told, "seat", 0, 99))
        return self._go_on(f"/play/{to}", person)

    def _refusal(self, request: Request, problem: Refused) -> Response:
        status = status_of(problem)
        if request.url.path.endswith(".json") or "application/json" in request.headers.get("accept", ""):
            return JSONResponse({"error": problem.line}, status, headers_of(problem))
        page = self._page(request, "problem.html", status, line=problem.line, status=status)
        page.headers.update(headers_of(problem))
        return page

    def _page(self, request: Request, template: str, http_status: int = 200, **told: Any) -> Response:
        text = self._templates.whole(template, None, Address(quote(request.url.path)), **told)
        return Response(text, http_status, media_type="text/html")

    def _go_on(self, to: str, person: Person) -> Response:
        response = RedirectResponse(to, SEE_OTHER)
        remember(response, person)
        return response


def _as_json(seen: Seen) -> Response:
    return JSONResponse(asdict(seen))
