"""Report results: a table, JSON, and the marked part of a page."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import fill
from typing import Any

from tools.bench.strength.measuring import StepResult

HEAD = ("variant", "step", "boards", "points a hand more", "95% interval", "verdict")


def table(steps: Sequence[StepResult], with_hours: bool = False) -> str:
    """Return the table in Markdown; without hours equal measurements print equal tables."""
    head = [*HEAD, "core hours"] if with_hours else list(HEAD)
    rows = [[*_cells(each), *([f"{each.seconds / 3600:.2f}"] if with_hours else [])] for each in steps]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)).replace("| --- ", "|---")


def document(steps: Sequence[StepResult]) -> list[dict[str, Any]]:
    """Return the results for programs."""
    return [
        {
            **each.step._asdict(),
            **(each.look._asdict() | {"verdict": each.look.verdict} if each.look else {"boards": 0}),
            "core_seconds": round(each.seconds, 1),
        }
        for each in steps
    ]


def summary(steps: Sequence[StepResult]) -> str:
    """Return one line with the number of proven steps, and the names of the others."""
    open_ones = [f"{each.step.first} over {each.step.second} in {each.step.variant}" for each in _unproven(steps)]
    hours = sum(each.seconds for each in steps) / 3600
    text = (
        f"{len(steps) - len(open_ones)} of {len(steps)} steps stand outside their 95% interval, {hours:.2f} core hours"
    )
    return text if not open_ones else f"{text}; not: {', '.join(open_ones)}"


def wrap(text: str) -> str:
    """Return a paragraph wrapped to the width of pages."""
    return fill(text, 100, break_on_hyphens=False, break_long_words=False)


def write_part(page: Path, name: str, text: str) -> None:
    """Replace what stands between the marks `measured: NAME` of a page. Raises ValueError without them."""
    marks = re.compile(rf"(<!-- measured: {re.escape(name)} -->\n).*?(<!-- end of {re.escape(name)} -->)", re.DOTALL)
    replaced, count = marks.subn(lambda found: f"{found[1]}\n{text}\n\n{found[2]}", page.read_text())
    if count != 1:
        raise ValueError(f"{page}: no part <!-- measured: {name} --> ... <!-- end of {name} -->")
    page.write_text(replaced)


def _unproven(steps: Sequence[StepResult]) -> Iterator[StepResult]:
    return (each for each in steps if each.look is None or each.look.verdict != "stronger")


def _cells(each: StepResult) -> list[str]:
    look, what = each.look, [each.step.variant, f"{each.step.first} over {each.step.second}"]
    if look is None:
        return [*what, "0", "", "", "open"]
    return [*what, str(look.boards), f"{look.mean:+.2f}", f"{look.low:+.2f} to {look.high:+.2f}", look.verdict]
