"""Read the bots and the variants of `arena match` and `arena benchmark` from the command line."""

import hashlib
import json
import shlex
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from arena.cli.terminal.options import parse_variants
from arena.cli.terminal.printing import note
from arena.cli.terminal.refusal import Refusal
from arena.escapes import clip_words
from arena.rules import Rules, RulesError, configure, presets_of
from arena.wire.gen.tournaments_pb2 import VariantChoice
from bots.sdk.practice.local import HOUSE, UnknownOpponentError, house_bot
from bots.sdk.text.process import ProgramError
from bots.sdk.text.program import Program


def rules_of(variants: str, options: Sequence[str]) -> list[Rules]:
    """Return the rules of each variant of a match, in order. Raises `Refusal`.

    *variants*, *options*: the values of --variants and --option; see `parse_variants`. Unless an option or the preset
    sets the length of a game, a game has as many hands as seats.
    """
    try:
        return [_rules(each) for each in parse_variants(variants, options, takes_weights=False)]
    except RulesError as problem:
        raise Refusal(str(problem)) from None


def _rules(choice: VariantChoice) -> Rules:
    name, preset, options = choice.variant, choice.preset or None, json.loads(choice.options or "{}")
    default = configure(name, preset)
    if "format" not in options and "format" not in (presets_of(name)[preset] if preset else {}):
        options["format"] = {"kind": "hands", "count": default.seats}
    return configure(name, preset, options)


TEXT, GRPC = COMMANDS = "text:", "grpc:"  # a program on standard input and output, or one that connects
ACCEPTED: Final = (  # for help texts
    f"a house bot ({', '.join(HOUSE)}; with a budget: search:200), a Python file that ends in run(MyBot), a text"
    f" program '{TEXT}COMMAND', or a bot that connects over gRPC '{GRPC}COMMAND'"
)


def with_budget(word: str) -> str:
    """Return the command-line word BOT, a searching house bot with its default budget: "search:200" for "search"."""
    if word.endswith(".py") or ":" in word:
        return word
    try:
        playouts = getattr(house_bot(word), "playouts", None)
    except UnknownOpponentError:  # `program_of` refuses it
        return word
    return f"{word}:{playouts}" if playouts else word


def program_of(word: str) -> Program:
    """Return the program for the command-line word BOT, which has not been started yet. Raises `Refusal`."""
    python = shlex.quote(sys.executable)
    try:
        if word.startswith(TEXT):
            return Program(word.removeprefix(TEXT).strip())
        if word.startswith(GRPC):
            command = word.removeprefix(GRPC).strip()
            program = Program(command and f"{python} -P -m bots.text.bridge {command}")
            program.command = word
            return program
        if word.endswith(".py"):
            if not Path(word).is_file():
                raise Refusal(f"{word}: no such file; give the path of a Python file")
            return Program(f"{python} {shlex.quote(word)} --text", word)
        _, colon, budget = word.partition(":")
        # With -P, Python does not import a folder `bots` of the current directory instead of the arena's.
        return Program(f"{python} -P -m {house_bot(word).__module__} --text{colon and f' --budget {budget}'}")
    except UnknownOpponentError as unknown:
        if Path(word).is_dir():
            raise Refusal(f"{word} is a folder; give its Python file, 'text:COMMAND' or 'grpc:COMMAND'") from None
        raise Refusal(clip_words(f"{unknown}; or FILE.py, 'text:COMMAND', 'grpc:COMMAND'")) from None
    except ProgramError as problem:
        raise Refusal(clip_words(str(problem))) from None


def identity_of(word: str, program: Program) -> str:
    """Return the command of BOT's program and the SHA-256 of its Python file, if any. Raises `OSError`."""
    if word.startswith(COMMANDS) or not word.endswith(".py"):
        return program.command
    return f"{program.command} {hashlib.sha256(Path(word).read_bytes()).hexdigest()}"


async def greet_all(words: Sequence[str], programs: Sequence[Program], variants: Sequence[str]) -> list[str]:
    """Start each program once, and return the bots' names; a repeated name gets a number, as "simple-2".

    *words*: the command-line word BOT of each program. Raises `Refusal` if a program does not play all *variants*.
    """
    names: list[str] = []
    counts, files = Counter[str](), dict[str, str]()
    for word, program in zip(words, programs, strict=True):
        try:
            await program.greet()
        except ProgramError as problem:
            other = f"; a bot that connects over gRPC is '{GRPC}COMMAND'" * word.startswith(TEXT)
            raise Refusal(clip_words(f"{problem}{other}")) from None
        if others := [each for each in variants if each not in program.variants]:
            raise Refusal(clip_words(f"{word} does not play {others[0]}: it plays {', '.join(program.variants)}"))
        name = program.name if word.startswith(COMMANDS) else Path(word).stem
        counts[name] += 1
        if word != (first := files.setdefault(name, word)):
            note(f"{first} plays as {name}, and {word} as {name}-{counts[name]}; rename a file for another name")
        names.append(name if counts[name] == 1 else f"{name}-{counts[name]}")
    return names
