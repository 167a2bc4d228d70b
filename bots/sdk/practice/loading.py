"""Run a bot's file as itself; if it does not load, tell its author with the author's lines."""

import runpy
import sys

from bots.sdk.bot.frames import passed_through, told_from
from bots.sdk.bot.parsing import UserError

STARTED = "bots.sdk.command"  # the module of `run`


def run_file(path: str) -> None:
    """Run the Python file *path*, which is expected to end in `run(MyBot)`, and so in `SystemExit`.

    Raises:
        UserError: it does not load: a line of it is no Python, or raised, and the traceback was printed.
    """
    try:
        runpy.run_path(path, run_name="__main__")
    except SyntaxError as error:
        raise UserError(f"{error.filename}:{error.lineno}: {error.msg}: {(error.text or '').strip()}") from None
    except Exception as error:
        if passed_through(error, STARTED):
            raise  # it was loaded: ours
        print(told_from(error, lambda frame: frame.f_code.co_filename == path), end="", file=sys.stderr)
        raise UserError(f"{path} raised {type(error).__name__} as it was loaded: {error}") from None
