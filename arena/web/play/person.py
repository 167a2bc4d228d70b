"""Identify the person at a practice table by a cookie."""

import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from fastapi import Request, Response

from arena.web.serving.forms import Cookie, Sender

LENGTH: Final = 43  # characters: 32 bytes
# Lax: a friend's link opens a page with the cookie, but only pages of this origin may change a table (`SameOrigin`).
# The cookie lasts as long as an unused table.
COOKIE: Final = Cookie("arena-person", 30 * 86_400, "lax")


@dataclass(frozen=True)
class Person:
    """A browser; *secret* is the value of its cookie, new if it had none."""

    sender: Sender
    secret: str
    is_new: bool

    @property
    def id(self) -> bytes:
        """The SHA-256 of the secret: only this is stored."""
        return sha256(self.secret.encode()).digest()


def person_in(request: Request, sender: Sender) -> Person:
    """Return the person whose browser sends *request*."""
    secret = COOKIE.read(request, sender) or ""
    if len(secret) == LENGTH and secret.isascii():
        return Person(sender, secret, is_new=False)
    return Person(sender, secrets.token_urlsafe(32), is_new=True)


def remember(response: Response, person: Person) -> None:
    """Let the browser store the person's secret."""
    COOKIE.set(response, person.secret, person.sender)
