"""Escape untrusted text before it reaches terminals and logs."""

import re
from typing import Final

ECHOED: Final = 80  # characters of an input that a message repeats
# Control characters of ASCII and Unicode, direction marks, line separators, surrogates.
_STEERING: Final = re.compile("[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_LONG: Final = re.compile(rf"\S{{{ECHOED + 1},}}")


def escaped(text: str) -> str:
    r"""Return *text* on one line, with control characters escaped as ``\u001b``."""
    return _STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def escape_lines(text: str) -> str:
    """Return *text* with each line escaped, and tabs as blanks."""
    return "\n".join(map(escaped, text.expandtabs().split("\n")))


def cut(text: str) -> str:
    """Shorten an input that a message repeats."""
    return text if len(text) <= ECHOED else text[: ECHOED - 3] + "..."


def shorten_words(line: str) -> str:
    """Shorten the long words of a message, since any of them may be an input."""
    return _LONG.sub(lambda found: cut(found[0]), line)
