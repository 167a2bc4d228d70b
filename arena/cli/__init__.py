"""The `arena` command."""

import sys

from arena.distribution import install_command


def main() -> None:
    """Run the `arena` command with this process's arguments, and exit with its exit code."""
    try:
        from arena.cli.root import run
    except ModuleNotFoundError as missing:
        if missing.name != "click":
            raise
        cure = f"{install_command('server')}, or use `python -m bots login, new, text, check`"
        print(f"arena: the command is not part of the base install: {cure}", file=sys.stderr)
        sys.exit(2)
    sys.exit(run())
