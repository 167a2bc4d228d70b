"""The `arena` command."""

import sys


def main() -> None:
    """Run the command with the arguments of this process, and exit with its code (2 for a user's error)."""
    try:
        from arena.cli.root import run
    except ModuleNotFoundError as missing:
        if missing.name != "click":
            raise
        print("arena: the command is not part of the base install: pip install 'arena[server]'", file=sys.stderr)
        sys.exit(2)
    sys.exit(run())
