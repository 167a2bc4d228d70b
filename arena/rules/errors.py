"""Define the errors for invalid input to the rules core; every message is one line."""

import json
import re
from typing import Final

MAX_SHOWN: Final = 80


class RulesError(ValueError):
    """The rules core rejects an input; the message says which inputs it accepts."""


class UnknownVariantError(RulesError):
    """No variant has this name; the message lists all variants."""


class InvalidVariantError(RulesError):
    """A new variant's name or number is invalid, or another variant already has it."""


class UnknownPresetError(RulesError):
    """The variant has no preset of this name; the message lists its presets."""


class InvalidOptionError(RulesError):
    """The variant has no option of this name, or the option does not accept the value."""


class InvalidDealError(RulesError):
    """A given deck does not consist of exactly the variant's cards."""


class InvalidSeedError(RulesError):
    """A seed does not have 32 bytes, or is missing although cards must be shuffled."""


class MalformedActionError(RulesError):
    """A text or object does not describe an action of any game."""


class MalformedPackError(RulesError):
    """Bytes are not a packed list of actions."""


class IllegalActionError(RulesError):
    """The action is not legal at the open decision; the message lists legal ones."""


class GameOverError(RulesError):
    """An action was given or requested after the end of the game."""


class CannotStopError(RulesError):
    """`Game.stop` was called within a hand, or the rules have no deadline."""


class GameNotOverError(RulesError):
    """A result or record was requested before the end of the game."""


class PlaceError(RulesError):
    """A text does not describe a decision, or the game has no such decision; the message lists the accepted forms."""


class RecordError(RulesError):
    """A value is not the record of a game; the message says where the error is."""


class GameLineError(RulesError):
    """A text is not a game line; the message says why."""


class DifferentBoardsError(RulesError):
    """Games of different deals were given as the games of one board."""


def shown(value: object) -> str:
    """Return a user's value as one line of ASCII: its JSON, cut after `MAX_SHOWN` characters."""
    try:
        text = json.dumps(value, default=repr)
    except (RecursionError, ValueError):  # nested too deeply, or a number of thousands of digits
        return f"a {type(value).__name__} too large to show"
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 3] + "..."


def shown_name(name: str) -> str:
    """Return a user's name for something, in quotes unless it is a plain word."""
    return name if re.fullmatch(r"\w{1,40}", name) else shown(name)
