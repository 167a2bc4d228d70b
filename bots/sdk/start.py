"""The function `run`. It imports gRPC only when called, because confined processes do not need gRPC."""

import atexit
import os
import sys
from typing import Final

from bots.sdk.vector.bot import BotClass

USER_ERROR: Final = 2
ERROR: Final = "error: "
TEXT: Final = "--text"
OPTIONS: Final = {"--arena", "--local", TEXT, "--replay", "--packs", "--strict"}  # options that say what `run` shall do


def run(bot: BotClass) -> None:
    """Run a bot class by the options of the command line; never return.

    Raises:
        SystemExit: 0; 1 if the bot failed (`--strict`, `--replay`); 2 after one line that says what was wrong; 130
            after Ctrl-C.
    """
    from bots.sdk.practice.loading import lend

    atexit.unregister(_report_no_run)
    lend(bot)
    from bots.sdk.command import start

    start(bot)


def print_error(error: object) -> None:
    """Print the line `error: ...`, where a program that speaks the text protocol reads it if there is one."""
    print(f"{ERROR}{error}", file=sys.stdout if TEXT in sys.argv else sys.stderr, flush=True)


@atexit.register
def _report_no_run() -> None:
    """End with an error if a script that has a bot's options did not call `run`."""
    main = sys.modules["__main__"]
    if OPTIONS.intersection(sys.argv[1:]) and getattr(main, "__spec__", None) is None and not hasattr(sys, "last_type"):
        print_error("the file does not call run(MyBot); add the call at its end")
        os._exit(USER_ERROR)
