"""All pages and forms of the desk."""

from typing import Final

from arena.web.desk import acts, bot, handing_in, home, log, making, owners, running, tokens

SHELVES: Final = (
    home.HOME,
    bot.BOT,
    log.LOG,
    tokens.TOKENS,
    owners.OWNERS,
    acts.ACTS,
    running.RUNNING,
    making.MAKING,
)
PAGES: Final = (home, handing_in, bot, tokens, owners, running, making)
ACTIONS: Final = {each.name: each for page in PAGES for each in page.ACTIONS}
