"""The text of a pack: one game, or one decision of a log (docs/reference/packs.md)."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from arena.rules.replays.line import is_line
from bots.sdk.bot.parsing import UserError

FORMAT: Final = "arena-pack/1"
SUFFIX: Final = ".pack"
MAX_LETTERS: Final = 100_000
WORDS: Final = ("bot", "seat", "hand", "decision", "why", "game", "asked", "answer", "error")
NUMBERS: Final = ("seat", "hand", "decision")


class PackError(UserError):
    """Raised for what is no pack, or names no decision; the message says what is accepted."""


@dataclass(frozen=True)
class Pack:
    """A kept pack: the decisions of *seat* in a *game*, or what a seat was *asked* and its *answer*.

    *game* is a portable line; *hand* and *decision* choose of it, counted from 1, None for all. *asked* is a decision
    as the kit prints it, *answer* in a bot's words, *error* why that was the kit's. *why* is free.
    """

    seat: int
    bot: str = ""
    hand: int | None = None
    decision: int | None = None
    why: str = ""
    game: str = ""
    asked: str = ""
    answer: Any = None
    error: str = ""

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
    """Return the pack of a text; raises `PackError`, which says what is accepted."""
    if len(text) > MAX_LETTERS:
        raise PackError(f"a pack of {len(text)} letters: accepted are {MAX_LETTERS}")
    first, *lines = [line for line in text.splitlines() if line.strip()] or [""]
    if first.strip() != FORMAT:
        raise PackError(f"no pack: accepted is a text that begins with {FORMAT}")
    found: dict[str, Any] = {}
    for line in lines:
        word, separator, value = line.partition(":")
        if not separator or word not in WORDS or word in found:
            raise PackError(f"{line[:40]!r} is no line of a pack: accepted is each of {', '.join(WORDS)} once, and ':'")
        found[word] = _value(word, value.strip())
    if "seat" not in found or ("game" in found) == ("asked" in found) or ("answer" in found) != ("asked" in found):
        raise PackError("a pack has a seat, and either a game, or what was asked and the answer")
    if "decision" in found and "hand" not in found:
        raise PackError("a pack's decision is one of a hand: say which hand, too")
    return Pack(**found)


def _value(word: str, text: str) -> Any:
    if word in NUMBERS:
        least = 0 if word == "seat" else 1
        if not (text.isascii() and text.isdecimal() and len(text) < 9 and least <= int(text) < 10_000):
            raise PackError(f"{word} {text[:40]!r}: accepted is a number from {least}")
        return int(text)
    if word == "answer":
        try:
            return json.loads(text)
        except ValueError:
            raise PackError(f"answer {text[:40]!r}: accepted is JSON, as in the kit's log") from None
    if word == "game" and not is_line(text):
        raise PackError("a pack's game is a line, as `arena replay --portable` prints it")
    return text


def packs_of_log(given: str, why: str = "") -> list[tuple[str, Pack]]:
    """Return the packs of FILE, of all lines with an error, or of FILE:LINE, from 1; each with a name for its file.

    Raises `PackError`.
    """
    name, _, line = given.rpartition(":")
    wanted = int(line) if name and line.isascii() and line.isdecimal() and len(line) < 19 else None
    file = Path(given if wanted is None else name)
    try:
        with file.open(encoding="utf-8") as lines:
            found = [
                (f"{file.stem}-{number}", pack)
                for number, text in enumerate(lines, start=1)
                if wanted in (None, number) and (pack := _logged_pack(text, why)) and (wanted or pack.error)
            ]
    except (OSError, UnicodeDecodeError) as problem:
        raise PackError(f"cannot read {file}: {getattr(problem, 'strerror', None) or problem}") from None
    if not found:
        what = f"line {wanted} of {file} has no decision of one seat" if wanted else f"no line of {file} has an error"
        raise PackError(f"{what}: accepted is the log of a Bot, as `--log` writes it; FILE:LINE names any line")
    return found


def _logged_pack(text: str, why: str) -> Pack | None:
    """Return the pack of a log's line; None for one without the decision of a seat."""
    try:
        entry = json.loads(text)
        return Pack(entry["seat"], why=why, asked=entry["decision"], answer=entry["answer"], error=entry["error"])
    except (ValueError, KeyError, TypeError):
        return None
