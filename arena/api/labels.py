"""Write formats, ratings and findings as text for titles and table cells."""

from collections.abc import Iterable, Iterator
from typing import Final

from arena.wire.gen import accounts_pb2 as pb
from arena.wire.gen.infractions_pb2 import Infraction
from arena.wire.gen.ratings_pb2 import Finding, Strength

# labels of pools in tables (docs/explanation/pools.md)
POOL_LABELS: Final = {"test": "tests", "trust": "on trust", "open": "open", "closed": "closed"}
FEW: Final = 5  # pairs that have not met, listed by name
SCOPES: Final = {
    "operator": pb.TOKEN_SCOPE_OPERATOR,
    "owner": pb.TOKEN_SCOPE_OWNER,
    "bot": pb.TOKEN_SCOPE_BOT,
    "runner": pb.TOKEN_SCOPE_RUNNER,
}


def rated_format(formats: Iterable[str]) -> str:
    """Return a sentence on *formats*, which are texts like "hands 4", "game" or "series 3"."""
    return f"rated format: {' or '.join(map(format_words, dict.fromkeys(formats)))}"


def rated_formats(variants: Iterable[tuple[str, str]]) -> str:
    """Return one line with the formats of *variants*, given as (variant's name, format)."""
    by_format: dict[str, list[str]] = {}
    for name, form in variants:
        by_format.setdefault(form, []).append(name)
    if len(by_format) == 1:
        return rated_format(by_format)
    return "rated format: " + "; ".join(
        f"{format_words(form)} ({', '.join(names)})" for form, names in by_format.items()
    )


def format_words(form: str) -> str:
    """Return a format in words: "4 hands" for "hands 4", "whole games", "series to 3 wins"."""
    kind, _, number = form.partition(" ")
    if kind == "hands":
        return f"{number} {'hand' if number == '1' else 'hands'}" if number else "a hand for each seat"
    return "whole games" if kind == "game" else f"series to {number} wins"


def rating_of(bound: str, rating: float, low: float, high: float) -> str:
    """Return a rating as text, or its bound (">=1900") if every game was won or lost."""
    return f"{bound}{low if bound == '>=' else high if bound else rating:.0f}"


# By kind of finding: its consequence and the next command, for a line of a terminal.
ADVICE: Final = {
    "fallbacks": "; its late and illegal answers: arena bot infractions {0}",
    "forfeits": "; each counts as a loss; is the bot connected? arena bot status {0}",
    "voids": "; they were played again, and only the second games count",
    "lag": "; no bot was charged for it, but times were coarse; late answers: arena infractions TOURNAMENT",
}


def flagged(findings: Iterable[Finding]) -> Iterator[str]:
    """Yield a line for each flagged finding: "!", its sentence, and what to look at."""
    yield from (f"! {each.sentence}{ADVICE.get(each.kind, '').format(*each.bots)}" for each in findings if each.flagged)


def unmet_pairs(lines: Iterable[Strength]) -> Iterator[str]:
    """Yield a sentence with the pairs of bots that have not met, if any; the first `FEW` of them by name."""
    unmet = [f"{line.bot} and {other}" for line in lines for other in line.unmet if line.bot < other]
    if unmet:
        yield f"Pairs that have not met: {len(unmet)} ({', '.join([*unmet[:FEW], *['...'] * (len(unmet) > FEW)])})."


def is_marked(bot: str, findings: Iterable[Finding]) -> bool:
    """Return whether there is a flagged finding on *bot* alone."""
    return any(each.flagged and list(each.bots) == [bot] for each in findings)


def evidence(infraction: Infraction) -> str:
    """Return the measured times of a timeout in words; "" for other infractions."""
    if not infraction.HasField("timeout"):
        return ""
    timeout = infraction.timeout
    limit = f"{timeout.move_us / 1e6:g} s and a bank of {timeout.bank_us / 1e6:g} s"
    return f"{timeout.elapsed_us / 1e6:.2f} s of {limit}{'' if timeout.connected else ', not connected'}"
