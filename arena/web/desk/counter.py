"""Serve the pages of the desk, and perform the actions of its forms."""

from collections.abc import Awaitable, Callable
from typing import Final
from urllib.parse import quote

from fastapi import FastAPI, Request, Response
from grpc import StatusCode

from arena.guards.auth import RefusedError
from arena.web.desk import bot, home, owners, tournaments
from arena.web.desk.action import Action, Answer, Answers, Context, DeskPage, Secret, Signed, redirect
from arena.web.desk.visitors import Visitors, check_form
from arena.web.serving.addresses import status_of, takes
from arena.web.serving.forms import Fields, read_form, read_upload

PAGES: Final = (home.HOME, *bot.PAGES, *owners.PAGES, *tournaments.PAGES)
ACTIONS: Final = {each.name: each for module in (home, bot, owners, tournaments) for each in module.ACTIONS}
DONE: Final = "done"  # parameter of an address: the name of the action that succeeded


def add_desk(app: FastAPI, visitors: Visitors, answers: Answers) -> None:
    """Let *app* answer the addresses of `PAGES` and `ACTIONS` if the user has signed in."""
    for page in PAGES:
        show = answers.without_storing(_make_view(page, visitors, answers))
        app.add_api_route(page.path, show, include_in_schema=False, dependencies=[takes(*page.keys, DONE)])

    async def do(request: Request, name: str) -> Response:
        visit = await visitors.visit(request)
        if name not in ACTIONS:
            raise RefusedError(StatusCode.NOT_FOUND, "This form does not exist: /desk lists all forms.")
        if visit.signed is None:
            return redirect("/sign-in")
        fields = await (read_upload(request) if ACTIONS[name].takes_file else read_form(request))
        check_form(visit, fields)
        return await _do(ACTIONS[name], visit.signed, fields, answers)

    app.add_api_route("/desk/do/{name}", answers.without_storing(do), methods=["POST"], include_in_schema=False)


def _make_view(page: DeskPage, visitors: Visitors, answers: Answers) -> Callable[..., Awaitable[Response]]:
    async def show(request: Request) -> Response:
        signed = (await visitors.visit(request)).signed
        if signed is None:
            query = f"?{request.url.query}" if request.url.query else ""
            return redirect(f"/sign-in?to={quote(page.path + query, safe='/')}")
        done = ACTIONS.get(request.query_params.get(DONE, ""))
        context = Context(signed, done=done.done if done else "")
        return answers.page(page, context, await _view(page, signed, request.query_params))

    return show


async def _do(action: Action, signed: Signed, fields: Fields, answers: Answers) -> Response:
    """Perform the action of a form, and return the answer; a refused form is shown again with the refusal."""
    try:
        outcome = await action.act(signed, fields)
    except RefusedError as problem:
        context = Context(signed, sent=action.name, fields=fields, refusal=problem.line)
        return answers.page(action.page, context, await _view(action.page, signed, fields), status_of(problem))
    if isinstance(outcome, Secret):
        return answers.render("desk/secret.html", action.page.path, secret=outcome)
    if isinstance(outcome, Answer):
        context = Context(signed, sent=action.name, fields=fields, answer=outcome.value)
        return answers.page(action.page, context, await _view(action.page, signed, fields))
    return redirect(outcome or action.page.address(fields, **{DONE: action.name}))


async def _view(page: DeskPage, signed: Signed, fields: Fields) -> object:
    if page.is_operators and not signed.is_operator:
        raise RefusedError(StatusCode.PERMISSION_DENIED, "This page is for operators; your own desk is at /desk.")
    return await page.view(signed, fields)
