"""The `arena` command."""

import sys
from typing import Final

CURE: Final = "pip install 'PATH[server]' (PATH: the arena's checkout), or `python -m bots new, run, check` without it"


def main() -> None:
    """Run the command and exit with its code."""
    try:
        from arena.cli.root import run
    except ModuleNotFoundError as missing:
        if missing.name != "click":
            raise
        print(f"arena: the command is not part of the base install: {CURE}", file=sys.stderr)
        sys.exit(2)
    sys.exit(run())
