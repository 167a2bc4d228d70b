"""The examples of the pages on learning run as they are written."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = ("reference/environments.md", "how-to/train-a-bot.md")
EXAMPLES = [
    example for page in PAGES for example in re.findall(r"```python\n(.*?)```", (DOCS / page).read_text(), re.DOTALL)
]


@pytest.mark.parametrize("example", range(len(EXAMPLES)))
def test_an_example_runs(example: int, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(EXAMPLES[example].replace("512", "32"), "example", "exec"), {})
    assert re.search("games ended|board Elo", capsys.readouterr().out)
