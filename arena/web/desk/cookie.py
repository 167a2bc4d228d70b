"""The cookie that a session lives in."""

import hmac
from typing import Final

from fastapi import Request, Response

from arena.web.serving.callers import Sender

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
