import pytest

from tools.widths import WIDTH, too_long

LONG = "a word " * 20


@pytest.mark.parametrize(
    ("text", "markdown", "numbers"),
    [
        (LONG, True, [1]),
        (f"short\n- {LONG}", True, [2]),
        (f"```\n{LONG}\n```\n{LONG}", True, [4]),
        (f"| {LONG} |", True, []),
        (f"| {LONG} |", False, [1]),
        ("https://example.org/" + "a" * WIDTH, True, []),
        ("x" * WIDTH, False, []),
        ("x" * (WIDTH + 1), False, [1]),
    ],
)
def test_lines_that_are_too_long(text: str, markdown: bool, numbers: list[int]) -> None:
    assert list(too_long(text, markdown)) == numbers
