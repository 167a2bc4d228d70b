"""Find methods of a bot whose names look like misspelt names of the kit, as `plya`."""

import difflib
import sys
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Final

from bots.sdk.bot.async_bot import AsyncBot
from bots.sdk.bot.bot import Bot
from bots.sdk.vector.bot import BotClass, VectorBot

KITS: Final[tuple[type, ...]] = (Bot, AsyncBot, VectorBot)
NEAR: Final = 0.75  # least ratio of difflib: one letter is added, missing or different, or two are swapped
WARNING: Final = "warning: "


def find_misspelt(bot: BotClass) -> list[str]:
    """Return a warning for each method that nothing calls and whose name is almost one that the kit calls."""
    kit = next(kit for kit in KITS if issubclass(bot, kit))
    asked = [name for name in _methods(kit) if name != "answer"]
    own = {name: each for each in bot.__mro__ if not issubclass(kit, each) for name in _methods(each)}
    called = {word for each in set(own.values()) for word in _words_of(each)}
    lines = []
    for name, defined_in in own.items():
        near = difflib.get_close_matches(name, asked, 1, NEAR)
        if near and name not in asked and name not in called and near[0] not in vars(defined_in):
            lines.append(f"{WARNING}{defined_in.__name__}.{name} is never called: did you mean {near[0]}?")
    return lines


def _methods(each: type) -> list[str]:
    return [name for name, value in vars(each).items() if isinstance(value, FunctionType) and name[0] != "_"]


def _words_of(each: type) -> set[str]:
    around = vars(sys.modules[each.__module__]).values() if each.__module__ in sys.modules else ()
    classes = [each, *(thing for thing in around if isinstance(thing, type) and thing.__module__ == each.__module__)]
    functions = [thing for place in classes for thing in vars(place).values()] + list(around)
    return {word for function in functions for word in _names(getattr(function, "__code__", None))}


def _names(code: object) -> Iterator[str]:
    if isinstance(code, CodeType):
        yield from code.co_names
        for inner in code.co_consts:
            yield from _names(inner)
