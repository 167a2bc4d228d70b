"""Words of titles and cells that several tables have.

Rated formats, ratings, passed limits.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from arena.wire.gen.ratings_pb2 import PassedLimit, VoidedBot

# Of whom or what which share passes a limit (docs/explanation/marks.md).
PASSED: Final = {
    "fallbacks": "{share} of its decisions were fallbacks",
    "forfeits": "{share} of its boards were forfeited",
    "voids": "{share} of the boards were voided, since the arena failed",
    "lag": "the arena was held up for {share} of the time",
}


def rated_format(formats: Iterable[str]) -> str:
    """Say what a game is, in words.

    *formats*: "hands 4", "game" or "series 3"; where variants differ, each of them is said.
    """
    return f"rated format: {' or '.join(map(format_words, dict.fromkeys(formats)))}"


def rated_formats(variants: Iterable[tuple[str, str]]) -> str:
    """Say what a game is in each variant, in one line.

    *variants*: (name, format).
    """
    by_format: dict[str, list[str]] = {}
    for name, form in variants:
        by_format.setdefault(form, []).append(name)
    if len(by_format) == 1:
        return rated_format(by_format)
    return "rated format: " + "; ".join(f"{format_words(form)} ({', '.join(of)})" for form, of in by_format.items())


def format_words(form: str) -> str:
    """Return one format in words.

    "4 hands", "whole games", "series to 3 wins"; "hands" is one for each seat.
    """
    kind, _, number = form.partition(" ")
    if kind == "hands":
        return f"{number} {'hand' if number == '1' else 'hands'}" if number else "a hand for each seat"
    return "whole games" if kind == "game" else f"series to {number} wins"


def rating_of(bound: str, rating: float, low: float, high: float) -> str:
    """Return a rating, or a bound where all was won or lost."""
    return f"{bound}{low if bound == '>=' else high if bound else rating:.0f}"


def passed_limits(marks: Iterable[PassedLimit]) -> Iterator[str]:
    """Yield a line for each limit that is passed."""
    for mark in marks:
        said = PASSED[mark.what].format(share=f"{100 * mark.share:.1f}%")
        yield f"! {mark.bot or 'all bots'}: {said} (limit {100 * mark.limit:g}%)"


def voided_bots(lines: Iterable[VoidedBot]) -> Iterator[str]:
    """Yield whose boards were voided and why.

    Then a line for each bot where it is more than chance does.
    """
    found = list(lines)
    causes: Counter[str] = Counter()
    for line in found:
        causes.update(line.causes)
    for cause in sorted(causes):
        bots = ", ".join(f"{line.bot} {line.causes[cause]} of {line.dealt}" for line in found if cause in line.causes)
        yield f"boards voided, {cause}: {bots}"
    for line in found:
        if line.flagged:
            yield f"! {line.bot}: {_voids(line)} of its {line.dealt} boards were voided, more than chance does"


def _voids(line: VoidedBot) -> int:
    return sum(line.causes.values())


def with_mark(bot: str, marks: Iterable[PassedLimit]) -> str:
    """Return the bot's name, with `!` where it passes a limit."""
    return f"{bot} !" if any(mark.bot == bot for mark in marks) else bot
