import ast
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MAX_FILES = 25  # in one folder: a room that somebody finds their way in
PURE = (
    "__future__ abc base64 bisect collections dataclasses enum fractions functools hashlib heapq itertools json math"
    " operator re statistics string struct textwrap types typing mypy_extensions zlib"
    " py_arkworks_bls12381"  # arithmetic, and nothing else
    " importlib"  # the rules' face finds its own rooms later
)


def imports_of(path: Path) -> set[str]:
    """The top-level names of all modules that *path* imports, wherever in it."""
    modules: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            modules.add(node.module or "")
    return modules


def test_imports_point_down_only() -> None:
    lint = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache", "--no-logo"]
    done = subprocess.run(lint, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("package", ["rules", "league"])
def test_rules_and_league_import_nothing_that_does_input_or_output(package: str) -> None:
    sources = sorted((ROOT / "arena" / package).rglob("*.py"))
    assert sources
    foreign = {
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sources
        for name in imports_of(path)
        if name.split(".")[0] not in PURE.split() and not f"{name}.".startswith(f"arena.{package}.")
    }
    assert not foreign


def test_no_folder_is_a_heap() -> None:
    sources = (
        path
        for part in ("arena", "bots", "runner", "workers", "tests", "tools")
        for path in (ROOT / part).rglob("*.py")
    )
    heaps = {str(folder.relative_to(ROOT)): files for folder, files in Counter(path.parent for path in sources).items()}
    heaps.pop("arena/wire/gen")
    assert not {folder: files for folder, files in heaps.items() if files >= MAX_FILES}
