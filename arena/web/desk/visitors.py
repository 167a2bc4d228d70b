"""Who is signed in, and who may try to."""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from fastapi import Request
from grpc import StatusCode

from arena.api.inside import Desk
from arena.api.sessions import Sessions
from arena.guards.bucket import Buckets
from arena.guards.limits import SIGN_INS_BURST, SIGN_INS_RATE
from arena.guards.monotonic import monotonic_us
from arena.guards.proxies import Proxies
from arena.guards.refused import Refused
from arena.guards.strangers import Strangers
from arena.store import Store
from arena.store.accounts.rows import Principal
from arena.web.desk.action import Signed
from arena.web.desk.cookie import form_token, is_form_of, session_in
from arena.web.serving.callers import Sender, sender_of
from arena.web.serving.forms import Told
from arena.wire.gen.accounts_pb2 import AcceptInviteRequest

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
        self._desk = Desk(store, wake)
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
