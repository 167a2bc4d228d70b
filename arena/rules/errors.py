"""What can be wrong with what the rules core is given. Each message is one line for a user."""

import json
from typing import Final

MOST_SHOWN: Final = 100


class RulesError(ValueError):
    """Something given to the rules core cannot be accepted; the message says what was given and what is accepted."""


class UnknownVariant(RulesError):
    """No variant has this name; the message lists those there are."""


class InvalidVariant(RulesError):
    """A variant cannot be added: its name or its number is another's, or none."""


class UnknownPreset(RulesError):
    """The variant has no preset of this name; the message lists those it has."""


class InvalidOption(RulesError):
    """The variant has no such option, or the option does not take this value."""


class InvalidDeal(RulesError):
    """A deck given for a hand is not the variant's deck in some order."""


class InvalidSeed(RulesError):
    """A seed is not 32 bytes, or something must be shuffled and there is no seed."""


class MalformedAction(RulesError):
    """A text or an object that describes no action at all, whatever the state of the game."""


class MalformedPack(RulesError):
    """Bytes that are no packed list of actions."""


class IllegalAction(RulesError):
    """The action is not legal now; the message names it and what is legal."""


class GameOver(RulesError):
    """An action was given, or asked for, and the game is over."""


class CannotStop(RulesError):
    """A game was stopped from outside within a hand, or by what its options do not have."""


class GameGoesOn(RulesError):
    """A result was asked for, and the game is not over."""


def shown(value: object) -> str:
    """A value as a user gave it, in JSON, on one line and cut where it is long."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=repr)
    except (RecursionError, ValueError):  # nested too deeply, or a number of thousands of digits
        return f"a {type(value).__name__} too large to show"
    return text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 3] + "..."
