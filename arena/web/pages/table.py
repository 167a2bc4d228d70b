"""List the definitions of all public pages, in the order in which their addresses are matched."""

from typing import Final

from arena.web.pages import handbook, home, ladders, search, style
from arena.web.pages.bots import bot, bots
from arena.web.pages.records import board, check, game, games
from arena.web.pages.tournaments import feed, infractions, schedule, tournament, tournaments
from arena.web.serving.page import Page
from arena.web.serving.rows import rows_of

STEPS: Final = rows_of("steps")
STYLE: Final = Page("/style", style.style, "style.html", script="style.js")
PAGES: Final = (
    Page("", home.home, "home.html", is_live=True, script="newest.js"),
    Page("/ladder", ladders.overall, "ladder.html", ladders.rows, is_live=True, has_picture=True),
    Page("/ladder/{variant}", ladders.ladder, "ladder.html", ladders.rows, is_live=True, has_picture=True),
    Page("/seats/{variant}", ladders.seats, "seats.html"),
    Page("/deals/{name:path}", schedule.deals, "deals.html", rows_of("answer.commitments"), script="deals.js"),
    Page("/rules", handbook.variants, "variants.html", rows_of("variants")),
    Page("/rules/{variant}", handbook.rules, "text.html", script="handbook.js"),
    Page("/docs", handbook.handbook, "text.html", script="handbook.js"),
    Page("/docs/{name:path}", handbook.handbook, "text.html", script="handbook.js"),
    Page("/bots", bots.bots, "bots.html", rows_of("bots")),
    Page("/bots/{name}", bot.bot, "bot.html", bot.rows),
    Page("/strip/{bot}/{opponent}", schedule.strip, "strip.html", rows_of("answer.boards")),
    Page("/infractions/{name:path}", infractions.infractions, "infractions.html", rows_of("counts")),
    Page("/versus/{bot}/{opponent}", bots.versus, "versus.html", rows_of("answer.variants")),
    Page("/games", games.games, "games.html", rows_of("games"), script="game-line.js"),
    Page("/games/line", game.Lines().of_line, "game.html", STEPS, script="replay.js", is_cached=False),
    Page("/games/{game_id}", game.game, "game.html", STEPS, script="replay.js", is_cached=False, has_picture=True),
    Page("/games/{game_id}/check", check.Checks().check, "check.html", rows_of("cards"), is_cached=False),
    Page("/boards/{board_id}", board.board, "board.html", board.rows, has_picture=True),
    Page("/gates/{name:path}", tournaments.gate, "gate.html", is_live=True),
    Page("/tournaments", tournaments.tournaments, "tournaments.html", rows_of("tournaments")),
    Page(
        "/tournaments/{name:path}",
        tournament.tournament,
        "tournament.html",
        tournament.rows,
        is_live=True,
        version=tournaments.progress,
    ),
)

# Answers of other types than HTML, for other sites, feed readers and scripts.
FILES: Final = (
    Page("/docs-index.json", search.index, "handbook.json", media="application/json"),
    Page("/handbook.md", search.whole, "handbook.md", media="text/markdown; charset=utf-8"),
    Page("/llms.txt", search.whole, "llms.txt", media="text/plain; charset=utf-8"),
    Page("/feed.atom", feed.feed, "feed.xml", media="application/atom+xml"),
    Page("/bots/{name}/badge.svg", bots.badge, "badge.svg", media="image/svg+xml"),
)
