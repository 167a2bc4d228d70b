"""Generate access tokens, and the digests that the store keeps in their place."""

import hashlib
import secrets
import string
from typing import Final

LENGTH: Final = 43  # random characters, each one of 62: 256 bits
_CHARACTERS: Final = string.ascii_letters + string.digits


def new_token(scope: str) -> str:
    """Return a random token of *scope* "operator", "owner", "bot" or "runner"; for "invite", an invitation code.

    Secret scanners find tokens by `arena_(operator|owner|bot|runner|invite)_[A-Za-z0-9]{43}`.
    """
    return f"arena_{scope}_{''.join(secrets.choice(_CHARACTERS) for _ in range(LENGTH))}"


def digest(token: str) -> bytes:
    """Return the SHA-256 digest of *token*; a random token needs no salt and no slow hash."""
    return hashlib.sha256(token.encode()).digest()
