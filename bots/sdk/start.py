"""The function `run`. It imports gRPC only when called, because confined processes do not need gRPC."""

import atexit
import os
import sys
from typing import Final

from bots.sdk.vector.bot import BotClass

OPTIONS: Final = {"--arena", "--local", "--text", "--replay", "--packs", "--strict"}  # what `run` shall do


def run(bot: BotClass) -> None:
    """Run a bot class by the options of the command line; never return.

    Raises:
        SystemExit: 0; 1 if the bot failed; 2 after one line that says what was wrong; 130 after Ctrl-C.
    """
    from bots.sdk.practice.loading import lend

    atexit.unregister(_report_no_run)
    lend(bot)
    from bots.sdk.command import start

    start(bot)


@atexit.register
def _report_no_run() -> None:
    """End with an error if a script with a bot of its own and a bot's options did not call `run`."""
    main = sys.modules["__main__"]
    is_script = getattr(main, "__spec__", None) is None
    if is_script and OPTIONS.intersection(sys.argv[1:]) and not hasattr(sys, "last_type"):
        from bots.sdk.bot.parsing import USER_ERROR, print_error
        from bots.sdk.practice.spelling import KITS

        own = [each for each in vars(main).values() if getattr(each, "__module__", None) == "__main__"]
        if any(isinstance(each, type) and issubclass(each, KITS) for each in own):
            print_error("the file does not call run(MyBot); add the call at its end")
            os._exit(USER_ERROR)
