"""Define words of tables, for `--explain` and for pages (docs/reference/tables.md)."""

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
        "the official strength of the bot, by all boards of its official table (Bradley-Terry)",
        "board Elo; the mean of the table is 1500",
        RATINGS,
        "by the uncertainty of its own and its opponents' boards, from 10 boards on",
    ),
    "95% interval": Word("a range that contains the number before it 19 times in 20", "that of the number", RATINGS),
    "± error": Word("the standard error of the number before it", "that of the number", RATINGS),
    "spread": Word("how far the bot's ratings in the variants differ beyond their errors", "board Elo", RATINGS),
    "kind": Word(
        "of a bot: specialist if the spread is above 50 and beyond chance, else all-rounder; of a finding: its type",
        "a word",
        RATINGS,
    ),
    "likely": Word(
        "the probability that the bot of the row is stronger than the bot of the column", "percent", RATINGS
    ),
    "score": Word(
        "1, 1/2 or 0 against each opponent, by rank: the mean over games and boards",
        "0 to 1, or percent; 1/2 is even",
        RATINGS,
        "from the scatter of boards, by Newcombe's formula, from 10 boards on",
    ),
    "expected": Word("the score that the ratings predict", "percent", RATINGS),
    "errors apart": Word("the difference between score and expected score", "standard errors", RATINGS),
    "live Elo": Word(
        "a number that moves with each board (K = 32); the rating is more precise",
        "Elo; it starts at 1500",
        RATINGS,
    ),
    "points a game": Word("the game's own points", "points", TABLES),
    "its": Word("the opponent's points a game", "points", TABLES),
    "less luck": Word("points a game, corrected by a house bot's points on the same deals", "points", LUCK),
    "about": Word(
        "the bots of the finding: one, or the helper and the helped one; or a place, counted from the first dealer",
        "bots",
        FINDINGS,
    ),
    "effect, %": Word("a difference of scores, or a share of boards, decisions or time", "percent", FINDINGS),
    "interval": Word(
        "a range that contains the effect: for a seat 19 times in 20, for memory 99 in 100", "percent", FINDINGS
    ),
    "limit, %": Word("the highest share that is not flagged", "percent", FINDINGS),
    "chance": Word("the probability of such an effect by chance", "0 to 1", FINDINGS),
    "flagged": Word("whether the effect is beyond chance, or above its limit", "yes", FINDINGS),
    "place": Word("the place in the order of the number before it", "a number from 1", RATINGS),
    "boards": Word("closed boards behind the number", "boards", TABLES),
    "games": Word("games of these boards", "games", TABLES),
    "variants": Word("the number of variants that it played", "variants", TABLES),
    "infractions": Word("decisions that the fallback made for the bot", "times", TABLES),
    "bot": Word("a version of a bot", "name@version", TABLES),
    "against": Word("the opponent", "name@version", TABLES),
    "owner": Word("the owner of the bot", "a name", TABLES),
    "variant": Word("the game, and its rules revision if it is not the first", "a name", TABLES),
    "rated format": Word("the length of a game in a tournament", "hands, whole games, or a series", TABLES),
    "pool": Word("how often a bot may meet a deal", "on trust, open, closed or tests", TABLES),
    "stronger": Word(
        "winnings of a bettor on the new version; the gate decides at a threshold", "times the stake", GATES
    ),
    "board Elo": Word(
        "the strength of the new version above the old one, by the mean difference of their scores",
        "board Elo",
        GATES,
        "a confidence sequence, which is valid whenever the gate stops",
    ),
    "deals": Word("deals that both versions played", "deals", GATES),
    "new": Word("the score of the new version", "0 to 1", GATES),
    "old": Word("the score of the old version in its place", "0 to 1", GATES),
}

# Words of pages that are no column headings (docs/concepts.md).
PAGE_WORDS: Final = {
    "board": "one deal, played once in each rotation of the bots that meet",
    "open": "a pool: no owner meets a deal twice, and bots that held the same cards are compared",
    "closed": "a pool: submitted bots play in new processes that cannot remember earlier games",
    "test": "a tournament with a known seed, for trying things out; it is not rated",
    "trust": "a pool: a bot may meet a deal again in each rotation, and is trusted not to use what it remembers",
    "rotation": "one of a board's games: the same deal, each bot one seat further than in the game before",
}


def meaning(word: str) -> str | None:
    """Return the definition of a word; None for a word without one."""
    return WORDS[word].what if word in WORDS else PAGE_WORDS.get(word)
