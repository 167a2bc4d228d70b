"""The Python kit: `from bots.sdk import Bot, run` is all it takes.

`help(Bot)` has a whole bot and a method for each kind of decision, `help(View)` what a bot may look at, `help(Card)`
and `help(Clock)` the rest. `AsyncBot` is for bots that wait, `VectorBot` for bots that think in arrays.
"""

from bots.sdk.bot.async_bot import AsyncBot
from bots.sdk.bot.bot import Bot, Outcome
from bots.sdk.bot.cards import Call, Card, Meld, Play, Trick
from bots.sdk.bot.clock import Clock
from bots.sdk.bot.view import View
from bots.sdk.start import run
from bots.sdk.vector.bot import VectorBot

__all__ = ["AsyncBot", "Bot", "Call", "Card", "Clock", "Meld", "Outcome", "Play", "Trick", "VectorBot", "View", "run"]
