"""All pages, in the order in which their addresses are tried."""

from typing import Final

from arena.web.pages import home, ladder, tournament, tournaments
from arena.web.serving.page import Page

PAGES: Final = (
    Page("", home.home, "home.html", is_live=True),
    Page("/ladder", ladder.overall, "ladder.html", ladder.rows, is_live=True),
    Page("/ladder/{variant}", ladder.ladder, "ladder.html", ladder.rows, is_live=True),
    Page("/tournaments", tournaments.tournaments, "tournaments.html", lambda shown: shown.tournaments),
    Page("/tournaments/{name:path}", tournament.tournament, "tournament.html", tournament.rows, is_live=True),
)
