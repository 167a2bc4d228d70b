"""Come in and go: sign in, sign out, accept an invite."""

import re
from typing import Final

from fastapi import FastAPI, Request, Response

from arena.guards.refused import Refused
from arena.web.desk.action import Secret
from arena.web.desk.answers import Answers, go_on
from arena.web.desk.cookie import drop_session, set_session
from arena.web.desk.visitors import Visitors, check_form
from arena.web.serving.addresses import takes
from arena.web.serving.forms import read_form
from arena.web.serving.problems import status_of

HOME: Final = "/desk"
_OF_THE_DESK: Final = re.compile(r"/desk(?:[/?][!-~]*)?")  # printable ASCII, as a browser writes addresses
HINT: Final = "Sign in with it; it registers bots, here and by `arena bot register --token`."


def add_entrance(app: FastAPI, visitors: Visitors, answers: Answers) -> None:
    """Let *app* answer /sign-in, /sign-out and /invite/CODE."""

    async def ask_to_sign_in(request: Request) -> Response:
        visit = await visitors.visit(request)
        to = _checked(request.query_params.get("to", HOME))
        if visit.signed is not None:
            return go_on(to)
        response = answers.entrance("desk/sign_in.html", request, to=to, refusal="")
        if visit.session is not None:
            drop_session(response, visit.sender)
        return response

    async def sign_in(request: Request) -> Response:
        visit, told = await visitors.visit(request), await read_form(request)
        to = _checked(told.get("to", HOME))
        try:
            session = await visitors.sign_in(visit.sender, told.get("token", ""))
        except Refused as problem:
            return answers.entrance("desk/sign_in.html", request, status_of(problem), to=to, refusal=problem.line)
        await visitors.sign_out(visit)
        response = go_on(to)
        set_session(response, session, visit.sender)
        return response

    async def sign_out(request: Request) -> Response:
        visit = await visitors.visit(request)
        response = go_on("/")
        if visit.signed is not None:
            check_form(visit, await read_form(request))
            await visitors.sign_out(visit)
        drop_session(response, visit.sender)
        return response

    async def show_invite(request: Request) -> Response:
        return answers.entrance("desk/invite.html", request, chosen="", refusal="")

    async def accept_invite(request: Request, code: str) -> Response:
        visit, told = await visitors.visit(request), await read_form(request)
        name = told.get("name", "")
        try:
            token = await visitors.accept_invite(visit.sender, code, name)
        except Refused as problem:
            return answers.entrance("desk/invite.html", request, status_of(problem), chosen=name, refusal=problem.line)
        return answers.secret("/invite", Secret(f"the owner {name.strip()}", token, HINT, "/sign-in"))

    for path, show, take in (
        ("/sign-in", ask_to_sign_in, sign_in),
        ("/sign-out", None, sign_out),
        ("/invite/{code}", show_invite, accept_invite),
    ):
        if show is not None:
            query = [takes(*({"to"} if show is ask_to_sign_in else ()))]
            app.add_api_route(path, answers.kept_nowhere(show), include_in_schema=False, dependencies=query)
        app.add_api_route(path, answers.kept_nowhere(take), methods=["POST"], include_in_schema=False)


def _checked(to: str) -> str:
    """Return *to* where it is an address of the desk, which goes on nowhere else; else the desk's own."""
    return to if _OF_THE_DESK.fullmatch(to) else HOME
