"""Count lines and files, and compare them with the ceilings in pyproject.toml: `make lines`."""

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
GENERATED = "arena/wire/gen/"
SOURCE = (".py", ".sql", ".proto")


def counts() -> dict[str, int]:
    """Return the size of what git tracks, by the names of the ceilings."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    lines: dict[str, int] = {}
    for name in listed.stdout.splitlines():
        path = ROOT / name
        if name.endswith(SOURCE) and not name.startswith(GENERATED) and path.is_file():
            lines[name] = path.read_bytes().count(b"\n")
    tests = {name: count for name, count in lines.items() if name.startswith("tests/")}
    tools = {name: count for name, count in lines.items() if name.startswith("tools/")}
    source = {name: count for name, count in lines.items() if name not in tests and name not in tools}
    return {
        "source-lines": sum(source.values()),
        "source-files": sum(count > 1 for name, count in source.items() if name.endswith(".py")),
        "test-lines": sum(tests.values()),
        "tool-lines": sum(tools.values()),
        "migrations": sum("/migrations/" in name for name in source),
    }


def main() -> int:
    """Print each count beside its ceiling; return 1 where one is above."""
    ceilings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["arena"]["ceilings"]
    found = counts()
    for name, count in found.items():
        print(f"{name:14}{count:7,} of at most {ceilings[name]:,}")
    over = [name for name, count in found.items() if count > ceilings[name]]
    if over:
        print(f"above the ceiling: {', '.join(over)}; remove lines, or raise it in pyproject.toml and say why")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
