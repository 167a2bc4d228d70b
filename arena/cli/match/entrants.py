"""Who plays a match: house bots, files of the kit, text programs."""

import hashlib
import shlex
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from arena.cli.terminal.refusal import Refusal
from arena.escapes import cut_words
from bots.sdk.practice.local import HOUSE, UnknownBot, house_bot
from bots.sdk.text.process import BadProgram
from bots.sdk.text.program import Program

TEXT: Final = "text:"
ACCEPTED: Final = (  # in the help of commands that take them
    f"a house bot ({', '.join(HOUSE)}; with a budget: search:200), a Python file that ends in run(MyBot), or a text"
    f" program: '{TEXT}COMMAND'"
)


def with_budget(word: str) -> str:
    """Return BOT with the budget that it has here where none is named.

    Without it, `search` would be one name of two bots: it has less where the rules core is not compiled.
    """
    if word.startswith(TEXT) or word.endswith(".py") or ":" in word:
        return word
    try:
        playouts = getattr(house_bot(word), "playouts", None)
    except UnknownBot:  # which `program_of` refuses
        return word
    return f"{word}:{playouts}" if playouts else word


def program_of(word: str) -> Program:
    """Return the program that BOT is, not yet greeted. Raises `Refusal`."""
    python = shlex.quote(sys.executable)
    try:
        if word.startswith(TEXT):
            return Program(word.removeprefix(TEXT).strip())
        if word.endswith(".py"):
            if not Path(word).is_file():
                raise Refusal(f"{word}: there is no such file")
            return Program(f"{python} {shlex.quote(word)} --text")
        _, colon, budget = word.partition(":")
        # -P: not what a folder `bots` in this directory has by that name.
        return Program(f"{python} -P -m {house_bot(word).__module__} --text{colon and f' --budget {budget}'}")
    except UnknownBot as unknown:
        raise Refusal(cut_words(f"{unknown}; or FILE.py, or 'text:COMMAND'")) from None
    except BadProgram as problem:
        raise Refusal(cut_words(str(problem))) from None


def identity_of(word: str, program: Program) -> str:
    """Return what tells a program from others: its command, and the SHA-256 of a file of the kit. Raises `OSError`."""
    if word.startswith(TEXT) or not word.endswith(".py"):
        return program.command
    return f"{program.command} {hashlib.sha256(Path(word).read_bytes()).hexdigest()}"


async def greeted(words: Sequence[str], programs: Sequence[Program], variants: Sequence[str]) -> list[str]:
    """Start each program a first time; return their names, no two alike. Raises `Refusal`."""
    names: list[str] = []
    had: Counter[str] = Counter()
    for word, program in zip(words, programs, strict=True):
        try:
            await program.greet()
        except BadProgram as problem:
            raise Refusal(cut_words(str(problem))) from None
        if others := [each for each in variants if each not in program.variants]:
            raise Refusal(cut_words(f"{word} does not play {others[0]}: it plays {', '.join(program.variants)}"))
        name = program.name if word.startswith(TEXT) else Path(word).stem
        had[name] += 1
        names.append(name if had[name] == 1 else f"{name}-{had[name]}")
    return names
