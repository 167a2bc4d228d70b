"""All pages and forms of the desk, and how they are served."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Final
from urllib.parse import quote

from fastapi import FastAPI, Request, Response
from grpc import StatusCode

from arena.guards.auth import Refused
from arena.web.desk import bot, home, owners, tournaments
from arena.web.desk.action import Action, Answer, Answers, Context, DeskPage, Secret, Signed, go_on
from arena.web.desk.visitors import Visitors, check_form
from arena.web.serving.addresses import status_of, takes
from arena.web.serving.forms import Told, read_form, read_upload

SHELVES: Final = (
    home.HOME,
    bot.BOT,
    bot.LOG,
    owners.TOKENS,
    owners.OWNERS,
    owners.ACTS,
    tournaments.RUNNING,
    tournaments.MAKING,
)
PAGES: Final = (home, bot, owners, tournaments)
ACTIONS: Final = {each.name: each for page in PAGES for each in page.ACTIONS}


DONE: Final = "done"  # the parameter that names the form that was done


def add_counter(
    app: FastAPI, visitors: Visitors, answers: Answers, shelves: Iterable[DeskPage], actions: Mapping[str, Action]
) -> None:
    """Let *app* answer the addresses of *shelves* and of *actions*, to who is signed in."""
    for shelf in shelves:
        show = _shown(shelf, visitors, answers, actions)
        query = [takes(*shelf.keys, DONE)]
        app.add_api_route(shelf.path, answers.kept_nowhere(show), include_in_schema=False, dependencies=query)

    async def do(request: Request, name: str) -> Response:
        visit = await visitors.visit(request)
        if name not in actions:
            raise Refused(StatusCode.NOT_FOUND, "There is no such form.")
        if visit.signed is None:
            return go_on("/sign-in")
        told = await (read_upload(request) if actions[name].takes_file else read_form(request))
        check_form(visit, told)
        return await _done(actions[name], visit.signed, told, answers)

    app.add_api_route("/desk/do/{name}", answers.kept_nowhere(do), methods=["POST"], include_in_schema=False)


def _shown(
    shelf: DeskPage, visitors: Visitors, answers: Answers, actions: Mapping[str, Action]
) -> Callable[..., Awaitable[Response]]:
    async def show(request: Request) -> Response:
        signed = (await visitors.visit(request)).signed
        if signed is None:
            query = f"?{request.url.query}" if request.url.query else ""
            return go_on(f"/sign-in?to={quote(shelf.path + query, safe='/')}")
        done = actions.get(request.query_params.get(DONE, ""))
        context = Context(signed, done=done.done if done else "")
        return answers.shelf(shelf, context, await _view(shelf, signed, request.query_params))

    return show


async def _done(action: Action, signed: Signed, told: Told, answers: Answers) -> Response:
    """Do what a form asks; where it is refused show its page again, with the line and what was typed."""
    try:
        outcome = await action.act(signed, told)
    except Refused as problem:
        context = Context(signed, sent=action.name, told=told, refusal=problem.line)
        return answers.shelf(action.shelf, context, await _view(action.shelf, signed, told), status_of(problem))
    if isinstance(outcome, Secret):
        return answers.secret(action.shelf.path, outcome)
    if isinstance(outcome, Answer):
        context = Context(signed, sent=action.name, told=told, answer=outcome.value)
        return answers.shelf(action.shelf, context, await _view(action.shelf, signed, told))
    return go_on(outcome or action.shelf.address(told, **{DONE: action.name}))


async def _view(shelf: DeskPage, signed: Signed, told: Told) -> object:
    if shelf.is_operators and not signed.is_operator:
        raise Refused(StatusCode.PERMISSION_DENIED, "This page is for operators; your own desk is at /desk.")
    return await shelf.view(signed, told)
