"""Explain the columns of a table: one word for one thing (docs/reference/tables.md)."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

import click
from rich.console import RenderableType
from rich.table import Table

from arena.cli.terminal.printing import Titled, console
from arena.cli.terminal.refusal import Refusal

RATINGS: Final = "docs/explanation/ratings.md"
TABLES: Final = "docs/reference/tables.md"
GATES: Final = "docs/explanation/gates.md"
LUCK: Final = "docs/explanation/luck.md"
FINDINGS: Final = "docs/explanation/findings.md"


class Word(NamedTuple):
    """A column of a table.

    *what* it is, its *unit*, how its *interval* is made ("" where it has none), and the *page*.
    """

    what: str
    unit: str
    interval: str
    page: str


OF_SCORE: Final = "from the scatter of boards, by Newcombe's formula, from 10 boards on"

WORDS: Final = {
    "rating": Word(
        "how strong the bot is by all boards of its official table (Bradley-Terry): the official number",
        "board Elo, 1500 the mean of the table",
        "by what its own boards and its opponents' leave open, from 10 boards on",
        RATINGS,
    ),
    "95% interval": Word("where the number before it lies, 19 times in 20", "that of the number", "", RATINGS),
    "± error": Word("the standard error of the number before it", "that of the number", "", RATINGS),
    "spread": Word("how far the bot's ratings in the variants differ beyond their errors", "board Elo", "", RATINGS),
    "kind": Word(
        "of a bot: specialist where the spread is beyond 50 and chance, else all-rounder; of a finding: what it is",
        "a word",
        "",
        RATINGS,
    ),
    "likely": Word("how likely the bot of the row is stronger than the one of the column", "percent", "", RATINGS),
    "score": Word(
        "1, 1/2 or 0 against each opponent, by rank: the mean over games and boards",
        "0 to 1, or percent; 1/2 is even",
        OF_SCORE,
        RATINGS,
    ),
    "expected": Word("the score that the ratings say", "percent", "", RATINGS),
    "errors apart": Word("how far score and expected score lie apart", "standard errors", "", RATINGS),
    "live Elo": Word(
        "a number that moves with each board (K = 32), to watch; the rating is surer",
        "Elo, 1500 at the start",
        "",
        RATINGS,
    ),
    "points a game": Word("the game's own points", "points", "", TABLES),
    "its": Word("the opponent's points a game", "points", "", TABLES),
    "less luck": Word("points a game less what a house bot makes of the same deals", "points", "", LUCK),
    "about": Word("who the finding is about; of a transfer the helper, then the helped one", "bots", "", FINDINGS),
    "effect, %": Word("a difference of scores, or a share of boards, decisions or time", "percent", "", FINDINGS),
    "interval": Word("where the effect lies: of a seat 19 times in 20, of memory 99 in 100", "percent", "", FINDINGS),
    "limit, %": Word("what a share may not pass", "percent", "", FINDINGS),
    "chance": Word("how often chance alone does as much", "0 to 1", "", FINDINGS),
    "flagged": Word("whether it is more than chance does, or passes its limit", "yes", "", FINDINGS),
    "place": Word(
        "the place by the number before it",
        "a number from 1",
        "",
        RATINGS,
    ),
    "boards": Word("closed boards that the number is made of", "boards", "", TABLES),
    "games": Word("games of these boards", "games", "", TABLES),
    "variants": Word("how many variants it played", "variants", "", TABLES),
    "infractions": Word("how often the fallback had to answer, or the bot left", "infractions", "", TABLES),
    "bot": Word("the bot and its version", "name@version", "", TABLES),
    "against": Word("the opponent", "name@version", "", TABLES),
    "owner": Word("whose bot it is", "a name", "", TABLES),
    "variant": Word("the game, and its rules revision beyond the first", "a name", "", TABLES),
    "rated format": Word("what a game of a tournament is", "hands, whole games, or a series", "", TABLES),
    "pool": Word("how often a bot may meet a deal", "on trust, open, closed or tests", "", TABLES),
    "stronger": Word("what a bettor on the new version has won of what decides", "times the stake", "", GATES),
    "board Elo": Word(
        "how much stronger the new version is, by the mean difference of the two scores",
        "board Elo",
        "a confidence sequence: it holds whenever the gate stops",
        GATES,
    ),
    "deals": Word("deals that both versions played", "deals", "", GATES),
    "new": Word("the score of the new version", "0 to 1", "", GATES),
    "old": Word("the score of the old version in its place", "0 to 1", "", GATES),
}


def explained(word: str) -> str:
    """One plain line for a column."""
    found = WORDS[word]
    interval = f" 95% interval: {found.interval}." if found.interval else ""
    return f"{word}: {found.what}. Unit: {found.unit}.{interval} ({found.page})"


def _alone(context: click.Context, _parameter: click.Parameter, explain: bool) -> bool:
    if explain and (context.params.get("as_json") or context.params.get("as_csv")):
        raise Refusal("--explain is for tables: give it without --json and --csv")
    return explain


explain_option: Callable[[Any], Any] = click.option(
    "--explain", is_flag=True, callback=_alone, help="Say of each column what it is, in a line."
)


def show(parts: Iterable[RenderableType], explain: bool, words: Iterable[str] = ()) -> None:
    """Print *parts* one below the other.

    *explain*: and a line for each column, and for *words*.
    """
    shown = list(parts)
    screen = console()
    screen.print(*shown, sep="\n")
    if explain:
        found = [word for part in shown if isinstance(part, Table) for word in _words(part)]
        for word in dict.fromkeys([*found, *words]):
            screen.print(explained(word), soft_wrap=True)


def _words(part: Table) -> Iterator[str]:
    """Yield the headings of a table, as words.

    What numbered columns have is told by the table.
    """
    for column in part.columns:
        heading = str(column.header).replace("-\n", "").replace("\n", " ")
        if heading and not heading.isdecimal():
            yield heading
    if isinstance(part, Titled):
        yield from part.numbered
