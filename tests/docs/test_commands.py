import importlib.util
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
import pytest

from arena.cli.bots.bot import KitCommand
from arena.cli.gate.gate import ShortForPlay
from arena.cli.root import arena

ROOT: Final = Path(__file__).resolve().parents[2]
PAGES: Final = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "tests/README.md",
    ROOT / "bots/new/project/README.md.txt",
    *(page for folder in ("docs", "deploy", "bots") for page in sorted((ROOT / folder).rglob("*.md"))),
]
FENCED: Final = re.compile(r"^```\w*\n(.*?)^```", re.MULTILINE | re.DOTALL)
INLINE: Final = re.compile(r"`([^`\n]+)`")
PROMPT: Final = re.compile(r"^(?:\$ |[A-Z_]+=\S* |\w+=\$\()*")  # what may stand before a command
PARTS: Final = re.compile(r"[|;&]|\$\(|#")
TARGETS: Final = set(re.findall(r"^([a-z][\w-]*)(?: [\w-]+)*:", (ROOT / "Makefile").read_text(), re.MULTILINE))
OPTION: Final = re.compile(r"--[a-z][\w-]*")
HELP: Final = {"--help", "--json", "--version", "--server", "--token", "--ca"}  # of every command that "..." stands for


def lines_of(page: Path) -> Iterator[str]:
    text = page.read_text()
    for block in FENCED.findall(text):
        yield from re.sub(r"\\\n\s*", " ", block).splitlines()
    yield from INLINE.findall(FENCED.sub("", text))


def commands_of(page: Path) -> Iterator[list[str]]:
    """Yield the words of each command of ours that *page* shows."""
    for line in lines_of(page):
        for part in PARTS.split(line):
            words = _split(PROMPT.sub("", part.strip()))
            if words and (words[0] in ("arena", "make") or words[0].startswith("python")):
                yield words


def _split(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:  # a sentence with an apostrophe, or a part of a quoted program
        return text.split()


def wrong_with(words: list[str]) -> str:
    """Return what is wrong with a command, "" for nothing."""
    if words[0] == "make":
        named = [word for word in words[1:2] if re.fullmatch(r"[a-z][\w-]*", word)]
        return ", ".join(f"no target {name}" for name in named if name not in TARGETS)
    if words[0] == "arena":
        return _wrong_with_arena(words[1:])
    if words[1:2] == ["-m"] and re.fullmatch(r"(arena|bots|workers|runner|tests)(\.\w+)*", words[2]):
        return "" if importlib.util.find_spec(words[2]) else f"no module {words[2]}"
    return ""


def _wrong_with_arena(words: list[str]) -> str:
    command: click.Command = arena
    context = click.Context(command, info_name="arena")
    while isinstance(command, click.Group) and words and re.fullmatch(r"[a-z][a-z-]+", words[0].rstrip(",.:")):
        name, words = words[0].rstrip(",.:"), words[1:]
        if isinstance(command, ShortForPlay) and name not in command.commands:
            name, words = "play", [name, *words]
        subcommand = command.get_command(context, name)
        if subcommand is None:
            return f"no command {name}"
        command, context = subcommand, click.Context(subcommand, parent=context, info_name=name)
    if isinstance(command, ShortForPlay):
        command = command.commands["play"]
    if isinstance(command, KitCommand):  # the kit reads its words
        return ""
    known = {option for each in command.params for option in (*each.opts, *each.secondary_opts)} | HELP
    used = {option[0] for word in words if (option := OPTION.match(word.lstrip("[")))}
    return ", ".join(f"no option {option}" for option in sorted(used - known))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_commands_of_a_page_are_there(page: Path) -> None:
    faults = {" ".join(words): wrong_with(words) for words in commands_of(page)}
    assert {command: wrong for command, wrong in faults.items() if wrong} == {}
    assert "pip install trick-arena" not in page.read_text(), "this name is not published yet"


def test_wrong_commands_are_found() -> None:
    for line, wrong in (
        ("arena tournament watch spring --sound", "no option --sound"),
        ("arena tournaments list", "no command tournaments"),
        ("make all-tests", "no target all-tests"),
        ("python -m tests.nothing", "no module tests.nothing"),
        ("arena bot register fox --version 1 --owner ann", ""),
    ):
        assert wrong_with(line.split()) == wrong
    assert sum(1 for page in PAGES for _ in commands_of(page)) > 300
