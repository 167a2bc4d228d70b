"""The Python kit for bots: `from bots.sdk import Bot, run`.

`help(Bot)` shows a whole bot, and the method for each kind of decision. `help(View)` lists the facts that a bot may
use. `help(Card)` and `help(Clock)` describe the rest. Use `AsyncBot` for bots that wait, and `VectorBot` for bots that
compute with arrays.
"""

from bots.sdk.bot.async_bot import AsyncBot
from bots.sdk.bot.bot import Bot, Outcome
from bots.sdk.bot.cards import Call, Card, Meld, Play, Trick
from bots.sdk.bot.clock import Clock
from bots.sdk.bot.view import View
from bots.sdk.start import run
from bots.sdk.vector.bot import VectorBot

__all__ = ["AsyncBot", "Bot", "Call", "Card", "Clock", "Meld", "Outcome", "Play", "Trick", "VectorBot", "View", "run"]
