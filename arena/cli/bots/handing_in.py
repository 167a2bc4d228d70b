"""What becomes of a bot that was handed in: its versions, their log."""

from collections.abc import Iterator
from itertools import islice

import click

from arena.cli.completing import BOT
from arena.cli.pages import limit_option, pages
from arena.cli.service import Service, as_dict, asking
from arena.cli.terminal.printing import console, note, print_json, say, say_text, table
from arena.wire.gen import bundles_pb2 as pb

LOGS = 20  # in one call


@click.command
@click.argument("bot", metavar="NAME", type=BOT)
@limit_option
@asking
def versions(bot: str, limit: int | None, as_json: bool, service: Service) -> None:
    """List handed-in versions of a bot, and how they stand."""
    told = pages(service, pb.ListBotVersionsRequest(bot=bot), limit)
    found = [line for page in told for line in page.versions]
    if as_json:
        print_json(as_dict(pb.ListBotVersionsResponse(versions=found)))
        return
    rows = table(f"{bot}, as handed in (times are UTC)", "version", "state", "submitted", "variants", "hash", "MiB")
    for line in found:
        state = f"{line.state}: {line.reason}" if line.reason else line.state
        at = f"{line.submitted.ToDatetime():%Y-%m-%d %H:%M}"
        rows.add_row(line.bot, state, at, ", ".join(line.variants), line.hash[:16], str(line.memory_mib))
    console().print(rows if found else f"nothing was handed in as {bot}: `arena bot submit FOLDER` does it")


@click.command
@click.argument("version", metavar="NAME@VERSION", type=BOT)
@asking
def withdraw(version: str, as_json: bool, service: Service) -> None:
    """Let a version that was handed in play no more, for good."""
    request = pb.WithdrawVersionRequest(bot=version)
    answer = service.ask(lambda people: people.WithdrawVersion, request, as_json)
    say(f"{answer.version.bot} is {answer.version.state}")


@click.command
@click.argument("version", metavar="NAME[@VERSION]", type=BOT)
@click.option("--failed", is_flag=True, help="Only of seats whose process ended before its game did.")
@click.option("--check", is_flag=True, help="What its check printed.")
@limit_option
@asking
def log(version: str, failed: bool, check: bool, limit: int | None, as_json: bool, service: Service) -> None:
    """Print what a handed-in bot printed, the newest first.

    For its owner.
    """
    request = pb.GetBotLogRequest(bot=version, failed=failed)
    if check:
        say_text(service.ask(lambda people: people.GetBotLog, request, as_json).report)
        return
    told = islice(_logs(service, request), limit)
    if as_json:
        for line in told:
            print_json(as_dict(line))
        return
    is_empty = True
    for line in told:
        is_empty = False
        at = f"{line.at.ToDatetime():%Y-%m-%d %H:%M:%S}"
        used = f"{line.cpu_us / 1e6:.2f} s CPU, {line.memory_kib / 1024:.1f} MiB"
        say(f"-- {at} UTC, seat {line.seat_id:x}, {used}: {line.ending or 'played out'}")
        say_text(line.text)
    if is_empty:
        note(f"{version}: none of its processes printed anything{' and ended early' if failed else ''}")


def _logs(service: Service, request: pb.GetBotLogRequest) -> Iterator[pb.SeatLog]:
    """Yield logs as they are wanted: each may be long."""
    request.page_size = LOGS
    while True:
        page = service.ask(lambda people: people.GetBotLog, request)
        yield from page.logs
        if not page.next_page_token:
            return
        request.page_token = page.next_page_token
