"""What a token looks like, and what is kept of it."""

import hashlib
import secrets
import string
from typing import Final

LENGTH: Final = 43  # of 62 characters each: 256 bits
_CHARACTERS: Final = string.ascii_letters + string.digits


def new_token(scope: str) -> str:
    """Return a random token of *scope* ("operator", "owner", "bot", "runner"), or the code of an "invite".

    Secret scanners find it by `arena_(operator|owner|bot|runner|invite)_[A-Za-z0-9]{43}`.
    """
    return f"arena_{scope}_{''.join(secrets.choice(_CHARACTERS) for _ in range(LENGTH))}"


def digest(token: str) -> bytes:
    """The SHA-256 of *token*: all that is stored. A token is random, so that no salt and no slow hash is needed."""
    return hashlib.sha256(token.encode()).digest()
