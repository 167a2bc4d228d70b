"""The prose linter finds each kind of fault, in pages, docstrings, comments and errors, and nothing in code."""

import ast
from pathlib import Path

import pytest

from tools.prose import ROOT, find_violations, refusals

CLEAR = ("arena/league", "arena/store")  # folders without a faulty error


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Who checks types writes this.", ["openers"]),
        ("- Of an open board nothing is shown.", ["openers"]),
        ("What does a board cost?", []),
        ("The list tells how long it takes.", ["tell"]),
        ("It is made anew.", ["idioms"]),
        (f"This sentence has {'very ' * 23}many words.", ["long"]),
        ("```sh\nWho tells whom\n```", []),
        ("| Who | tells |", []),
        ("Run `tell anew` now.", []),
    ],
)
def test_faults_of_a_page_are_found(tmp_path: Path, text: str, kinds: list[str]) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"{text}\n")
    assert [kind for kind, _ in find_violations(page)] == kinds


def test_faults_of_docstrings_and_comments_are_found(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text('"""What it does."""\nx = "Who tells"  # made\n# anew\n')
    assert [kind for kind, _ in find_violations(module)] == ["openers", "idioms"]


@pytest.mark.parametrize(
    ("error", "is_faulty"),
    [
        ('f"bot {name!r} is listed twice; remove one"', False),
        ('f"there is no bot {name!r}: `arena bot list` shows all"', False),
        ('f"line {number} of {path} is damaged"', True),  # no fix
        ('f"{word!r} is no bot: give its name"', True),
        ('f"seat {seat}: accepted is 0 to {most}"', True),
        ('"There is no such page: look at the index."', True),
        ('f"seat {seat} was told twice: remove one"', True),
        (f'f"seat {{seat}}: {"very " * 24}long, remove it"', True),
        ("line", True),
        ("str(problem)", False),
    ],
)
def test_faults_of_errors_are_found(tmp_path: Path, error: str, is_faulty: bool) -> None:
    module = tmp_path / "module.py"
    module.write_text(f'hint = "accepted is a seat"\nline = f"seat {{seat}}: {{hint}}"\nraise SeatError({error})\n')
    assert [kind for kind, _ in find_violations(module)] == ["refusals"] * is_faulty


def test_every_error_of_the_league_and_the_store_names_a_fix() -> None:
    modules = [path for folder in CLEAR for path in sorted((ROOT / folder).rglob("*.py"))]
    assert sum(len(list(refusals(ast.parse(path.read_text())))) for path in modules) > 100
    assert [fault for path in modules for fault in find_violations(path) if fault[0] == "refusals"] == []
