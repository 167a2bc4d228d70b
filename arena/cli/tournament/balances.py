"""`arena tournament balance` and `rounds`, and the estimate of a dry run."""

from collections.abc import Iterable, Iterator

import click
from rich.table import Table

from arena.api.labels import rated_formats
from arena.cli.completing import TOURNAMENT
from arena.cli.service import Service, asking
from arena.cli.terminal.printing import console, say, table, wide_option
from arena.cli.terminal.tables import label_of
from arena.wire.gen import tournaments_pb2 as pb
from arena.wire.gen.standings_pb2 import GetSwissStandingsRequest

STAYED = " who stayed"  # suffix of a group's name in `Balance.who` after a bot has left the tournament
UNPROMISED = {"swiss": "close scores meet", "ladder": "a batch seats the bots whose ratings it improves most"}


@click.command(hidden=True)
@click.argument("name", type=TOURNAMENT)
@wide_option
@asking
def balance(name: str, as_json: bool, service: Service) -> None:
    """Show how evenly the boards of NAME bring bots together.

    It counts how often pairs meet, how often one bot sits to the left of another, and the boards of
    each bot. It prints the minimum and maximum, and whether they differ by no more than promised.
    """
    answer = service.ask(lambda people: people.GetBalance, pb.GetBalanceRequest(name=name), as_json)
    kind = answer.tournament.kind
    console().print(balance_table(f"Balance of {label_of(answer.tournament)}", answer.balances, kind))
    if kind in UNPROMISED:
        say(f"a {kind} does not promise to be even: {UNPROMISED[kind]}")


@click.command(hidden=True)
@click.argument("name", type=TOURNAMENT)
@wide_option
@asking
def rounds(name: str, as_json: bool, service: Service) -> None:
    """Show the standings of the Swiss NAME after its closed rounds.

    A bot's score in a round is the mean of its boards there, 0 to 1; a bot that sits out has 1/2.
    """
    answer = service.ask(lambda people: people.GetSwissStandings, GetSwissStandingsRequest(name=name), as_json)
    for variant in answer.variants:
        progress = f"after round {variant.closed_rounds} of {answer.rounds}"
        title = f"{variant.variant}: {label_of(answer.tournament)}, {progress}"
        rows = table(title, "", "bot", "owner", "score", "byes", numbers=2)
        for place, line in enumerate(variant.lines, start=1):
            left = f" (left after round {line.left_after})" if line.HasField("left_after") else ""
            rows.add_row(str(place), f"{line.bot}{left}", line.owner, f"{line.score:.3f}", str(line.byes))
        console().print(rows)


def balance_table(title: str, balances: Iterable[pb.Balance], kind: str) -> Table:
    """Return a table of how even the boards of a tournament of this *kind* are: the spread of each count."""
    rows = table(title, "variant", "among", "counted", "promised", "least .. most", "mean", numbers=2)
    for line in balances:
        for what, counts in _list_counts(line):
            kept = "kept" if counts.even else f"NOT kept: {counts.most - counts.least}"
            is_free = kind in UNPROMISED or line.who.endswith(STAYED)
            verdict = "nothing" if is_free else f"at most {counts.allowed:.3g} apart: {kept}"
            span = f"{counts.least} .. {counts.most}"
            rows.add_row(line.variant, line.who, what, verdict, span, f"{counts.mean:.4g}")
    return rows


def is_even(balances: Iterable[pb.Balance]) -> bool:
    """Return whether all counts of *balances* are as even as promised."""
    return all(counts.even for line in balances for _, counts in _list_counts(line))


def _list_counts(line: pb.Balance) -> tuple[tuple[str, pb.PairCounts], ...]:
    if line.HasField("compared"):
        return (
            ("comparisons of any two bots", line.compared),
            ("times at one table", line.met),
            ("times in a seat", line.seats),
        )
    left = "times that one sits left of the other"
    return ("meetings of any two bots", line.met), (left, line.left), ("boards of each bot", line.boards)


def emptiness(balances: Iterable[pb.Balance]) -> Iterator[str]:
    """Yield a line for each variant in which the bots cannot form a table, as with too few owners in a ladder."""
    for line in balances:
        if not line.met.most:
            yield f"{line.variant}: no table can be made of these bots; it waits for bots of other owners to join"


STEPS = ((86_400, "d"), (3_600, "h"), (60, "min"), (1, "s"))


def describe_estimate(answer: pb.EstimateTournamentResponse, kind: str) -> Iterator[Table | str]:
    """Yield tables and lines about a planned tournament of this *kind*: its size, duration and assumptions."""
    columns = ("variant", "line-ups", "blocks", "boards", "games", "a game takes")
    rows = table("Nothing is stored; each board would get a commitment", *columns, numbers=5)
    total = pb.VariantEstimate(variant="in all")
    for line in answer.variants:
        rows.add_row(line.variant, *_counts(line), format_range(line.least_s, line.most_s))
        for field in ("line_ups", "blocks", "boards", "games"):
            setattr(total, field, getattr(total, field) + getattr(line, field))
    if len(answer.variants) > 1:
        rows.add_row(total.variant, *_counts(total), "")
    yield rows
    yield rated_formats((line.variant, line.format) for line in answer.variants)
    yield balance_table("How even that is", answer.balances, kind)
    yield from emptiness(answer.balances)
    yield f"time: {format_range(answer.least_s, answer.most_s)}"
    for line in answer.variants:
        if line.source == "assumed":
            yield f"{line.variant}: no game with these options was measured; 2 to 100 ms a decision are assumed"
        else:
            yield f"{line.variant}: as measured in the last {line.measured} blocks of {line.source}"
    if answer.offline:
        seats = f"{answer.assumed_seats} seats are assumed of each"
        yield f"not connected: {', '.join(answer.offline)} ({seats})"
    yield workers_line(answer)


def format_range(least: float, most: float) -> str:
    """Format a range of seconds with two digits, as "3.4 min to 1.2 h"."""
    low, high = _rough(least), _rough(most)
    return low if low == high else f"{low} to {high}"


def _rough(seconds: float) -> str:
    if seconds < 1:
        return f"{float(f'{1000 * seconds:.2g}'):g} ms"
    size, unit = next((size, unit) for size, unit in STEPS if seconds >= size)
    return f"{float(f'{seconds / size:.2g}'):g} {unit}"


def _counts(line: pb.VariantEstimate) -> tuple[str, ...]:
    return tuple(map(str, (line.line_ups, line.blocks, line.boards, line.games)))


def workers_line(answer: pb.EstimateTournamentResponse) -> str:
    """Return a line about the number of workers, and how many of them are busy."""
    if not answer.workers:
        return "workers: none runs, one is assumed; nothing is played before one is started"
    if not answer.busy_workers:
        return f"workers: {answer.workers}, all idle"
    return f"workers: {answer.workers}, of which {answer.busy_workers} play now"
