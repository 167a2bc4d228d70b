"""Sign users in and out, and identify the user of each request to the desk."""

import hmac
import logging
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from fastapi import FastAPI, Request, Response
from grpc import StatusCode

from arena.api.local_client import LocalClient, Sessions
from arena.guards.auth import RefusedError
from arena.guards.buckets import Buckets, UnknownCallers, monotonic_us
from arena.guards.limits import SIGN_INS_BURST, SIGN_INS_RATE
from arena.guards.proxies import Proxies
from arena.store import Store
from arena.store.accounts.rows import Principal
from arena.web.desk.action import Answers, Secret, Signed, redirect
from arena.web.serving.addresses import invalid, status_of, takes
from arena.web.serving.forms import Cookie, Fields, Sender, read_form, sender_of
from arena.wire.gen.accounts_pb2 import AcceptInviteRequest

# Strict: browsers do not send this cookie after links and forms on other sites, so such links lead to the sign-in page.
# Public pages do not need it. The store ends an unused session before the cookie expires.
SESSION: Final = Cookie("arena-session", 7 * 86_400, "strict")
HOME: Final = "/desk"
_OF_THE_DESK: Final = re.compile(r"/desk(?:[/?][!-~]*)?")  # printable ASCII, as a browser writes addresses
HINT: Final = "The token is for your next sign-in, and for commands such as `arena bot register`."
log = logging.getLogger("arena.web")


def form_token(session: str) -> str:
    """Return the secret that all forms of a session send; the session's id does not follow from it."""
    return hmac.digest(session.encode(), b"form", "sha256").hex()


@dataclass(frozen=True)
class Visit:
    """The sender and the user of a request."""

    sender: Sender
    session: str | None  # the session's id in the cookie; None without the cookie
    signed: Signed | None  # the signed-in user; None without a valid session


class Visitors:
    """Identify users by their sessions, and limit failed attempts by IP address. Methods raise `RefusedError`."""

    def __init__(self, store: Store, wake: Callable[[int], None], proxies: Proxies) -> None:
        self._client = LocalClient(store, wake)
        self._sessions = Sessions(store)
        self._proxies = proxies
        self._unknown_callers = UnknownCallers(monotonic_us)
        self._tries = UnknownCallers(monotonic_us, Buckets(SIGN_INS_BURST, SIGN_INS_RATE, monotonic_us))

    async def visit(self, request: Request) -> Visit:
        """Return the sender and the user of *request*."""
        sender = sender_of(request, self._proxies)
        session = SESSION.read(request, sender)
        if session is None:
            return Visit(sender, None, None)
        try:
            with self._unknown_callers.track_caller(sender.address):
                caller = await self._sessions.find_caller(session)
                if caller is None:
                    raise _SessionEndedError
        except _SessionEndedError:
            return Visit(sender, session, None)
        return Visit(sender, session, Signed(caller, form_token(session), sender.site, self._client))

    async def sign_in(self, sender: Sender, token: str) -> str:
        """Begin a session for the holder of *token*, and return the session's id."""
        if not token.strip():
            raise invalid("the token is empty: paste your token")
        with self._tries.track_caller(sender.address):
            session, caller = await self._sessions.sign_in(token.strip())
        log.info("signed in from %s: %s with token %d", sender.address, caller.owner or caller.scope, caller.token_id)
        return session

    async def sign_out(self, visit: Visit) -> None:
        """End the session of *visit*, if it has one."""
        if visit.session is not None:
            await self._sessions.sign_out(visit.session)

    async def accept_invite(self, sender: Sender, code: str, name: str) -> str:
        """Create the owner *name* with the invite *code*, and return the owner's token."""
        with self._tries.track_caller(sender.address):
            request = AcceptInviteRequest(code=code, name=name.strip())
            token: str = (await self._client.ask(request, Principal("anybody"))).token
        log.info("an invite was accepted from %s, by owner %s", sender.address, name.strip())
        return token


def check_form(visit: Visit, fields: Fields) -> None:
    """Raise `RefusedError` unless a page of this session sent the form with these *fields*."""
    token = fields.get("form_token", "").encode()
    if visit.session is None or not hmac.compare_digest(form_token(visit.session).encode(), token):
        line = "this form belongs to another session and was refused: reload the page and send it again"
        raise RefusedError(StatusCode.PERMISSION_DENIED, line)


class _SessionEndedError(Exception):
    """The session in the cookie is unknown or has ended."""


def add_entrance(app: FastAPI, visitors: Visitors, answers: Answers) -> None:
    """Let *app* answer /sign-in, /sign-out and /invite/CODE."""

    async def ask_to_sign_in(request: Request) -> Response:
        visit = await visitors.visit(request)
        to = _desk_address(request.query_params.get("to", HOME))
        if visit.signed is not None:
            return redirect(to)
        response = answers.render("desk/sign_in.html", request.url.path, to=to, refusal="")
        if visit.session is not None:
            SESSION.delete(response, visit.sender)
        return response

    async def sign_in(request: Request) -> Response:
        visit, fields = await visitors.visit(request), await read_form(request)
        to = _desk_address(fields.get("to", HOME))
        try:
            session = await visitors.sign_in(visit.sender, fields.get("token", ""))
        except RefusedError as problem:
            values = {"to": to, "refusal": problem.line}
            return answers.render("desk/sign_in.html", request.url.path, status_of(problem), **values)
        await visitors.sign_out(visit)
        response = redirect(to)
        SESSION.set(response, session, visit.sender)
        return response

    async def sign_out(request: Request) -> Response:
        visit = await visitors.visit(request)
        response = redirect("/")
        if visit.signed is not None:
            check_form(visit, await read_form(request))
            await visitors.sign_out(visit)
        SESSION.delete(response, visit.sender)
        return response

    async def show_invite(request: Request) -> Response:
        return answers.render("desk/invite.html", request.url.path, chosen="", refusal="")

    async def accept_invite(request: Request, code: str) -> Response:
        visit, fields = await visitors.visit(request), await read_form(request)
        name = fields.get("name", "")
        try:
            token = await visitors.accept_invite(visit.sender, code, name)
        except RefusedError as problem:
            values = {"chosen": name, "refusal": problem.line}
            return answers.render("desk/invite.html", request.url.path, status_of(problem), **values)
        session = ""  # a user who is signed in, as an operator who tests an invite, stays so
        with suppress(RefusedError):  # the answer shows the token in any case, as nothing shows it again
            session = "" if visit.signed else await visitors.sign_in(visit.sender, token)
        hint = f"You are signed in. {HINT}" if session else HINT
        secret = Secret(f"the owner {name.strip()}", token, hint, "/desk", "person", works_once=True)
        response = answers.render("desk/secret.html", "/invite", secret=secret)
        if session:
            SESSION.set(response, session, visit.sender)
        return response

    for path, show, take in (
        ("/sign-in", ask_to_sign_in, sign_in),
        ("/sign-out", None, sign_out),
        ("/invite/{code}", show_invite, accept_invite),
    ):
        if show is not None:
            query = [takes(*({"to"} if show is ask_to_sign_in else ()))]
            app.add_api_route(path, answers.without_storing(show), include_in_schema=False, dependencies=query)
        app.add_api_route(path, answers.without_storing(take), methods=["POST"], include_in_schema=False)


def _desk_address(to: str) -> str:
    """Return *to* if it is an address of the desk, else the desk's home page: never redirect to other sites."""
    return to if _OF_THE_DESK.fullmatch(to) else HOME
