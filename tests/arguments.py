"""Command lines of measurements; whatever is wrong is one line, and exit code 2."""

import argparse
from collections.abc import Callable
from typing import NoReturn

from arena.rules import VARIANTS
from bots.sdk.practice.local import UnknownOpponentError, house_bot


class Parser(argparse.ArgumentParser):
    """Prints an error without the usage, which would be several lines before it."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def bot_name(word: str) -> str:
    """Return a house bot's NAME[@N][:BUDGET] as given. Raises `ArgumentTypeError`."""
    try:
        house_bot(word)
    except UnknownOpponentError as unknown:
        raise argparse.ArgumentTypeError(str(unknown)) from None
    return word


def variant_name(word: str) -> str:
    """Return the name of a variant as given. Raises `ArgumentTypeError`."""
    if word not in VARIANTS:
        raise argparse.ArgumentTypeError(f"{word!r} is not a variant; give one of {', '.join(VARIANTS)}")
    return word


def number_from(least: int) -> Callable[[str], int]:
    """Return what reads a whole number of at least *least*."""

    def read(word: str) -> int:
        if not word.isdecimal() or int(word) < least:
            raise argparse.ArgumentTypeError(f"{word} is too small; give a number from {least}")
        return int(word)

    return read
