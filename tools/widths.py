"""List lines of prose that are longer than 100 columns: `python -m tools.widths`."""

import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import check_output

ROOT = Path(__file__).resolve().parents[1]
WIDTH = 100
GLOBS = ("*.md", "Makefile", ".ci/run", "*.toml", "*.sql", "*.proto")
LEFT_OUT = (":!docs/rules/sheets",)  # the contract, whose text is fixed


def too_long(text: str, markdown: bool) -> Iterator[int]:
    """Yield the numbers, from 1, of lines that are too long.

    In Markdown, rows of tables, fenced blocks and lines of one word may be longer.
    """
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        fenced ^= markdown and line.lstrip().startswith("```")
        free = markdown and (fenced or line.startswith("|") or len(line.split()) == 1)
        if len(line) > WIDTH and not free:
            yield number


def main() -> int:
    """Check every tracked file; return 1 if a line is too long."""
    files = check_output(["git", "ls-files", "--", *GLOBS, *LEFT_OUT], cwd=ROOT, text=True).splitlines()
    lines = [
        f"{name}:{number}: longer than {WIDTH} columns"
        for name in files
        for number in too_long((ROOT / name).read_text(), name.endswith(".md"))
    ]
    print("\n".join(lines), file=sys.stderr, end="\n" if lines else "")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
