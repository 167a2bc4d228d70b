"""A command-line parser that reports an error in one line."""

import argparse
import difflib
import itertools
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn, TypeVar

from arena.wire.token import without_tokens

Number = TypeVar("Number", int, float)


class UserError(Exception):
    """Raised for an error of the user, as in the command line. The message is one line that says how to fix it."""


class Parser(argparse.ArgumentParser):
    """An argument parser that raises `UserError` with one line, and accepts no abbreviated options."""

    def __init__(self, prog: str | None = None, description: str = "", add_help: bool = True) -> None:
        super().__init__(
            prog,
            description=description,
            add_help=add_help,
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    def read(self, words: Sequence[str] | None = None) -> argparse.Namespace:
        """Parse *words*; None: the command line of this process. Raises `UserError`."""
        given = sys.argv[1:] if words is None else words
        for word in itertools.takewhile(lambda word: word != "--", given):
            name = word.split("=")[0]
            if name.startswith("--") and name not in self._option_string_actions:
                near = difflib.get_close_matches(name, self._option_string_actions, 1)
                self.error(f"there is no option {name}" + "".join(f": did you mean {option}?" for option in near))
        return self.parse_args(given)

    def error(self, message: str) -> NoReturn:
        raise UserError(f"{without_tokens(message)} (--help lists all options)")


def number(least: Number, most: Number) -> Callable[[str], Number]:
    """Return a function that parses a number from *least* to *most*, of the same type as *least*."""

    def read(text: str) -> Number:
        try:
            value = type(least)(text)
        except ValueError:
            value = None
        if value is None or not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{text} is not a number from {least} to {most}; give one")
        return value

    return read
