"""Read and write a pack: the text of a game or of one logged decision (docs/reference/packs.md)."""

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
    """Raised if a text is not a pack, or a pack does not contain the wanted decision."""


@dataclass(frozen=True)
class Pack:
    """Stored decisions of one seat: decisions of a game, or one decision from a log.

    *game* is a game as one line; *hand* and *decision*, counted from 1, select a part of the game; None selects all.
    *asked* is a logged decision in the kit's text form, *answer* its answer in a bot's form. *error* says why the kit
    answered instead of the bot. *bot* and *why* are for people.
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
        lines = [FORMAT]
        for word in WORDS:
            value = getattr(self, word)
            if word == "answer" and self.asked:
                lines.append(f"answer: {json.dumps(value, ensure_ascii=False)}")
            elif word != "answer" and value not in ("", None):
                lines.append(f"{word}: {' '.join(str(value).split())}")
        return "\n".join(lines) + "\n"


def read_pack(text: str) -> Pack:
    """Parse the text of a pack. Raises `PackError`."""
    if len(text) > MAX_LETTERS:
        raise PackError(f"the pack has {len(text)} letters; give one of at most {MAX_LETTERS}")
    first, *lines = [line for line in text.splitlines() if line.strip()] or [""]
    if first.strip() != FORMAT:
        raise PackError(f"this is not a pack; give a text that begins with {FORMAT}")
    fields: dict[str, Any] = {}
    for line in lines:
        word, separator, value = line.partition(":")
        if not separator or word not in WORDS or word in fields:
            raise PackError(
                f"{line[:40]!r} is not a line of a pack; give 'WORD: VALUE', each of {', '.join(WORDS)} once"
            )
        fields[word] = _value(word, value.strip())
    if "seat" not in fields or ("game" in fields) == ("asked" in fields) or ("answer" in fields) != ("asked" in fields):
        raise PackError("the pack is incomplete; give a seat, and either a game, or `asked` and `answer`")
    if "decision" in fields and "hand" not in fields:
        raise PackError("the pack has a decision without a hand; add the hand")
    return Pack(**fields)


def _value(word: str, text: str) -> Any:
    if word in NUMBERS:
        least = 0 if word == "seat" else 1
        if not (text.isascii() and text.isdecimal() and len(text) < 9 and least <= int(text) < 10_000):
            raise PackError(f"{word} {text[:40]!r} is not a number; give one from {least} on")
        return int(text)
    if word == "answer":
        try:
            return json.loads(text)
        except ValueError:
            raise PackError(f"answer {text[:40]!r} is not JSON; copy it from the kit's log") from None
    if word == "game" and not is_line(text):
        raise PackError("the pack's game is not a line; copy the output of `arena replay --portable`")
    return text


def packs_of_log(given: str, why: str = "") -> list[tuple[str, Pack]]:
    """Return the packs of a log's decisions, each with a name for its file.

    *given*: FILE for all lines with an error, or FILE:LINE for one line, counted from 1. *why*: remark for every pack.
    Raises `PackError`.
    """
    name, _, line = given.rpartition(":")
    wanted = int(line) if name and line.isascii() and line.isdecimal() and len(line) < 19 else None
    file = Path(given if wanted is None else name)
    try:
        with file.open(encoding="utf-8") as lines:
            packs = [
                (f"{file.stem}-{number}", pack)
                for number, text in enumerate(lines, start=1)
                if wanted in (None, number) and (pack := _logged_pack(text, why)) and (wanted or pack.error)
            ]
    except (OSError, UnicodeDecodeError) as problem:
        raise PackError(f"cannot read {file}: {getattr(problem, 'strerror', None) or problem}") from None
    if not packs:
        what = f"line {wanted} of {file} has no decision of one seat" if wanted else f"no line of {file} has an error"
        raise PackError(f"{what}; give the log of a Bot, as `--log` writes it, or FILE:LINE for any line")
    return packs


def _logged_pack(text: str, why: str) -> Pack | None:
    """Return the pack of one line of a log; None if the line has no decision of a single seat."""
    try:
        entry = json.loads(text)
        return Pack(entry["seat"], why=why, asked=entry["decision"], answer=entry["answer"], error=entry["error"])
    except (ValueError, KeyError, TypeError):
        return None
