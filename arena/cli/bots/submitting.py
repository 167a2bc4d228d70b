"""`arena bot submit`, `versions`, `withdraw` and `log`: submit a bot, and manage its submitted versions."""

import hashlib
import time
from pathlib import Path
from typing import Final

import click
from rich.progress import BarColumn, DownloadColumn, TextColumn

from arena.api.columns import as_dict
from arena.bundles import PART_BYTES, BundleError, Packed, pack
from arena.cli.completing import BOT
from arena.cli.pages import fetch_all, fetch_pages, limit_option, rows_options
from arena.cli.service import Service, asking, print_json_and_exit, print_json_lines_and_exit
from arena.cli.terminal.options import confirm, yes_option
from arena.cli.terminal.printing import console, note, print_json, progress_bar, say, say_text, table
from arena.cli.terminal.refusal import Refusal
from arena.cli.tournament.changing import enter_bot
from arena.wire.gen import bundles_pb2 as pb

LOG_PAGE: Final = 20  # logs per page; few, because a log may be long
POLL_INTERVAL: Final = 0.5  # seconds


@click.command
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--bot", default="", help="Name of the bot; default: the folder's name.")
@click.option("--version", default="", help="Version to submit; default: the next number.")
@click.option("--owner", default="", help="Owner of the bot; default: the owner of the token.")
@click.option("--wait", is_flag=True, help="Wait for the check; exit with code 2 if the bot is refused.")
@click.option("--enter", metavar="TOURNAMENT", default="", help="Wait for the check, then enter the bot in it.")
@asking
def submit(
    folder: Path, bot: str, version: str, owner: str, wait: bool, enter: str, as_json: bool, service: Service
) -> None:
    """Submit the bot in FOLDER, which has a bot.toml.

    The folder becomes a version of the bot, which cannot be changed later. An unchanged folder is
    not submitted twice. A runner checks the version before it plays. Ctrl-C stops the upload, and
    the same command continues it.
    """
    name = bot or folder.resolve().name
    with progress_bar(TextColumn("packing"), BarColumn(), DownloadColumn()) as progress:
        task = progress.add_task("", total=None)
        try:
            packed = pack(folder, lambda done, size: progress.update(task, completed=done, total=size))
        except BundleError as problem:
            raise Refusal(str(problem)) from None
    note(f"{packed.files} files, {packed.size:,} bytes, {len(packed.data):,} packed; hash {packed.hash}")
    submitted = upload(service, packed, name, owner, version)
    if not as_json:
        say(submitted.bot)
        reason = f": {submitted.reason}" if submitted.reason else ""
        if submitted.is_new:
            note(f"{submitted.bot} waits for its check; for its state: arena bot versions {name}")
        else:
            note(f"the same folder was submitted before, as {submitted.bot}, which is {submitted.state}{reason}")
    if wait or enter:
        submitted.state = wait_until_admitted(service, submitted.bot).state
        note(f"{submitted.bot} is {submitted.state}")
    if as_json:
        print_json(as_dict(submitted))
    if enter:
        enter_bot(service, enter, submitted.bot)


def upload(service: Service, packed: Packed, bot: str, owner: str = "", version: str = "") -> pb.SubmittedVersion:
    """Upload the parts of a packed bot that the arena lacks, and return the submitted version.

    *bot*: the bot's name. *owner*: "" for the owner of the token. *version*: "" for the next number. Raises `Refusal`.
    """
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
        parts = {index: packed.data[index * PART_BYTES : (index + 1) * PART_BYTES] for index in answer.missing}
        with progress_bar(TextColumn("uploading"), BarColumn(), DownloadColumn()) as progress:
            done = len(packed.data) - sum(map(len, parts.values()))
            task = progress.add_task("", total=len(packed.data), completed=done)
            for index, part in parts.items():
                put = pb.PutBundlePartRequest(owner=owner, packed_sha256=request.packed_sha256, index=index, data=part)
                service.ask(lambda people: people.PutBundlePart, put)
                progress.advance(task, len(part))
        answer = service.ask(lambda people: people.SubmitBot, request)
    return answer.version


def wait_until_admitted(service: Service, bot: str) -> pb.BotVersion:
    """Wait until the check admits the submitted version *bot* ("name@version"), and return that version.

    Raises `Refusal` if the check refuses the version.
    """
    name = bot.partition("@")[0]
    while True:
        versions = fetch_all(service, pb.ListBotVersionsResponse, pb.ListBotVersionsRequest(bot=name)).versions
        version = next(version for version in versions if version.bot == bot)
        if version.state == "admitted":
            return version
        if version.state != "waiting":
            raise Refusal(f"{bot} is {version.state}{': ' if version.reason else ''}{version.reason}")
        time.sleep(POLL_INTERVAL)


@click.command
@click.argument("bot", metavar="NAME", type=BOT)
@rows_options
@asking
def versions(bot: str, limit: int | None, as_json: bool, service: Service) -> None:
    """List the submitted versions of a bot and their states."""
    pages = fetch_pages(service, pb.ListBotVersionsRequest(bot=bot), limit)
    answer = pb.ListBotVersionsResponse(versions=(line for page in pages for line in page.versions))
    print_json_and_exit(answer, as_json)
    rows = table(f"{bot}, as submitted (times are UTC)", "version", "state", "submitted", "variants", "hash", "MiB")
    for line in answer.versions:
        state = f"{line.state}: {line.reason}" if line.reason else line.state
        at = f"{line.submitted.ToDatetime():%Y-%m-%d %H:%M}"
        rows.add_row(line.bot, state, at, ", ".join(line.variants), line.hash[:16], str(line.memory_mib))
    none = f"no version of {bot} was submitted; submit one with `arena bot submit FOLDER`"
    console().print(rows if answer.versions else none)


@click.command
@click.argument("version", metavar="NAME@VERSION", type=BOT)
@yes_option
@asking
def withdraw(version: str, is_sure: bool, as_json: bool, service: Service) -> None:
    """Withdraw a submitted version for good. It asks first."""
    if not is_sure:
        confirm(f"{version} never plays again")
    answer = service.ask(lambda people: people.WithdrawVersion, pb.WithdrawVersionRequest(bot=version), as_json)
    say(f"{answer.version.bot} is {answer.version.state}")


@click.command
@click.argument("version", metavar="NAME[@VERSION]", type=BOT)
@click.option("--failed", is_flag=True, help="Show only seats whose process died during the game.")
@click.option("--check", is_flag=True, help="Show the output of the version's check.")
@limit_option
@asking
def log(version: str, failed: bool, check: bool, limit: int | None, as_json: bool, service: Service) -> None:
    """Print the output of a submitted bot, newest first.

    Only its owner may read it.
    """
    request = pb.GetBotLogRequest(bot=version, failed=failed)
    if check:
        say_text(service.ask(lambda people: people.GetBotLog, request, as_json).report)
        return
    logs = (line for page in fetch_pages(service, request, limit, LOG_PAGE) for line in page.logs)
    is_empty = True
    for line in print_json_lines_and_exit(logs, as_json):
        is_empty = False
        at = f"{line.at.ToDatetime():%Y-%m-%d %H:%M:%S}"
        used = f"{line.cpu_us / 1e6:.2f} s CPU, {line.memory_kib / 1024:.1f} MiB"
        say(f"-- {at} UTC, seat {line.seat_id:x}, {used}: {line.ending or 'played out'}")
        say_text(line.text)
    if is_empty:
        note(f"{version}: none of its processes printed anything{' and ended early' if failed else ''}")
