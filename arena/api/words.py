"""Explain words of tables, for `--explain` and for pages (docs/reference/tables.md)."""

from typing import Final, NamedTuple

RATINGS: Final = "docs/explanation/ratings.md"
TABLES: Final = "docs/reference/tables.md"
GATES: Final = "docs/explanation/gates.md"
LUCK: Final = "docs/explanation/luck.md"
FINDINGS: Final = "docs/explanation/findings.md"


class Word(NamedTuple):
    """A table column: its meaning, its unit, its page in the handbook, and how its interval is computed, if any."""

    what: str
    unit: str
    page: str
    interval: str = ""


WORDS: Final = {
    "rating": Word(
        "how strong the bot is by all boards of its official table (Bradley-Terry): the official number",
        "board Elo, 1500 the mean of the table",
        RATINGS,
        "by what its own boards and its opponents' leave open, from 10 boards on",
    ),
    "95% interval": Word("where the number before it lies, 19 times in 20", "that of the number", RATINGS),
    "± error": Word("the standard error of the number before it", "that of the number", RATINGS),
    "spread": Word("how far the bot's ratings in the variants differ beyond their errors", "board Elo", RATINGS),
    "kind": Word(
        "of a bot: specialist where the spread is beyond 50 and chance, else all-rounder; of a finding: what it is",
        "a word",
        RATINGS,
    ),
    "likely": Word("how likely the bot of the row is stronger than the one of the column", "percent", RATINGS),
    "score": Word(
        "1, 1/2 or 0 against each opponent, by rank: the mean over games and boards",
        "0 to 1, or percent; 1/2 is even",
        RATINGS,
        "from the scatter of boards, by Newcombe's formula, from 10 boards on",
    ),
    "expected": Word("the score that the ratings say", "percent", RATINGS),
    "errors apart": Word("how far score and expected score lie apart", "standard errors", RATINGS),
    "live Elo": Word(
        "a number that moves with each board (K = 32), to watch; the rating is surer",
        "Elo, 1500 at the start",
        RATINGS,
    ),
    "points a game": Word("the game's own points", "points", TABLES),
    "its": Word("the opponent's points a game", "points", TABLES),
    "less luck": Word("points a game less what a house bot makes of the same deals", "points", LUCK),
    "about": Word(
        "who the finding is about: a bot, the helper and the helped one, or a place from who deals first",
        "bots",
        FINDINGS,
    ),
    "effect, %": Word("a difference of scores, or a share of boards, decisions or time", "percent", FINDINGS),
    "interval": Word("where the effect lies: of a seat 19 times in 20, of memory 99 in 100", "percent", FINDINGS),
    "limit, %": Word("what a share may not pass", "percent", FINDINGS),
    "chance": Word("how often chance alone does as much", "0 to 1", FINDINGS),
    "flagged": Word("whether it is more than chance does, or passes its limit", "yes", FINDINGS),
    "place": Word("the place by the number before it", "a number from 1", RATINGS),
    "boards": Word("closed boards that the number is made of", "boards", TABLES),
    "games": Word("games of these boards", "games", TABLES),
    "variants": Word("how many variants it played", "variants", TABLES),
    "infractions": Word("how often a simple fallback had to answer for the bot, or the bot left", "times", TABLES),
    "bot": Word("a bot, and which version of its program this is", "name@version", TABLES),
    "against": Word("the opponent", "name@version", TABLES),
    "owner": Word("whose bot it is", "a name", TABLES),
    "variant": Word("the game, and its rules revision beyond the first", "a name", TABLES),
    "rated format": Word("what a game of a tournament is", "hands, whole games, or a series", TABLES),
    "pool": Word("how often a bot may meet a deal", "on trust, open, closed or tests", TABLES),
    "stronger": Word("what a bettor on the new version has won of what decides", "times the stake", GATES),
    "board Elo": Word(
        "how much stronger the new version is, by the mean difference of the two scores",
        "board Elo",
        GATES,
        "a confidence sequence: it holds whenever the gate stops",
    ),
    "deals": Word("deals that both versions played", "deals", GATES),
    "new": Word("the score of the new version", "0 to 1", GATES),
    "old": Word("the score of the old version in its place", "0 to 1", GATES),
}

# Words of pages that head no column (docs/concepts.md).
PAGE_WORDS: Final = {
    "board": "one deal, played once in each rotation of the bots that meet",
    "open": "a pool: an owner meets a deal once, and is compared with those who had the same cards",
    "closed": "a pool: bots that were handed in play in fresh processes that can remember nothing",
    "test": "a tournament with a known seed, to try things out: nothing of it is rated",
    "trust": "a pool: bots may meet a deal again in each of its rotations, and are trusted not to remember it",
    "rotation": "one of a board's games: the same deal, every bot one seat further",
}


def meaning(word: str) -> str | None:
    """Return the meaning of a word; None if it needs no explanation."""
    return WORDS[word].what if word in WORDS else PAGE_WORDS.get(word)
