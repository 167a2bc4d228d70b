"""Who sits at a practice table: whoever has its cookie."""

import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from fastapi import Request, Response

from arena.web.serving.forms import Sender

PLAIN: Final = "arena-person"
SECURE: Final = "__Host-arena-person"  # browsers take this name by https only, and from no other host
LASTS: Final = 30 * 86_400  # seconds, as long as a table that nobody touches
LENGTH: Final = 43  # characters: 32 bytes


@dataclass(frozen=True)
class Person:
    """A browser; *secret* is what its cookie says, new where it had none."""

    sender: Sender
    secret: str
    is_new: bool

    @property
    def id(self) -> bytes:
        """The SHA-256 of the secret: all that is kept of it."""
        return sha256(self.secret.encode()).digest()


def person_in(request: Request, sender: Sender) -> Person:
    """Return whose browser sends *request*."""
    shown = request.cookies.get(SECURE if sender.is_https else PLAIN, "")
    if len(shown) == LENGTH and shown.isascii():
        return Person(sender, shown, is_new=False)
    return Person(sender, secrets.token_urlsafe(32), is_new=True)


def remember(response: Response, person: Person) -> None:
    """Let the browser keep who it is, from now on for `LASTS`.

    Lax: a friend's link opens a page with it; what changes a table is asked by pages of this
    origin alone (`serving/same_origin.py`).
    """
    is_https = person.sender.is_https
    name = SECURE if is_https else PLAIN
    response.set_cookie(name, person.secret, LASTS, path="/", secure=is_https, httponly=True, samesite="lax")
