"""The command blocks of README and docs, run as they are written but with small numbers.

A block that is not run says so above it, with the reason: `<!-- not run: REASON -->`.
"""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from runner.confine.machine import why_not_confined
from tests.programs import ROOT
from tests.tutorials.reader import Step, steps
from tests.tutorials.terminal import Terminal

pytestmark = [pytest.mark.tutorial, pytest.mark.timeout(600)]

FOLLOWED: Final = ("docs/tutorials/first-bot.md", "docs/tutorials/first-tournament.md")  # by test_tutorials.py
# A smaller number for a larger one, wherever it is documented.
SMALL: Final = (
    (r"--boards \d+", "--boards 2"),
    (r"--minutes \d+", "--minutes 0.02"),
    (r"--rounds \d+", "--rounds 1"),
    (r"search:\d+\b", "search:2"),
    (r"(bot|bots) check ", r"\1 check --variants spades-4 --quick "),
    (r"(arena gate (?!show).*)$", r"\1 --max-boards 8"),  # a round or two
    (r"(arena (gate|challenge) .*)$", r"\1 || decided $?"),
)
# A bot that stays at an arena is ended when it is in; a gate says by its exit code what it found.
PREAMBLE: Final = r"""
seat() {
    "$@" > seat.log 2>&1 &
    until grep -q "connected to" seat.log; do
        kill -0 $! 2> /dev/null || { cat seat.log; return 1; }
        sleep 0.05
    done
    kill -INT $!
    wait $! || true
}
decided() { [ "$1" = 1 ] || [ "$1" = 3 ]; }
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
Words = dict[str, str]  # what a page says -> what it is here

HERE: Final[dict[str, Words]] = {
    "bots/examples/neural/README.md": {},
    "docs/how-to/add-a-variant.md": {"python -m arena": "mkdir -p docs/reference; python -m arena"},
    "docs/how-to/check-a-bot.md": {"node bot.js": "python red_fox.py", "python -m bots check --port 7701": "true"},
    "docs/reference/command.md": {"--gate": "--gate --max-deals 2 || [ $? = 3 ]"},
}


def lines_of(step: Step, words: Words) -> Iterator[str]:
    """Yield the commands of a block, each whole in a line, as they are typed here."""
    text = step.text
    for said, here in words.items():
        text = text.replace(said, here)
    for line in re.sub(r"\\\n\s*", "", text).splitlines():
        command = re.sub(r"(^|\s)# .*$", "", line).rstrip()
        for large, small in SMALL:
            command = re.sub(large, small, command)
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
    for name in (".venv", "bots"):
        (folder / name).symlink_to(ROOT / name)
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


GAWK: Final = "gawk" if shutil.which("gawk") else "mawk -W interactive"
GAME: Final = "arena tournament games spring --limit 1 --json | grep -o '\"game\": \"[0-9]*' | grep -o '[0-9]*'"
SUBMIT: Final = "docs/how-to/submit-a-bot.md"  # needs a machine that can confine bots
# Pages that are followed in one arena, in this order: with names, files and places as they are there.
ARENAS: Final[dict[str, dict[str, Words]]] = {
    "spring": {
        "README.md": {
            "python -m bots login": "echo $MY_TOKEN | python -m bots login",
            "my_bot.py                                      #": "my_bot.py --arena HOST:PORT #",
        },
        "docs/how-to/run-a-tournament.md": {
            "pinochle-chips:1 ...": "pinochle-chips:1 --bot a --bot b --bot c --bot d --boards 2 --allow-same-owner",
            "--bot d \\\n": "--bot d --allow-same-owner ",
            "NAME": "spring",
            "ratings VARIANT": "ratings pinochle-cutthroat",
        },
        "docs/how-to/find-out-why-you-lost.md": {
            "bot losses my-bot": f"bot losses first; GAME=$({GAME})",
            "--bot my-bot": "--bot first",
            "--game 17": "--game $GAME",
            "17:3:42": "$GAME:2:1",  # these games have three hands
            "17:3": "$GAME:2",
            "--hand 3": "--hand 2",
            "keep --log decisions.jsonl  ": "keep --log decisions.jsonl || [ $? = 2 ]  ",  # there is no error in it
            "> 17.jsonl": "> 17.jsonl; python my_bot.py --local spades-4 --boards 2 --log decisions.jsonl",
        },
        "docs/how-to/the-page.md": {"curl http": "curl -sSf http"},
        "docs/reference/game-line.md": {
            "arena1.Rc8sV2x...": "$(arena export spring | arena replay - --portable | head -1)"
        },
    },
    "gates": {
        "docs/explanation/gates.md": {
            "spades-4,pinochle-two-handed": "pinochle-two-handed",
            "arena owner create house\n": "",
            "arena owner create house ": "true ",
        },
        "docs/how-to/challenge-a-bot.md": {
            # Where two meet nobody fills seats.
            "mine simple --variants spades-4": "mine filler-1 --variants pinochle-two-handed --max-boards=16",
            "pinochle-cutthroat --max-boards 400": "pinochle-two-handed --max-boards=16",
            "arena challenge": "ARENA_TOKEN=$ME arena challenge",
        },
        "docs/how-to/seat-a-language-model.md": {"--bot d ": "--bot d --allow-same-owner "},
    },
    "programs": {
        "docs/how-to/train-a-bot.md": {"NEURAL_WEIGHTS": "ARENA_TOKEN=$MY_TOKEN NEURAL_WEIGHTS"},
        SUBMIT: {"arena bot new": "export ARENA_TOKEN=$ME; arena bot new"},
        "docs/reference/benchmark.md": {
            "--out results     #": "--out results --boards 1 --variants spades-3 #",
            "' --json": "' --boards 1 --variants spades-3 --json",
        },
        "docs/reference/columns.md": {"--arena": "--token $MY_TOKEN --arena"},
        "docs/reference/text-seat.md": {"@FILE": "$MY_TOKEN", "gawk": GAWK},
    },
}
# Who is there before the first page.
PEOPLE: Final = """
ME=$(arena owner create me); arena owner create house
for bot in a b c d; do arena bot register $bot --version 1 --owner me; done
for version in 1 2; do
    TOKEN=$(arena bot register mine --version $version --owner me)
    ARENA_TOKEN=$TOKEN python -m bots.house.simple --arena HOST:PORT &
done
"""


@pytest.mark.timeout(1800)  # it awaits some hundred commands, beside whatever else the machine does
@pytest.mark.parametrize("pages", ARENAS)
def test_the_pages_of_a_service(pages: str, tmp_path: Path, environment: dict[str, str]) -> None:
    up, typing = Terminal(ROOT, environment), Terminal(tmp_path, environment)
    try:
        printed = up.type(". .venv/bin/activate\narena up", re.escape("Ctrl-C stops the arena"))
        arena = re.search(r"is up at (\S+)", printed)
        page = re.search(r"page is at (\S+)", printed)
        assert arena
        assert page
        here = {"HOST:PORT": arena[1], "127.0.0.1:7700": arena[1], "http://127.0.0.1:25010": page[1]}
        typing.type(PREAMBLE + f". {ROOT}/.venv/bin/activate" + PEOPLE.replace("HOST:PORT", arena[1]))
        for number, (name, words) in enumerate(
            ARENAS[pages].items()
        ):  # each page has its own bot: a version never changes
            folder = tmp_path / name.replace("/", "-")
            folder.mkdir()
            furnish(folder)
            register = f"arena bot register my-{number} --version 1 --owner me"
            typing.type(f"cd {folder}; unset ARENA_TOKEN\nMY_TOKEN=$({register})")
            if name != SUBMIT or not why_not_confined():
                follow(name, typing, folder, words | here)
    finally:
        typing.close()
        up.close()


def test_every_block_is_run_or_says_why_not() -> None:
    files = ["README.md", "CONTRIBUTING.md", *(str(path.relative_to(ROOT)) for path in ROOT.glob("docs/**/*.md"))]
    files += [str(path.relative_to(ROOT)) for path in ROOT.glob("bots/**/README.md")]
    others = set(files) - {*HERE, *FOLLOWED}.union(*ARENAS.values())
    silent = {
        (name, step.text)
        for name in sorted(others)
        for step in steps(ROOT / name)
        if step.language == "sh" and not step.note.startswith("not run: ")
    }
    assert silent == set()
