"""Load the bot of another file to play against: what its `run(MyBot)` was given."""

import sys
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Final

from bots.sdk.bot.bot import Bot
from bots.sdk.bot.parsing import UserError
from bots.sdk.practice.loading import run_file

BORROWING: Final = ContextVar("BORROWING", default=False)


class Lent(BaseException):
    """What `run` raises in place of running, while a file is asked for its bot."""

    def __init__(self, bot: object) -> None:
        super().__init__(bot)
        self.bot = bot


def lend(bot: object) -> None:
    """`run` was called with *bot*. Raises `Lent` where it is another bot that asks."""
    if BORROWING.get():
        raise Lent(bot)


@cache
def borrowed(path: str) -> type[Bot]:
    """The bot of the file *path*, whose neighbours are its own even where ours have the same names. `UserError`."""
    if not Path(path).is_file():
        raise UserError(f"--against {path}: accepted is a house bot, or a Python file that ends in run(MyBot)")
    folder, ours = str(Path(path).resolve().parent), _neighbours()
    for name in ours:
        del sys.modules[name]
    before = set(sys.modules)
    sys.path.insert(0, folder)
    asked = BORROWING.set(True)
    try:
        run_file(path)
    except Lent as lent:
        if isinstance(lent.bot, type) and issubclass(lent.bot, Bot):
            return lent.bot
        raise UserError(f"--against {path}: its bot is no Bot; async and vector bots are no opponents here") from None
    except UserError as error:
        raise UserError(f"--against: {error}") from None
    except SystemExit as ended:
        raise UserError(f"--against {path}: it left, with {ended.code!r}, before run(MyBot)") from None
    finally:
        BORROWING.reset(asked)
        for name in _neighbours().keys() - before:
            del sys.modules[name]
        sys.path.remove(folder)
        sys.modules.update(ours)
    raise UserError(f"--against {path}: it came to its end without run(MyBot)")


def _neighbours() -> dict[str, ModuleType]:
    """The modules that lie beside the file that runs: their folder is the first of `sys.path`."""
    folder = Path(sys.path[0] or ".").resolve()
    files = {name: getattr(module, "__file__", None) for name, module in sys.modules.items() if name != "__main__"}
    return {name: sys.modules[name] for name, file in files.items() if file and Path(file).parent == folder}
