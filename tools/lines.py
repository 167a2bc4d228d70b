"""Count lines and files, and compare them with the bounds in pyproject.toml: `make lines`."""

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
GENERATED = "arena/wire/gen/"
COUNTED = (".py", ".sql", ".proto")
STUBS = ("__init__.py", "__main__.py")
SHORTEST, LONGEST = 40, 300  # lines of a Python file of the source


def sizes(*folders: str) -> dict[str, int]:
    """Return the lines of each counted file that git tracks below *folders*, by path."""
    command = ["git", "ls-files", "--", *folders]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    counted = [name for name in names if name.endswith(COUNTED) and not name.startswith(GENERATED)]
    return {name: (ROOT / name).read_bytes().count(b"\n") for name in counted if (ROOT / name).is_file()}


def main() -> int:
    """Print each count next to its ceiling, and each file of a wrong size; return 1 if one is wrong."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["arena"]
    source = sizes(":!tests", ":!tools")
    python = {name: count for name, count in source.items() if name.endswith(".py")}
    counts = {
        "source-lines": sum(source.values()),
        "source-files": sum(count > 1 for count in python.values()),
        "test-lines": sum(sizes("tests").values()),
        "tool-lines": sum(sizes("tools").values()),
        "migrations": sum("/migrations/" in name for name in source),
    }
    for name, count in counts.items():
        print(f"{name:14}{count:7,} of at most {project['ceilings'][name]:,}")
    over = [name for name, count in counts.items() if count > project["ceilings"][name]]
    if over:
        print(f"above the ceiling: {', '.join(over)}; remove lines, or raise it in pyproject.toml and say why")
    excused = {name for names in project["exceptions"].values() for name in names}
    outside = {name for name, count in python.items() if not SHORTEST <= count <= LONGEST}
    wrong = excused ^ {name for name in outside if Path(name).name not in STUBS}
    for name in sorted(wrong):
        print(f"{name} has {python.get(name, 0)} lines: {SHORTEST} to {LONGEST}, or exceptions in pyproject.toml")
    return 1 if over or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
