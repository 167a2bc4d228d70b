"""The command blocks of README and docs, run as they are written but with small numbers.

A block that is not run says so above it, with the reason: `<!-- not run: REASON -->`.
"""

import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest

from tests.programs import ROOT
from tests.tutorials.page import Step, steps
from tests.tutorials.terminal import Terminal
from tests.tutorials.test_tutorials import environment

__all__ = ["environment"]

pytestmark = [pytest.mark.tutorial, pytest.mark.timeout(600)]

# A smaller number for a larger one, wherever it is documented.
SMALL: Final = (
    (r"--boards \d+", "--boards 2"),
    (r"--games \d+", "--games 4"),
    (r"--minutes \d+", "--minutes 0.02"),
    (r"--rounds \d+", "--rounds 1"),
    (r"search:\d+\b", "search:2"),
    (r"(bot|bots) check ", r"\1 check --variants spades-4 --quick "),
)
# A bot that stays at an arena: it is ended when it is in.
PREAMBLE: Final = r"""
seat() {
    "$@" > seat.log 2>&1 &
    until grep -q "is in at" seat.log; do
        kill -0 $! 2> /dev/null || { cat seat.log; return 1; }
        sleep 0.05
    done
    kill -INT $!
    wait $! || true
}
"""
# The text bot of docs/reference/text-seat.md, which answers each question with its sixth word.
LAZY: Final = r"""#!/bin/sh
while read -r kind _ _ _ _ answer _; do
    case $kind in
        hello) echo "hello 1 lazy" ;;
        "?") echo "$answer" ;;
    esac
done
"""
Words = Mapping[str, str]  # what a page says -> what it is here

HERE: Final[dict[str, Words]] = {
    "bots/examples/neural/README.md": {},
    "docs/how-to/add-a-variant.md": {"arena rules": "mkdir -p docs/rules docs/reference; arena rules"},
    "docs/how-to/check-a-bot.md": {"node bot.js": "python red_fox.py", "python -m bots check --port 7701": "true"},
    "docs/reference/benchmark.md": {
        "--out results     #": "--out results --boards 1 --variants spades-3 #",
        "' --json": "' --boards 1 --variants spades-3 --json",
    },
    "docs/reference/command.md": {"--gate": "--gate --most 2 || [ $? = 3 ]"},
}


def lines_of(step: Step, words: Words) -> Iterator[str]:
    """Yield the commands of a block, each whole in a line, as they are typed here."""
    text = step.text
    for said, here in words.items():
        text = text.replace(said, here)
    for line in re.sub(r"\\\n\s*", "", text).splitlines():
        for large, small in SMALL:
            line = re.sub(large, small, line)
        command = re.sub(r"(^|\s)# .*$", "", line).rstrip()
        stays = "--arena" in command and not command.endswith("&")
        yield f"seat env {command}" if stays else command


def follow(page: str, terminal: Terminal, folder: Path, words: Words) -> None:
    """Type the blocks of *page*, and save its programs that have a name."""
    for step in steps(ROOT / page):
        if step.language == "python" and step.note.endswith(".py"):
            (folder / step.note).write_text(step.text)
        elif step.language == "sh" and not step.note.startswith("not run: "):
            print(terminal.type("\n".join(lines_of(step, words))))


def furnish(folder: Path) -> None:
    """Put the programs into *folder* that pages speak of, and the environment of the checkout."""
    (folder / ".venv").symlink_to(ROOT / ".venv")
    for name in ("my_bot", "old_my_bot", "red_fox", "new", "old"):
        shutil.copy(ROOT / "bots/examples/first_bot.py", folder / f"{name}.py")
    script = folder / "bot.sh"
    script.write_text(LAZY)
    script.chmod(0o755)


@pytest.mark.parametrize("page", HERE)
def test_a_page_without_a_service(page: str, tmp_path: Path, environment: dict[str, str]) -> None:
    furnish(tmp_path)
    terminal = Terminal(tmp_path, environment)
    try:
        terminal.type(f"{PREAMBLE}\n. .venv/bin/activate")
        follow(page, terminal, tmp_path, HERE[page])
    finally:
        terminal.close()
