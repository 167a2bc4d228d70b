"""The text of a pack: one game, or one decision of a log (docs/reference/packs.md)."""

import json
from dataclasses import dataclass
from typing import Any, Final

from arena.rules.replays.line import is_line
from bots.sdk.bot.parsing import UserError

FORMAT: Final = "arena-pack/1"
SUFFIX: Final = ".pack"
MOST_LETTERS: Final = 100_000
WORDS: Final = ("bot", "seat", "hand", "decision", "why", "game", "asked", "answer", "fault")
NUMBERS: Final = ("seat", "hand", "decision")


class BadPack(UserError):
    """Raised for what is no pack, or names no decision; the message says what is accepted."""


@dataclass(frozen=True)
class Pack:
    """What is kept: the decisions of *seat* in a *game*, or what a seat was *asked* and its *answer*.

    *game* is a portable line; *hand* and *decision* choose of it, counted from 1, None for all. *asked* is a decision
    as the kit prints it, *answer* in a bot's words, *fault* why that was the kit's. *why* is free.
    """

    seat: int
    bot: str = ""
    hand: int | None = None
    decision: int | None = None
    why: str = ""
    game: str = ""
    asked: str = ""
    answer: Any = None
    fault: str = ""

    def __str__(self) -> str:
        told = [FORMAT]
        for word in WORDS:
            value = getattr(self, word)
            if word == "answer" and self.asked:
                told.append(f"answer: {json.dumps(value, ensure_ascii=False)}")
            elif word != "answer" and value not in ("", None):
                told.append(f"{word}: {' '.join(str(value).split())}")
        return "\n".join(told) + "\n"


def read_pack(text: str) -> Pack:
    """Return the pack of a text; raises `BadPack`, which says what is accepted."""
    if len(text) > MOST_LETTERS:
        raise BadPack(f"a pack of {len(text)} letters: accepted are {MOST_LETTERS}")
    first, *lines = [line for line in text.splitlines() if line.strip()] or [""]
    if first.strip() != FORMAT:
        raise BadPack(f"no pack: accepted is a text that begins with {FORMAT}")
    found: dict[str, Any] = {}
    for line in lines:
        word, separator, value = line.partition(":")
        if not separator or word not in WORDS or word in found:
            raise BadPack(f"{line[:40]!r} is no line of a pack: accepted is each of {', '.join(WORDS)} once, and ':'")
        found[word] = _value(word, value.strip())
    if "seat" not in found or ("game" in found) == ("asked" in found) or ("answer" in found) != ("asked" in found):
        raise BadPack("a pack has a seat, and either a game, or what was asked and the answer")
    if "decision" in found and "hand" not in found:
        raise BadPack("a pack's decision is one of a hand: say which hand, too")
    return Pack(**found)


def _value(word: str, text: str) -> Any:
    if word in NUMBERS:
        least = 0 if word == "seat" else 1
        if not (text.isascii() and text.isdecimal() and len(text) < 9 and least <= int(text) < 10_000):
            raise BadPack(f"{word} {text[:40]!r}: accepted is a number from {least}")
        return int(text)
    if word == "answer":
        try:
            return json.loads(text)
        except ValueError:
            raise BadPack(f"answer {text[:40]!r}: accepted is JSON, as in the kit's log") from None
    if word == "game" and not is_line(text):
        raise BadPack("a pack's game is a line, as `arena replay --portable` prints it")
    return text
