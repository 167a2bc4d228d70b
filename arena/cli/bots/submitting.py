"""`arena bot submit` and the versions that were handed in."""

import hashlib
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final

import click
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

from arena.api.columns import as_dict
from arena.bundles import BadBundle, Packed, pack
from arena.cli.completing import BOT
from arena.cli.pages import gathered, limit_option, pages
from arena.cli.service import Service, asking
from arena.cli.terminal.printing import console, note, print_json, say, say_text, table
from arena.cli.terminal.refusal import Refusal
from arena.cli.tournament.changing import enter_in
from arena.wire.gen import bundles_pb2 as pb

PART: Final = 524_288  # bytes, as bundles.proto says
LOOK_EVERY: Final = 0.5  # seconds between two looks whether it is checked


@click.command
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--bot", default="", help="Name of the bot; default: the folder's name.")
@click.option("--version", default="", help="Version to submit; default: the next number.")
@click.option("--owner", default="", help="Owner of the bot; default: the owner who calls.")
@click.option("--wait", is_flag=True, help="Wait for the check; exit with code 2 if the bot is refused.")
@click.option("--enter", metavar="TOURNAMENT", default="", help="Wait, then enter it in a tournament.")
@asking
def submit(
    folder: Path, bot: str, version: str, owner: str, wait: bool, enter: str, as_json: bool, service: Service
) -> None:
    """Submit the bot in FOLDER, which has a bot.toml.

    It becomes a version that never changes; the same folder is the same version. A runner checks it
    before it plays. Ctrl-C stops the upload, and the same command takes it up again.
    """
    name = bot or folder.resolve().name
    packed = _packed(folder)
    note(f"{packed.files} files, {packed.size:,} bytes, {len(packed.data):,} packed; hash {packed.hash}")
    made = hand_in(service, packed, name, owner, version)
    if not as_json:
        say(made.bot)
        _say(made, name)
    if wait or enter:
        made.state = until_admitted(service, made.bot).state
        note(f"{made.bot} is {made.state}")
    if as_json:
        print_json(as_dict(made))
    if enter:
        enter_in(service, enter, made.bot)


def _say(made: pb.SubmittedVersion, name: str) -> None:
    if made.is_new:
        note(f"{made.bot} waits for its check: `arena bot versions {name}` tells how it stands")
    else:
        reason = f": {made.reason}" if made.reason else ""
        note(f"the same folder was handed in before, as {made.bot}, which is {made.state}{reason}")


def hand_in(service: Service, packed: Packed, bot: str, owner: str = "", version: str = "") -> pb.SubmittedVersion:
    """Bring what the arena has not got yet, and return the version. Raises `Refusal`."""
    request = pb.SubmitBotRequest(
        bot=bot,
        version=version,
        owner=owner,
        packed_sha256=hashlib.sha256(packed.data).digest(),
        packed_bytes=len(packed.data),
        hash=bytes.fromhex(packed.hash),
    )
    answer = service.ask(lambda people: people.SubmitBot, request)
    if answer.missing:
        _upload(service, packed.data, request, list(answer.missing))
        answer = service.ask(lambda people: people.SubmitBot, request)
    return answer.version


def until_admitted(service: Service, bot: str, meanwhile: Callable[[], None] = lambda: None) -> pb.BotVersion:
    """Wait for the check of "name@version"; raises `Refusal` where it is not admitted.

    *meanwhile* is called between two looks, and may raise.
    """
    name = bot.partition("@")[0]
    while True:
        versions = gathered(service, pb.ListBotVersionsResponse, pb.ListBotVersionsRequest(bot=name)).versions
        found = next(version for version in versions if version.bot == bot)
        if found.state == "admitted":
            return found
        if found.state != "waiting":
            raise Refusal(f"{bot} is {found.state}{': ' if found.reason else ''}{found.reason}")
        meanwhile()
        time.sleep(LOOK_EVERY)


def _packed(folder: Path) -> Packed:
    """Pack the folder, with a bar for people. Raises `Refusal`."""
    with _bar("packing") as progress:
        task = progress.add_task("", total=None)
        try:
            return pack(folder, lambda done, size: progress.update(task, completed=done, total=size))
        except BadBundle as problem:
            raise Refusal(str(problem)) from None


def _upload(service: Service, data: bytes, request: pb.SubmitBotRequest, missing: list[int]) -> None:
    """Bring the parts that are missing."""
    with _bar("handing in") as progress:
        have = len(data) - sum(len(data[index * PART : (index + 1) * PART]) for index in missing)
        task = progress.add_task("", total=len(data), completed=have)
        for index in missing:
            part = data[index * PART : (index + 1) * PART]
            put = pb.PutBundlePartRequest(
                owner=request.owner, packed_sha256=request.packed_sha256, index=index, data=part
            )
            service.ask(lambda people: people.PutBundlePart, put)
            progress.advance(task, len(part))


def _bar(doing: str) -> Progress:
    """Return a bar beside the output, where somebody looks."""
    columns = (TextColumn(doing), BarColumn(), DownloadColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())


LOGS = 20  # in one call


@click.command
@click.argument("bot", metavar="NAME", type=BOT)
@limit_option
@asking
def versions(bot: str, limit: int | None, as_json: bool, service: Service) -> None:
    """List the submitted versions of a bot and their states."""
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
    """Withdraw a submitted version for good."""
    request = pb.WithdrawVersionRequest(bot=version)
    answer = service.ask(lambda people: people.WithdrawVersion, request, as_json)
    say(f"{answer.version.bot} is {answer.version.state}")


@click.command
@click.argument("version", metavar="NAME[@VERSION]", type=BOT)
@click.option("--failed", is_flag=True, help="Show only seats whose process ended before the game.")
@click.option("--check", is_flag=True, help="Show the output of the version's check instead.")
@limit_option
@asking
def log(version: str, failed: bool, check: bool, limit: int | None, as_json: bool, service: Service) -> None:
    """Print the output of a submitted bot, newest first.

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
