"""The examples of docs/reference/environments.md run as they are written."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs/reference/environments.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)


@pytest.mark.parametrize("example", range(len(EXAMPLES)))
def test_an_example_runs(example: int, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(EXAMPLES[example].replace("512", "32"), PAGE.name, "exec"), {})
    assert re.search("games ended|board Elo", capsys.readouterr().out)
