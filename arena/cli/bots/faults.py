"""`arena faults`: a tournament's infractions, with evidence for each timeout."""

from collections import Counter
from collections.abc import Sequence

import click
from rich.table import Table

from arena.cli.completing import TOURNAMENT
from arena.cli.pages import limit_option, pages
from arena.cli.service import Service, asking, unless_json_lines
from arena.cli.terminal.printing import console, say, table
from arena.wire.gen.faults_pb2 import Infraction, ListInfractionsRequest


@click.command
@click.argument("name", type=TOURNAMENT)
@click.option("--bot", default="", metavar="NAME@VERSION", help="Only those of this bot version.")
@limit_option
@asking
def faults(name: str, bot: str, limit: int | None, as_json: bool, service: Service) -> None:
    """Count and list where the fallback answered for a bot, and why.

    In the tournament NAME. Times are in milliseconds. Of boards that are still open it lists the
    timeouts of your own bots, and not where they were. With --json a line for each.
    """
    told = pages(service, ListInfractionsRequest(name=name, bot=bot), limit)
    found = list(unless_json_lines((each for page in told for each in page.infractions), as_json))
    if not found:
        say(f"{name}: no infractions")
        return
    console().print(_counts(name, found), _all(name, found))


def _counts(name: str, found: Sequence[Infraction]) -> Table:
    """Return how often which bot had which, the most first."""
    rows = table(f"How often, in {name}", "bot", "reason", "times", numbers=1)
    for (bot, reason), times in Counter((each.bot, each.reason) for each in found).most_common():
        rows.add_row(bot, reason, str(times))
    return rows


def _all(name: str, found: Sequence[Infraction]) -> Table:
    columns = ("bot", "reason", "variant", "board", "game", "hand", "decision", "seat")
    times = ("number", "had", "took", "round trip", "arena's lag", "silent")
    rows = table(f"Infractions in {name} (times in ms)", *columns, *times, numbers=len(times))
    for each in found:
        place = (each.board, each.game, each.hand + 1, each.decision + 1, each.seat) if each.game else ("",) * 5
        reason = f"{each.reason} (open)" if each.open else each.reason
        rows.add_row(each.bot, reason, each.variant, *map(str, place), *_times(each))
    return rows


def _times(each: Infraction) -> list[str]:
    if not each.HasField("timeout"):
        return [""] * 6
    shown = each.timeout
    silent = f"{shown.silent_us / 1000:.0f}" if shown.connected else "no stream"
    times = (shown.move_us + shown.bank_us, shown.elapsed_us, shown.rtt_us, shown.lag_us)
    return [str(shown.number), *(f"{us / 1000:.0f}" for us in times), silent]
