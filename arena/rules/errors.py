"""Errors for invalid input to the rules core: one line each."""

import json
import re
from typing import Final

MAX_SHOWN: Final = 80


class RulesError(ValueError):
    """The rules core refuses an input; the message says what is accepted."""


class UnknownVariantError(RulesError):
    """No variant has this name; the message lists all variants."""


class InvalidVariantError(RulesError):
    """A variant's name or number is invalid, or another variant has it."""


class UnknownPresetError(RulesError):
    """The variant has no such preset; the message lists its presets."""


class InvalidOptionError(RulesError):
    """The variant has no such option, or refuses this value."""


class InvalidDealError(RulesError):
    """A given deck is not the variant's deck in some order."""


class InvalidSeedError(RulesError):
    """A seed is not 32 bytes, or is missing for a shuffle."""


class MalformedActionError(RulesError):
    """A text or object describes no action of any game."""


class MalformedPackError(RulesError):
    """Bytes that are no packed list of actions."""


class IllegalActionError(RulesError):
    """The action is not legal now; the message lists legal ones."""


class GameOverError(RulesError):
    """An action was given, or asked for, after the game's end."""


class CannotStopError(RulesError):
    """A game was stopped within a hand, or without the option."""


class GameNotOverError(RulesError):
    """A result was requested before the game's end."""


class PlaceError(RulesError):
    """A text describes no decision, or none of this game; the message lists the accepted forms."""


class RecordError(RulesError):
    """A value is not the record of a game; the message gives the place of the error."""


class GameLineError(RulesError):
    """A text is not a game line; the message gives the reason."""


class DifferentBoardsError(RulesError):
    """Games with different deals were given as those of one board."""


def shown(value: object) -> str:
    """Return a user's value as JSON: one line of ASCII, shortened."""
    try:
        text = json.dumps(value, default=repr)
    except (RecursionError, ValueError):  # nested too deeply, or a number of thousands of digits
        return f"a {type(value).__name__} too large to show"
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 3] + "..."


def shown_name(name: str) -> str:
    """Return a user's name for something, without quotes if it is a word."""
    return name if re.fullmatch(r"\w{1,40}", name) else shown(name)
