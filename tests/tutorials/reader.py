"""A reader who follows a tutorial to the letter, and compares what it shows."""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tests.tutorials.terminal import Terminal

WRITTEN: Final = "127.0.0.1:7700"  # where an arena is up unless somebody else has that port
UP: Final = r"is up at (\S+)"
VARIES: Final = r"\d+(?:\.\d+)? (?:s|ms)\b"  # how long something took
BLOCK: Final = re.compile(r"(?:<!-- (?P<note>.+?) -->\n\n?)?```(?P<language>\w+)\n(?P<text>.*?)```", re.DOTALL)
KIT: Final = re.compile(r"(?<=pip install )PATH\b")


@dataclass(frozen=True)
class Step:
    """A block of a page. *note* stands in a comment above it, which no reader sees.

    *language* `sh`: typed in a terminal, `python`: saved in a file, `text`: what was printed.
    """

    language: str
    text: str
    note: str


def steps(page: Path) -> Iterator[Step]:
    """Yield the blocks of *page* in order."""
    for block in BLOCK.finditer(page.read_text()):
        yield Step(block["language"], block["text"], block["note"] or "")


class Reader:
    """Somebody at two terminals in *folder*, who installs *checkout* in place of `PATH`.

    A page's comments say what a reader knows by the prose: `first terminal, until TEXT` before
    what stays running there, `FILE` or `METHOD of FILE` before a program.
    """

    def __init__(self, folder: Path, checkout: Path, environment: Mapping[str, str]) -> None:
        self._folder, self._environment = folder, environment
        self._known = {"kit": str(checkout), WRITTEN: WRITTEN}
        self._terminals: dict[str, Terminal] = {}
        self._printed = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for terminal in reversed(self._terminals.values()):
            terminal.close()

    def follow(self, page: Path) -> None:
        """Do what *page* says, block by block. Raises `AssertionError` where it comes out otherwise."""
        for step in steps(page):
            {"sh": self._type, "python": self._save, "text": self._compare}[step.language](step)

    def _type(self, step: Step) -> None:
        terminal = "first" if step.note.startswith("first terminal") else "second"
        if terminal not in self._terminals:
            self._terminals[terminal] = Terminal(self._folder, self._environment)
        stays = step.note.partition(", until ")[2]
        self._printed = self._terminals[terminal].type(self._as_here(step.text), *([re.escape(stays)] if stays else []))
        if match := re.search(UP, self._printed):
            self._known[WRITTEN] = match[1]

    def _as_here(self, text: str) -> str:
        text = KIT.sub(lambda _: self._known["kit"], text)
        return text.replace(WRITTEN, self._known[WRITTEN])

    def _save(self, step: Step) -> None:
        method, _, name = step.note.rpartition(" of ")
        assert name, f"nothing says where this is saved:\n{step.text}"
        assert "second" in self._terminals, "a program is saved where the reader stands"
        path = Path(self._terminals["second"].type("pwd").strip(), name)
        path.write_text(replaced(path.read_text(), step.text, method) if method else step.text)

    def _compare(self, step: Step) -> None:
        for line in filter(None, self._as_here(step.text).splitlines()):
            shown = ".*".join(map(re.escape, re.sub(VARIES, "...", line).split("...")))
            assert re.search(rf"^\s*{shown}\s*$", self._printed, re.MULTILINE), f"not printed: {line}\n{self._printed}"


def replaced(program: str, other: str, method: str) -> str:
    """Return *program* with the method of that name of its class as *other* has it."""
    old, new = _lines_of(program, method), _lines_of(other, method)
    lines = program.splitlines(keepends=True)
    lines[old] = other.splitlines(keepends=True)[new]
    return "".join(lines)


def _lines_of(program: str, method: str) -> slice:
    for node in ast.walk(ast.parse(program)):
        if isinstance(node, ast.FunctionDef) and node.name == method:
            return slice(node.lineno - 1, node.end_lineno)
    raise AssertionError(f"no method {method} in:\n{program}")
