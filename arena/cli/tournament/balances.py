"""`arena tournament balance` and `rounds`: a schedule's evenness, a Swiss's state."""

from collections.abc import Iterable, Iterator
from typing import Final

import click
from rich.table import Table

from arena.cli.completing import TOURNAMENT
from arena.cli.service import Service, asking
from arena.cli.terminal.printing import console, say, table
from arena.cli.terminal.tables import label_of
from arena.wire.gen.standings_pb2 import GetSwissStandingsRequest, GetSwissStandingsResponse
from arena.wire.gen.tournaments_pb2 import Balance, GetBalanceRequest, PairCounts

STAYED = " who stayed"  # of the others, where somebody has left
UNPROMISED = {"swiss": "close scores meet", "ladder": "those meet of whom a board tells most"}


@click.command
@click.argument("name", type=TOURNAMENT)
@asking
def balance(name: str, as_json: bool, service: Service) -> None:
    """How evenly the boards of NAME bring bots together.

    How often pairs meet, how often one sits at the left of another, and how many boards each bot has: the least, the
    most, and whether they differ by no more than is promised.
    """
    answer = service.ask(lambda people: people.GetBalance, GetBalanceRequest(name=name), as_json)
    kind = answer.tournament.kind
    console().print(balance_table(f"Balance of {label_of(answer.tournament)}", answer.balances, kind))
    if kind in UNPROMISED:
        say(f"a {kind} does not promise to be even: {UNPROMISED[kind]}")


@click.command
@click.argument("name", type=TOURNAMENT)
@asking
def rounds(name: str, as_json: bool, service: Service) -> None:
    """How the Swiss NAME stands after the rounds that are over.

    A round scores the mean of a bot's boards in it, 0 to 1; who sits out has 1/2.
    """
    answer = service.ask(lambda people: people.GetSwissStandings, GetSwissStandingsRequest(name=name), as_json)
    console().print(*_swiss_tables(answer), sep="\n")


def balance_table(title: str, found: Iterable[Balance], kind: str) -> Table:
    """A line for each thing that is counted."""
    rows = table(title, "variant", "among", "counted", "least .. most", "mean", "promised", numbers=3)
    for line in found:
        for what, counts in _counted(line, "meetings of a pair", "times at one's left", "boards of a bot", *OPEN):
            span = f"{counts.least} .. {counts.most}"
            verdict = "nothing" if kind in UNPROMISED else _verdict(line.who, counts)
            rows.add_row(line.variant, line.who, what, span, f"{counts.mean:.4g}", verdict)
    return rows


def balance_lines(found: Iterable[Balance]) -> Iterator[str]:
    """The same in a line for each."""
    for line in found:
        for what, counts in _counted(line, "pairs meet", "one sits left of another", "a bot plays", *OPEN_LINES):
            span = f"{counts.least} to {counts.most}" if counts.least < counts.most else str(counts.least)
            yield f"{line.variant}, {line.who}: {what} {span} times ({_verdict(line.who, counts)})"


OPEN: Final = ("comparisons of a pair", "times at one table", "times in a seat")
OPEN_LINES: Final = ("pairs are compared", "pairs sit at one table", "one gets a seat")


def _counted(
    line: Balance, met: str, left: str, boards: str, compared: str, together: str, seats: str
) -> tuple[tuple[str, PairCounts], ...]:
    """Return the counts to show, each with its name.

    In the pool open a board has several tables.
    """
    if line.HasField("compared"):
        return (compared, line.compared), (together, line.met), (seats, line.seats)
    return (met, line.met), (left, line.left), (boards, line.boards)


def emptiness(found: Iterable[Balance]) -> Iterator[str]:
    """Return a line for each variant without boards.

    A ladder may be made before there are owners enough.
    """
    for line in found:
        if not line.met.most:
            yield f"{line.variant}: no table can be made of these bots; it waits for more to join, of other owners"


def _verdict(who: str, counts: PairCounts) -> str:
    """What was promised of the spread, and whether that is kept."""
    spread = counts.most - counts.least
    if who.endswith(STAYED):
        return f"nothing, as somebody has left: they differ by {spread}"
    if who == "everybody" and spread == counts.allowed == 2 and counts.mean < 20:
        return "they differ by 2, the least for so few boards"
    promise = f"known design, {counts.allowed:.3g}" if counts.known else f"a tenth of the mean, {counts.allowed:.3g}"
    return f"{promise}: {'kept' if counts.even else f'NOT kept: {spread}'}"


def _swiss_tables(answer: GetSwissStandingsResponse) -> Iterator[Table]:
    for variant in answer.variants:
        title = (
            f"{variant.variant}: {label_of(answer.tournament)}, after round {variant.closed_rounds} of {answer.rounds}"
        )
        rows = table(title, "", "bot", "owner", "score", "byes", numbers=2)
        for place, line in enumerate(variant.lines, start=1):
            left = f" (left after round {line.left_after})" if line.HasField("left_after") else ""
            rows.add_row(str(place), f"{line.bot}{left}", line.owner, f"{line.score:.3f}", str(line.byes))
        yield rows
