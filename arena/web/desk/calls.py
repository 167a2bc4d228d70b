"""Answer calls of the API that a page's script makes as who is signed in."""

from collections.abc import Callable, Mapping

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from grpc import StatusCode

from arena.escapes import cut
from arena.guards.refused import Refused
from arena.web.desk.answers import NOT_KEPT
from arena.web.desk.visitors import Visitors, check_form
from arena.web.serving.forms import Told, read_form
from arena.web.serving.problems import headers_of, status_of


def add_calls(app: FastAPI, visitors: Visitors, calls: Mapping[str, Callable[[Told], Message]]) -> None:
    """Let *app* answer *calls*: each makes a request of a form's fields.

    A form carries the token of its session. The answer is the call's, as JSON, or the line why not:
    "error" of an error; "refused" where it only came too early or too late, which is no error.
    """

    async def answer(request: Request, name: str) -> JSONResponse:
        visit = await visitors.visit(request)
        if name not in calls:
            raise Refused(StatusCode.NOT_FOUND, "There is no such call.")
        if visit.signed is None:
            raise Refused(StatusCode.UNAUTHENTICATED, "You are signed out: sign in again.")
        told = await read_form(request)
        check_form(visit, told)
        owner = told.get("owner", visit.signed.caller.owner)  # whose number it is, where that was drawn before
        if owner != visit.signed.caller.owner:
            line = f"{visit.signed.caller.owner} is signed in now, and this page is of {cut(owner or '')!r}."
            raise Refused(StatusCode.PERMISSION_DENIED, line)
        found = await visit.signed.ask(calls[name](told))
        shown = MessageToDict(found, preserving_proto_field_name=True, always_print_fields_with_no_presence=True)
        return JSONResponse(shown, headers=NOT_KEPT)

    async def call(request: Request, name: str) -> JSONResponse:
        try:
            return await answer(request, name)
        except Refused as problem:
            if problem.code is StatusCode.FAILED_PRECONDITION:
                return JSONResponse({"refused": problem.line}, headers=NOT_KEPT)
            return JSONResponse({"error": problem.line}, status_of(problem), headers_of(problem) | NOT_KEPT)

    app.add_api_route("/desk/calls/{name}", call, methods=["POST"], include_in_schema=False)
