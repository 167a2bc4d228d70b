"""Each published table follows from the export alone: comparisons, and the independence of the programs."""

import ast
from pathlib import Path
from typing import Any

import pytest

from tests.recomputed import official
from tests.recomputed.means import Row


def within(given: Any) -> Any:
    return pytest.approx(given, rel=1e-9, abs=1e-9)


def check_row(line: dict[str, Any], row: Row) -> None:
    assert (line["boards"], line["score"], line.get("error", 0.0)) == (row.boards, within(row.score), within(row.error))
    for name in ("low", "high"):
        number = getattr(row, name)
        assert line.get(name) == (None if number is None else within(number)), (name, line)


@pytest.mark.parametrize("file", sorted(Path(official.__file__).parent.glob("*.py")), ids=lambda file: file.name)
def test_nothing_of_the_arena_is_used(file: Path) -> None:
    modules: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            modules.add(node.module or "")
    ours = {name for name in modules if name.split(".")[0] in ("arena", "bots", "workers", "tests")}
    assert all(name.startswith("tests.recomputed") for name in ours)
