"""A token as a person gives it: itself, or `@FILE`, the file it is in; also where it does not belong."""

import os
import re
from typing import Final

_TOKEN: Final = re.compile(r"(arena_(?:operator|owner|bot)_)\w+")


class BadToken(ValueError):
    """What was given is no token, or no file that holds one; the message does not say what it was."""


def read_token(given: str) -> str:
    """The token that *given* is, or that the file has which `@FILE` names. Raises `BadToken`."""
    token = _in_file(given[1:]) if given.startswith("@") else given.strip()
    if not token or not token.isascii() or not token.isprintable() or " " in token:
        raise BadToken("the token has characters that no token has, or none: give it as it was shown, or @FILE")
    return token


def without_tokens(line: str) -> str:
    """*line*, which may repeat what somebody typed at the wrong place, with dots for what is secret of each token."""
    return _TOKEN.sub(r"\1...", line)


def _in_file(path: str) -> str:
    try:
        with open(path) as file:
            return file.read().strip()
    except (OSError, UnicodeDecodeError) as problem:
        why = os.strerror(problem.errno or 0) if isinstance(problem, OSError) else "it is not a text"
        raise BadToken(f"the token cannot be read from {path}: {why}") from None
