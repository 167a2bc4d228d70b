"""Commands for authors of bots: `python -m bots login | new | text | check`."""

import sys
from importlib import import_module
from typing import Final

from arena.files import READER_GONE, drop_output
from arena.rules import RulesError
from bots.sdk.bot.parsing import USER_ERROR, UserError

INTERRUPTED: Final = 130
# The help line of each command NAME. The module `bots.NAME.command` has a function `command(words) -> exit code`.
COMMANDS: Final = {
    "login": "Store an arena's address and your token.",
    "new": "Write a folder with a bot, its test, a manifest and a README.",
    "text": "Connect a program that speaks the text protocol.",
    "check": "Check a bot against a mock arena.",
}


def main(words: list[str]) -> int:
    """Run the command line *words*; return the exit code: 0, 1 if the bot failed, 2 for a user error, 130 on Ctrl-C."""
    try:
        if words[:1] in (["-h"], ["--help"]):
            lines = (f"  {name:<5}  {line}" for name, line in COMMANDS.items())
            print("Usage: python -m bots COMMAND [ARGS]...\n\nCommands:", *lines, sep="\n", flush=True)
            return 0
        if not words or words[0] not in COMMANDS:
            raise UserError(f"{words[0] if words else 'nothing'} is not a command; use one of {', '.join(COMMANDS)}")
        code: int = import_module(f"bots.{words[0]}.command").command(words[1:])
    except (UserError, RulesError) as error:
        print(f"error: {error}", file=sys.stderr)
        return USER_ERROR
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        drop_output()
        return READER_GONE
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
