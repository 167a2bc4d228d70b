"""Identify the person at a practice table by a cookie of the browser."""

import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from fastapi import Request, Response

from arena.web.serving.forms import Cookie, Sender

LENGTH: Final = 43  # characters of a secret: 32 bytes in base64
# Lax: browsers send the cookie also after a friend's link. `SameOrigin` still lets only this site change a table.
# The cookie lasts as long as an unused table.
COOKIE: Final = Cookie("arena-person", 30 * 86_400, "lax")


@dataclass(frozen=True)
class Person:
    """A person, known by the browser; *secret*: the value of its cookie; *is_new*: the browser had none yet."""

    sender: Sender
    secret: str
    is_new: bool

    @property
    def id(self) -> bytes:
        """The SHA-256 of the secret, by which the store knows the person."""
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
