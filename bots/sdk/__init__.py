"""The Python kit: `from bots.sdk import Bot, run` is all a bot needs."""

from bots.sdk.async_bot import AsyncBot
from bots.sdk.bot import Bot, Outcome
from bots.sdk.cards import Card
from bots.sdk.clock import Clock
from bots.sdk.command import run
from bots.sdk.vector.bot import VectorBot
from bots.sdk.view import Meld, Play, Trick, View

__all__ = ["AsyncBot", "Bot", "Card", "Clock", "Meld", "Outcome", "Play", "Trick", "VectorBot", "View", "run"]
