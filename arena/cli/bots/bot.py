"""`arena bot`: register bots, and show which are connected."""

import click

from arena.cli.bots.comparing import compare
from arena.cli.bots.keeping import keep
from arena.cli.bots.losses import losses
from arena.cli.bots.stats import stats, versus
from arena.cli.bots.submitting import log, submit, versions, withdraw
from arena.cli.completing import BOT
from arena.cli.pages import fetch_all, rows_options
from arena.cli.service import Service, asking
from arena.cli.terminal.printing import console, note, say, table
from arena.wire.gen.accounts_pb2 import GetBotStatusRequest, ListBotsRequest, ListBotsResponse, RegisterBotRequest
from arena.wire.gen.infractions_pb2 import GetInfractionsRequest
from arena.wire.login import AUTHORITY, login_file
from bots.__main__ import COMMANDS as KIT_COMMANDS
from bots.__main__ import main as kit


@click.group
def bot() -> None:
    """Register, submit, check and inspect bots.

    `arena advanced` lists further commands, such as `bot keep`.
    """


@bot.command
@click.argument("name")
@click.option(
    "--version",
    required=True,
    help="Version: 1 to 40 of a-z 0-9 . - _, a letter or digit first. It cannot be changed later.",
)
@click.option("--owner", default="", help="Owner of the bot; default: the owner of the token.")
@asking
def register(name: str, version: str, owner: str, as_json: bool, service: Service) -> None:
    """Register a version of the bot NAME and print its token.

    The token is shown only once.
    """
    request = RegisterBotRequest(name=name, version=version, owner=owner)
    registered = service.ask(lambda people: people.RegisterBot, request, as_json)
    say(registered.token)
    note(f"the token of {registered.bot}: keep it, it is not shown again")
    note(f"store it with: arena login {service.address}; then start the bot: python my_bot.py, or its command")


class KitCommand(click.Command):
    """A command of `python -m bots`, the kit for bot authors, which parses its own arguments."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep all words of *args* for the kit, and return them."""
        ctx.args = list(args)
        return ctx.args

    def invoke(self, ctx: click.Context) -> int:
        """Run the kit's command of the same name, and return its exit code."""
        assert self.name is not None
        return kit([self.name, *ctx.args])


login, *kit_commands = [KitCommand(name, help=line, hidden=name == "text") for name, line in KIT_COMMANDS.items()]


@click.command
def logout() -> None:
    """Delete what `arena login` stored: address, tokens, certificate."""
    path = login_file()
    stored = [each for each in (path, path.with_name(AUTHORITY)) if each.exists()]
    for each in stored:
        each.unlink()
    say(f"deleted {' and '.join(map(str, stored))}" if stored else f"nothing to delete: {path} does not exist")


@bot.command("list")
@rows_options
@asking
def list_bots(limit: int | None, as_json: bool, service: Service) -> None:
    """List all bots and their connected processes."""
    answer = fetch_all(service, ListBotsResponse, ListBotsRequest(), limit, as_json)
    rows = table("Bots", "bot", "owner", "challenges", "connected", "seats", "infractions", numbers=3)
    for line in answer.bots:
        connected = "by the arena" if line.by_arena and not line.instances else str(line.instances)
        numbers = (connected, str(line.max_seats), str(line.infractions))
        rows.add_row(line.bot, line.owner, "open" * line.open_to_challenges, *numbers)
    console().print(
        rows if rows.row_count else "no bot is registered yet; register one with `arena bot register NAME --version V`"
    )


@bot.command
@click.argument("name", metavar="[NAME[@VERSION]]", type=BOT, default="")
@click.option("--retry", is_flag=True, help="End a suspension, so that the bot may play at once.")
@asking
def status(name: str, retry: bool, as_json: bool, service: Service) -> None:
    """Show the state of a bot, with advice.

    Its owner sees whether it is online, offline, suspended or played by the arena. Its response
    times follow, and how many answers were late, illegal or given by its kit. Without a name it
    lists connected bots, the slowest first.
    """
    request = GetBotStatusRequest(bot=name, retry=retry)
    versions = service.ask(lambda people: people.GetBotStatus, request, as_json).versions
    for version in versions:
        say(version.line)
    if not versions:
        say("no bot is connected")


@bot.command(hidden=True)
@click.argument("version", metavar="NAME[@VERSION]", type=BOT)
@asking
def infractions(version: str, as_json: bool, service: Service) -> None:
    """Count the infractions of a bot version.

    docs/explanation/infractions.md explains the kinds. `replaced` has no consequence: it counts answers
    that the kit gave because the bot raised an error or its answer could not be sent.
    """
    answer = service.ask(lambda people: people.GetInfractions, GetInfractionsRequest(bot=version), as_json)
    rows = table(f"Infractions of {answer.bot}", "infraction", "last", "count", numbers=1)
    for line in answer.infractions:
        rows.add_row(line.infraction, f"{line.last.ToDatetime():%Y-%m-%d %H:%M:%S} UTC", str(line.count))
    console().print(rows if rows.row_count else f"{answer.bot}: no infractions")


for each in (*kit_commands, versus, stats, losses, keep, submit, versions, withdraw, compare, log):
    bot.add_command(each)
