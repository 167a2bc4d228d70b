"""Sign in and out; who visits the desk."""

import hmac
import logging
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from fastapi import FastAPI, Request, Response
from grpc import StatusCode

from arena.api.local_client import LocalClient
from arena.api.sessions import Sessions
from arena.guards.auth import Refused
from arena.guards.buckets import Buckets, Strangers, monotonic_us
from arena.guards.limits import SIGN_INS_BURST, SIGN_INS_RATE
from arena.guards.proxies import Proxies
from arena.store import Store
from arena.store.accounts.rows import Principal
from arena.web.desk.action import Answers, Secret, Signed, go_on
from arena.web.serving.addresses import status_of, takes
from arena.web.serving.forms import Sender, Told, read_form, sender_of
from arena.wire.gen.accounts_pb2 import AcceptInviteRequest

PLAIN: Final = "arena-session"
SECURE: Final = "__Host-arena-session"  # browsers take this name by https only, and from no other host
LASTS: Final = 7 * 86_400  # seconds; the store ends a session earlier where it is not used


def set_session(response: Response, session: str, sender: Sender) -> None:
    """Give the browser a session.

    Strict: no link or form elsewhere brings it along. The public pages are the same for everybody,
    so that only links to the desk itself ask who comes by them to sign in.
    """
    name = SECURE if sender.is_https else PLAIN
    response.set_cookie(name, session, LASTS, path="/", secure=sender.is_https, httponly=True, samesite="strict")


def session_in(request: Request, sender: Sender) -> str | None:
    """Return the session that the browser shows."""
    return request.cookies.get(SECURE if sender.is_https else PLAIN)


def drop_session(response: Response, sender: Sender) -> None:
    """Let the browser forget its session."""
    name = SECURE if sender.is_https else PLAIN
    response.delete_cookie(name, path="/", secure=sender.is_https, httponly=True, samesite="strict")


def form_token(session: str) -> str:
    """Return what every form of a session carries; who knows it knows nothing of the session."""
    return hmac.digest(session.encode(), b"form", "sha256").hex()


def is_form_of(session: str, shown: str) -> bool:
    """Whether *shown* is the session's form token, in constant time."""
    return hmac.compare_digest(form_token(session).encode(), shown.encode())


log = logging.getLogger("arena.web")


@dataclass(frozen=True)
class Visit:
    """A request: who sends it, the session it shows, and whose that is; None where it is nobody's."""

    sender: Sender
    session: str | None
    signed: Signed | None


class Visitors:
    """Everybody who comes to the desk.

    *proxies* tells their addresses. Sessions that are none, and tokens and invites that fail, are
    counted by address.
    """

    def __init__(self, store: Store, wake: Callable[[int], None], proxies: Proxies) -> None:
        self._desk = LocalClient(store, wake)
        self._sessions = Sessions(store)
        self._proxies = proxies
        self._strangers = Strangers(monotonic_us)
        self._tries = Strangers(monotonic_us, Buckets(SIGN_INS_BURST, SIGN_INS_RATE, monotonic_us))

    async def visit(self, request: Request) -> Visit:
        """Return who sends *request*. Raises `Refused`."""
        sender = sender_of(request, self._proxies)
        session = session_in(request, sender)
        if session is None:
            return Visit(sender, None, None)
        try:
            with self._strangers.one_more(sender.address):
                who = await self._sessions.caller(session)
                if who is None:
                    raise _Ended
        except _Ended:
            return Visit(sender, session, None)
        site = f"{'https' if sender.is_https else 'http'}://{request.headers.get('host', '')}"
        return Visit(sender, session, Signed(who, form_token(session), site, self._desk))

    async def sign_in(self, sender: Sender, token: str) -> str:
        """Begin a session; return its id. Raises `Refused`."""
        if not token.strip():
            raise Refused(StatusCode.INVALID_ARGUMENT, "there is no token: paste the one that was shown to you")
        with self._tries.one_more(sender.address):
            session, who = await self._sessions.sign_in(token.strip())
        log.info("signed in from %s: %s with token %d", sender.address, who.owner or who.scope, who.token_id)
        return session

    async def sign_out(self, visit: Visit) -> None:
        """End the session of *visit*. Raises `Refused`."""
        if visit.session is not None:
            await self._sessions.sign_out(visit.session)

    async def accept_invite(self, sender: Sender, code: str, name: str) -> str:
        """Return the token of the owner that an invite makes. Raises `Refused`."""
        with self._tries.one_more(sender.address):
            request = AcceptInviteRequest(code=code, name=name.strip())
            token: str = (await self._desk.ask(request, Principal("anybody"))).token
        log.info("an invite was accepted from %s, by owner %s", sender.address, name.strip())
        return token


def check_form(visit: Visit, told: Told) -> None:
    """Refuse a form that this session's pages did not send. Raises `Refused`."""
    if visit.session is None or not is_form_of(visit.session, told.get("form_token", "")):
        line = "this form is of another session, and nothing was done: open the page again and send it from there"
        raise Refused(StatusCode.PERMISSION_DENIED, line)


class _Ended(Exception):
    """Raised for a session that is none, or over."""


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
