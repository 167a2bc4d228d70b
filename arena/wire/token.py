"""Read a token that a person gives: the token itself, or `@FILE`."""

import os
import re
from typing import Final

_TOKEN: Final = re.compile(r"(arena_(?:operator|owner|bot|runner|invite)_)\w+")


class TokenError(ValueError):
    """Raised for a malformed token or an unreadable file; the text never quotes the token."""


def read_token(given: str) -> str:
    """Return the token *given*, or the token in the file if *given* is `@FILE`. Raises `TokenError`."""
    token = read_secret("token", given)
    if not token or not token.isascii() or not token.isprintable() or " " in token:
        raise TokenError("the token is empty or malformed: give it as it was shown, or @FILE")
    return token


def read_secret(what: str, given: str) -> str:
    """Return the secret *given*, or the text of the file if *given* is `@FILE`. Raises `TokenError`.

    *what*: the name of the secret, for the error. A file hides the secret from the list of processes.
    """
    return _in_file(what, given[1:]) if given.startswith("@") else given.strip()


def without_tokens(line: str) -> str:
    """Return *line* with "..." in place of the random part of each token."""
    return _TOKEN.sub(r"\1...", line)


def _in_file(what: str, path: str) -> str:
    try:
        with open(path) as file:
            return file.read().strip()
    except (OSError, UnicodeDecodeError) as problem:
        why = os.strerror(problem.errno or 0) if isinstance(problem, OSError) else "it is not a text"
        raise TokenError(f"the {what} cannot be read from {path}: {why}") from None
