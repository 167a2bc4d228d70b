"""Define the words of tables, for `--explain` and for pages (docs/reference/tables.md)."""

from typing import Final, NamedTuple

RATINGS: Final = "docs/explanation/ratings.md"
TABLES: Final = "docs/reference/tables.md"
GATES: Final = "docs/explanation/gates.md"
LUCK: Final = "docs/explanation/luck.md"
FINDINGS: Final = "docs/explanation/findings.md"


class Word(NamedTuple):
    """A table column's meaning, unit and page in the handbook. *interval*: how it is computed; "" without one."""

    what: str
    unit: str
    page: str
    interval: str = ""


WORDS: Final = {
    "rating": Word(
        "strength against the opponents met, from all boards of a table (Bradley-Terry); the official number",
        "board Elo; the mean of the table, or the bot of `--anchor`, is 1500",
        RATINGS,
        "from the uncertainty of its own boards and its opponents' ratings, from 10 boards and 3 blocks on",
    ),
    "95% interval": Word(
        "range computed to contain the true value 19 times in 20, at this moment", "that of the number", RATINGS
    ),
    "± error": Word("standard error of the number before it", "that of the number", RATINGS),
    "spread": Word("difference of the bot's ratings between variants, beyond their errors", "board Elo", RATINGS),
    "kind": Word(
        "for a bot: specialist if the spread exceeds 50 and a test at 5%, or all-rounder; for a finding: its type",
        "a word",
        RATINGS,
    ),
    "likely": Word(
        "probability that the row's bot is stronger, by ratings, errors and spread; over 99 only on evidence",
        "percent",
        RATINGS,
    ),
    "score": Word(
        "1, 1/2 or 0 against each opponent, by rank; the mean over games and boards",
        "0 to 1, or percent; 1/2 is even",
        RATINGS,
        "from the scatter of blocks (Newcombe's formula), from 10 boards and 3 blocks on",
    ),
    "against all": Word(
        "score against each other bot of the table with 10 boards, with equal weight",
        "percent",
        RATINGS,
        "from the scatter of blocks, from 10 boards and 3 blocks with each bot on",
    ),
    "expected": Word("score that the ratings predict", "percent", RATINGS),
    "errors apart": Word("distance between score and expected score", "standard errors", RATINGS),
    "live Elo": Word(
        "number that moves with each board (K = 32); the rating is more precise", "Elo; starts at 1500", RATINGS
    ),
    "points a game": Word("points of the card game, per game", "points", TABLES),
    "its": Word("opponent's points a game", "points", TABLES),
    "less luck": Word("points a game minus a house bot's points on the same deals", "points", LUCK),
    "about": Word(
        "subject of the finding: a bot, a helper and the bot it helps, or a seat counted from the first dealer",
        "bots",
        FINDINGS,
    ),
    "effect, %": Word("difference of scores, or share of boards, decisions or time", "percent", FINDINGS),
    "interval": Word("range of the effect: 95% for a seat, 99% for memory", "percent", FINDINGS),
    "limit, %": Word("largest share that is not flagged", "percent", FINDINGS),
    "chance": Word("probability that chance alone has at least this effect", "0 to 1", FINDINGS),
    "flagged": Word("whether the effect is significant by its test, or above its limit", "yes", FINDINGS),
    "place": Word("place by the number before it", "a number from 1", RATINGS),
    "boards": Word("closed boards that the number counts", "boards", TABLES),
    "games": Word("games of these boards", "games", TABLES),
    "variants": Word("variants that the bot played", "variants", TABLES),
    "infractions": Word("times that the fallback answered for the bot, or that the bot left", "times", TABLES),
    "bot": Word("bot and version of its program", "name@version", TABLES),
    "against": Word("opponent", "name@version", TABLES),
    "owner": Word("owner of the bot", "a name", TABLES),
    "variant": Word("game, with its rules revision if not the first", "a name", TABLES),
    "rated format": Word("length of a game in the tournament", "hands, whole games, or a series", TABLES),
    "pool": Word("how often a bot may meet a deal", "on trust, open, closed or tests", TABLES),
    "stronger": Word("wealth of the bet on the new version, and the wealth that decides", "times the stake", GATES),
    "board Elo": Word(
        "strength difference of the new version, from the mean difference of the two scores",
        "board Elo",
        GATES,
        "a confidence sequence, valid whenever the gate stops",
    ),
    "deals": Word("deals that both versions played", "deals", GATES),
    "new": Word("score of the new version", "0 to 1", GATES),
    "old": Word("score of the old version in the same place", "0 to 1", GATES),
}

ANCHORED: Final = "Intervals are those of the difference from {}."
UNEVEN: Final = "A rating is the strength against the opponents met: some pairs have under half of others' boards."
LAG: Final = "No bot is charged for lag, but times were coarse: some late answers may be the arena's fault."

# Words of pages that are not headings of columns (docs/concepts.md).
PAGE_WORDS: Final = {
    "board": "one deal, played once in each rotation of a line-up",
    "open": "pool: no owner meets a deal twice, and bots with the same cards are compared",
    "closed": "pool: submitted bots play in sandboxed processes that cannot remember earlier games",
    "test": "tournament with a known seed, for trying things out; it is not rated",
    "trust": "pool: a bot may meet a deal again in each rotation, and is trusted not to remember it",
    "rotation": "one of a board's games: the same deal, each bot one seat further",
}


def meaning(word: str) -> str | None:
    """Return the definition of a word; None if it has none."""
    return WORDS[word].what if word in WORDS else PAGE_WORDS.get(word)
