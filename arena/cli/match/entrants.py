"""The bots and the games of `arena match`."""

import hashlib
import shlex
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from arena.cli.terminal.options import parse_options
from arena.cli.terminal.refusal import Refusal
from arena.escapes import cut, cut_words
from arena.rules import Rules, RulesError, configure, presets_of
from bots.sdk.practice.local import HOUSE, UnknownBot, house_bot
from bots.sdk.text.process import BadProgram
from bots.sdk.text.program import Program


def rules_of(variants: Iterable[str], listed: str, options: Sequence[str]) -> list[Rules]:
    """Return what is played, in order. Raises `Refusal`."""
    words = [*variants, *filter(None, map(str.strip, listed.split(",")))]
    names = [word.partition(":")[0] for word in words]
    if not words:
        raise Refusal("variants: none given; name them with --variant V[:PRESET] or --variants V[:PRESET],...")
    for name in names:
        if names.count(name) > 1:
            raise Refusal(f"variants: {cut(name)!r} is named again: name each once")
    return [_rules(word, _own(options, word.partition(":")[0], names)) for word in words]


def _rules(word: str, options: Sequence[str]) -> Rules:
    """Return what is played: as many hands as seats, unless preset or options say. Raises `Refusal`."""
    variant, _, preset = word.partition(":")
    chosen = parse_options(options)
    try:
        configure(variant, preset or None)
        if "format" not in chosen and "format" not in (presets_of(variant)[preset] if preset else {}):
            chosen["format"] = {"kind": "hands", "count": configure(variant).seats}
        return configure(variant, preset or None, chosen)
    except RulesError as problem:
        raise Refusal(str(problem)) from None


def _own(options: Sequence[str], name: str, names: Sequence[str]) -> list[str]:
    """Return the options of one variant: NAME=VALUE is of all, V:NAME=VALUE of V. Raises `Refusal`."""
    own = []
    for word in options:
        variant, colon, pair = word.partition(":")
        if not colon or "=" in variant:
            own.append(word)
        elif variant not in names:
            raise Refusal(f"option {cut(word)!r} is not NAME=VALUE, or V:NAME=VALUE with V one of {', '.join(names)}")
        elif variant == name:
            own.append(pair)
    return own


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
