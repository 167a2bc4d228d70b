"""All pages and forms of the desk."""

from typing import Final

from arena.web.desk import bot, home, making, owners, running, tokens

SHELVES: Final = (home.HOME, bot.BOT, tokens.TOKENS, owners.OWNERS, running.RUNNING, making.MAKING)
ACTIONS: Final = {each.name: each for page in (home, bot, tokens, owners, running, making) for each in page.ACTIONS}
