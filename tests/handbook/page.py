"""Write the page docs/reference/protocol-exchange.md.

Sections of prose, and what was said on the stream.
"""

import textwrap
from typing import Final

from google.protobuf.message import Message

from arena.wire.gen import seat_pb2
from tests.handbook.shown import shown

BOT: Final = "# bot -> arena"
ARENA: Final = "# arena -> bot"
WIDTH: Final = 100


class Page:
    """Lines of Markdown."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._is_open = False  # a block of messages

    def say(self, prose: str) -> None:
        """Some Markdown."""
        if self._is_open:
            self._lines.append("```")
        self._is_open = False
        text = "\n\n".join(wrapped(paragraph) for paragraph in prose.split("\n\n"))
        self._lines += [text, ""] if not self._lines or not self._lines[-1] else ["", text, ""]

    def bot(self, message: seat_pb2.ToArena) -> None:
        """What the bot said."""
        self._message(BOT, message)

    def arena(self, message: seat_pb2.ToBot) -> None:
        """What the arena said."""
        self._message(ARENA, message)

    def sample(self, message: Message) -> None:
        """A message that nobody is on the stream for."""
        self._message("", message)

    def text(self) -> str:
        """All of it."""
        return "\n".join([*self._lines, "```", ""] if self._is_open else [*self._lines, ""])

    def _message(self, who: str, message: Message) -> None:
        if not self._is_open:
            self._lines.append("```")
        self._is_open = True
        self._lines += [who, *shown(message)] if who else shown(message)


def wrapped(paragraph: str) -> str:
    """Wrap a paragraph to the pages' width.

    A heading stays as it is.
    """
    if paragraph.startswith("#"):
        return paragraph
    return textwrap.fill(paragraph, WIDTH, break_long_words=False, break_on_hyphens=False)
