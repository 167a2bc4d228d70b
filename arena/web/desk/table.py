"""All pages and forms of the desk."""

from typing import Final

from arena.web.desk import bot, home, log, making, owners, running, tokens

SHELVES: Final = (home.HOME, bot.BOT, log.LOG, tokens.TOKENS, owners.OWNERS, running.RUNNING, making.MAKING)
ACTIONS: Final = {each.name: each for page in (home, bot, tokens, owners, running, making) for each in page.ACTIONS}
