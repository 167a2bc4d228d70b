"""Escape untrusted text before it reaches terminals and logs."""

import re
from typing import Final

ECHOED: Final = 80  # the most characters of user input that an error message quotes
# Matches control characters of ASCII and Unicode, direction marks, line separators and surrogates.
_STEERING: Final = re.compile("[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_LONG: Final = re.compile(rf"\S{{{ECHOED + 1},}}")


def escape(text: str) -> str:
    r"""Return *text* on one line: each control character becomes an escape such as ``\u001b``."""
    return _STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def escape_lines(text: str) -> str:
    """Return *text* with the control characters of each line escaped, and tabs as spaces."""
    return "\n".join(map(escape, text.expandtabs().split("\n")))


def clip(text: str) -> str:
    """Return *text*, or its beginning and "..." if it has more than 80 characters."""
    return text if len(text) <= ECHOED else text[: ECHOED - 3] + "..."


def clip_words(line: str) -> str:
    """Return *line* with each word cut to 80 characters, because any word may be quoted user input."""
    return _LONG.sub(lambda found: clip(found[0]), line)
