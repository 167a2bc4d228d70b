"""A command-line parser that reports an error in one line."""

import argparse
import difflib
import itertools
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NoReturn, TypeVar

from arena.wire.token import without_tokens

Number = TypeVar("Number", int, float)


USER_ERROR: Final = 2  # exit code
ERROR: Final = "error: "


def print_error(error: object) -> None:
    """Print `error: ...` on standard error, or where the reader of the text protocol finds it."""
    print(f"{ERROR}{error}", file=sys.stdout if "--text" in sys.argv else sys.stderr, flush=True)


class UserError(Exception):
    """Raised for an error of the user, as in the command line. The message is one line that says how to fix it."""


class Help(argparse.HelpFormatter):
    """Format a help text as the `arena` command does, which uses click."""

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        """Add the line "Usage: NAME [OPTIONS] ARGUMENTS"."""
        arguments = [str(each.metavar) for each in actions if not each.option_strings]
        super().add_usage(" ".join(["%(prog)s [OPTIONS]", *arguments]), actions, groups, "Usage: ")

    def start_section(self, heading: str | None) -> None:
        """Begin the section "Options" or "Arguments"."""
        super().start_section((heading or "").removeprefix("positional ").capitalize())

    def _format_text(self, text: str) -> str:
        return "\n\n".join(map(self._fill, text.strip().split("\n\n"))) + "\n\n"

    def _fill(self, text: str) -> str:
        return textwrap.fill(" ".join(text.split()), self._width, initial_indent="  ", subsequent_indent="  ")

    def _get_help_string(self, action: argparse.Action) -> str:
        return f"{(action.help or '')[:1].upper()}{(action.help or '')[1:]}."


class Parser(argparse.ArgumentParser):
    """An argument parser that raises `UserError` with one line, and accepts no abbreviated options."""

    def __init__(self, prog: str | None = None, description: str = "") -> None:
        super().__init__(prog, description=description, allow_abbrev=False, formatter_class=Help)

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
