"""The prose linter finds each kind of fault, in pages, docstrings and comments, and nothing in code."""

from pathlib import Path

import pytest

from tools.prose import find_violations


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
