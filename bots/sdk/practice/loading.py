"""Load the bot class from a bot's file, as an opponent."""

import runpy
import sys
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Final

from bots.sdk.bot.bot import Bot
from bots.sdk.bot.parsing import UserError
from bots.sdk.bot.traces import format_trace

BORROWING: Final = ContextVar("BORROWING", default=False)


def _run_file(path: str) -> None:
    """Run the Python file *path*, whose `run(MyBot)` raises `BotCaptured`. Raises `UserError` if it cannot run."""
    try:
        runpy.run_path(path, run_name="__main__")
    except SyntaxError as error:
        raise UserError(f"{error.filename}:{error.lineno}: {error.msg}: {(error.text or '').strip()}") from None
    except Exception as error:
        print(format_trace(error, lambda frame: frame.f_code.co_filename == path), end="", file=sys.stderr)
        raise UserError(f"{path} raised {type(error).__name__} while it was loaded: {error}") from None


class BotCaptured(BaseException):
    """Raised by `run` instead of playing, when a file is loaded only for its bot class; *bot* is that class."""

    def __init__(self, bot: object) -> None:
        super().__init__(bot)
        self.bot = bot


def lend(bot: object) -> None:
    """Raise `BotCaptured` with *bot* if its file is being loaded only for the bot class."""
    if BORROWING.get():
        raise BotCaptured(bot)


@cache
def borrow_bot(path: str, option: str = "--against") -> type[Bot]:
    """Return the bot class of the file *path*, loaded with the modules of its own folder.

    Raises `UserError`, which names the *option* that gave the path.
    """
    if not Path(path).is_file():
        raise UserError(f"{option} {path} is not a file; give a house bot, or a Python file that ends in run(MyBot)")
    folder, ours = str(Path(path).resolve().parent), _neighbours()
    for name in ours:
        del sys.modules[name]
    before = set(sys.modules)
    sys.path.insert(0, folder)
    asked = BORROWING.set(True)
    try:
        _run_file(path)
    except BotCaptured as lent:
        if isinstance(lent.bot, type) and issubclass(lent.bot, Bot):
            return lent.bot
        raise UserError(f"{option} {path}: its bot is not a Bot; async and vector bots are not accepted here") from None
    except UserError as error:
        raise UserError(f"{option}: {error}") from None
    except SystemExit as ended:
        raise UserError(f"{option} {path}: it exited with {ended.code!r} before run(MyBot); remove the exit") from None
    finally:
        BORROWING.reset(asked)
        for name in _neighbours().keys() - before:
            del sys.modules[name]
        sys.path.remove(folder)
        sys.modules.update(ours)
    raise UserError(f"{option} {path} does not call run(MyBot); add the call at its end")


def _neighbours() -> dict[str, ModuleType]:
    """Return the loaded modules, by name, from the folder of the running file (`sys.path[0]`)."""
    folder = Path(sys.path[0] or ".").resolve()
    files = {name: getattr(module, "__file__", None) for name, module in sys.modules.items() if name != "__main__"}
    return {name: sys.modules[name] for name, file in files.items() if file and Path(file).parent == folder}
