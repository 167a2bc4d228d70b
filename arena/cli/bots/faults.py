"""`arena faults`: a tournament's infractions, with evidence for each timeout."""

import click

from arena.cli.pages import limit_option, pages
from arena.cli.service import Service, asking, unless_json_lines
from arena.cli.terminal.printing import console, table
from arena.wire.gen.faults_pb2 import Infraction, ListInfractionsRequest


@click.command
@click.argument("name")
@click.option("--bot", default="", metavar="NAME@VERSION", help="Only those of this bot version.")
@limit_option
@asking
def faults(name: str, bot: str, limit: int | None, as_json: bool, service: Service) -> None:
    """List where the fallback answered for a bot, and why.

    In the tournament NAME. Times are in milliseconds. Of boards that are still open it lists the
    timeouts of your own bots, and not where they were. With --json a line for each.
    """
    told = pages(service, ListInfractionsRequest(name=name, bot=bot), limit)
    found = unless_json_lines((each for page in told for each in page.infractions), as_json)
    columns = ("bot", "reason", "variant", "board", "game", "hand", "decision", "seat")
    times = ("number", "had", "took", "round trip", "arena's lag", "silent")
    rows = table(f"Infractions in {name} (times in ms)", *columns, *times, numbers=len(times))
    for each in found:
        place = (each.board, each.game, each.hand + 1, each.decision + 1, each.seat) if each.game else ("",) * 5
        reason = f"{each.reason} (open)" if each.open else each.reason
        rows.add_row(each.bot, reason, each.variant, *map(str, place), *_times(each))
    console().print(rows if rows.row_count else f"{name}: no infractions")


def _times(each: Infraction) -> list[str]:
    if not each.HasField("timeout"):
        return [""] * 6
    shown = each.timeout
    silent = f"{shown.silent_us / 1000:.0f}" if shown.connected else "no stream"
    times = (shown.move_us + shown.bank_us, shown.elapsed_us, shown.rtt_us, shown.lag_us)
    return [str(shown.number), *(f"{us / 1000:.0f}" for us in times), silent]
