"""`arena bot submit` and what becomes of a bot that was handed in."""

import hashlib
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

from arena.bundles import BadBundle, Packed, pack
from arena.cli.pages import limit_option, pages
from arena.cli.service import Service, as_dict, asking
from arena.cli.terminal.printing import console, note, print_json, table
from arena.cli.terminal.refusal import Refusal
from arena.wire.gen import bundles_pb2 as pb

PART = 524_288  # bytes, as bundles.proto says
LOGS = 20  # in one call


@click.command
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--bot", default="", help="The bot's name; default the folder's.")
@click.option("--version", default="", help="Default the next number.")
@click.option("--owner", default="", help="Whose bot it is; an owner may leave it out (itself).")
@asking
def submit(folder: Path, bot: str, version: str, owner: str, as_json: bool, service: Service) -> None:
    """Hand in the bot in FOLDER, which has a bot.toml.

    It becomes a version that never changes; the same folder is the same version. A runner checks it
    before it plays. Ctrl-C stops the upload, and the same command takes it up again.
    """
    name = bot or folder.resolve().name
    packed = _packed(folder)
    note(f"{packed.files} files, {packed.size:,} bytes, {len(packed.data):,} packed; hash {packed.hash}")
    made = hand_in(service, packed, name, owner, version)
    if as_json:
        print_json(as_dict(made))
        return
    print(made.bot)
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


@click.command
@click.argument("bot", metavar="NAME")
@limit_option
@asking
def versions(bot: str, limit: int | None, as_json: bool, service: Service) -> None:
    """List the versions of a bot that were handed in, and how they stand."""
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
@click.argument("version", metavar="NAME@VERSION")
@asking
def withdraw(version: str, as_json: bool, service: Service) -> None:
    """Let a version that was handed in play no more, for good."""
    request = pb.WithdrawVersionRequest(bot=version)
    answer = service.ask(lambda people: people.WithdrawVersion, request, as_json)
    print(f"{answer.version.bot} is {answer.version.state}")


@click.command
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="NEW")
@asking
def compare(old: str, new: str, as_json: bool, service: Service) -> None:
    """Tell the files of two versions apart, NAME@VERSION each; for their owner."""
    request = pb.CompareVersionsRequest(old=old, new=new)
    answer = service.ask(lambda people: people.CompareVersions, request, as_json)
    for mark, names in (("+", answer.added), ("-", answer.removed)):
        for name in names:
            print(f"{mark} {name}")
    for file in answer.changed:
        print(file.diff or f"~ {file.name}")
    note(f"{len(answer.added)} added, {len(answer.removed)} removed, {len(answer.changed)} changed, {answer.same} same")


@click.command
@click.argument("version", metavar="NAME[@VERSION]")
@click.option("--failed", is_flag=True, help="Only of seats whose process ended before its game did.")
@click.option("--check", is_flag=True, help="What its check printed.")
@limit_option
@asking
def log(version: str, failed: bool, check: bool, limit: int | None, as_json: bool, service: Service) -> None:
    """Print what a handed-in bot's processes printed, the newest first; for its owner."""
    request = pb.GetBotLogRequest(bot=version, failed=failed)
    if check:
        print(service.ask(lambda people: people.GetBotLog, request, as_json).report, end="")
        return
    told = islice(_logs(service, request), limit)
    if as_json:
        for line in told:
            print_json(as_dict(line))
        return
    for line in told:
        at = f"{line.at.ToDatetime():%Y-%m-%d %H:%M:%S}"
        used = f"{line.cpu_us / 1e6:.2f} s CPU, {line.memory_kib / 1024:.1f} MiB"
        print(f"-- {at} UTC, seat {line.seat_id:x}, {used}: {line.ending or 'played out'}")
        print(line.text, end="" if line.text.endswith("\n") or not line.text else "\n")


def _logs(service: Service, request: pb.GetBotLogRequest) -> Iterator[pb.SeatLog]:
    """Yield logs as they are wanted: each may be long."""
    request.page_size = LOGS
    while True:
        page = service.ask(lambda people: people.GetBotLog, request)
        yield from page.logs
        if not page.next_page_token:
            return
        request.page_token = page.next_page_token
