"""Define the `arena` command, load its subcommands when they are used, and set the exit code."""

import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click
from click.exceptions import NoArgsIsHelpError

from arena.cli.terminal.refusal import Refusal
from arena.distribution import describe_version
from arena.escapes import clip, clip_words, escape
from arena.files import FULL, READER_GONE, drop_output, explain
from arena.wire.token import without_tokens

INTERRUPTED = 130  # exit code after Ctrl-C

# Module and first help line of each command, by the heading of `arena --help`. The lines are repeated here because
# importing a module is slow: it may load gRPC, rich or the rules. A test compares the lines with those of the commands.
GROUPS = {
    "Try it": {
        "demo": ("arena.demo.command", "Start a service and play a tournament of house bots."),
        "play": ("arena.cli.table.play", "Play VARIANT against house bots, in this terminal."),
        "match": ("arena.cli.match.match", "Play duplicate boards between programs on this machine."),
        "replay": ("arena.cli.offline.replay", "Print a game card by card."),
        "variants": ("arena.cli.offline.variants", "List the variants, or the presets and options of VARIANT."),
        "rules": ("arena.cli.offline.variants", "Print the rules of VARIANT in Markdown, or list variants."),
    },
    "Write and improve bots": {
        "login": ("arena.cli.bots.bot", "Store an arena's address and your token."),
        "logout": ("arena.cli.bots.bot", "Delete what `arena login` stored: address, tokens, certificate."),
        "bot": ("arena.cli.bots.bot", "Register, submit, check and inspect bots."),
        "gate": ("arena.cli.gate.gate", "Test whether a new version is stronger than an old one."),
        "challenge": ("arena.cli.gate.gate", "Play an unrated match of your bot against another."),
        "benchmark": ("arena.cli.match.benchmark", "Measure a bot with one number that is comparable for years."),
    },
    "Run a service": {
        "up": ("arena.cli.up", "Run the whole service here until Ctrl-C."),
        "owner": ("arena.cli.bots.accounts", "Create and list owners of bots."),
        "token": ("arena.cli.bots.accounts", "Create, list, replace and revoke tokens."),
        "tournament": ("arena.cli.tournament.group", "Create, run and show tournaments."),
        "backup": ("arena.cli.database", "Back up the database and its secrets to FILE."),
        "restore": ("arena.cli.database", "Restore a backup into an empty database."),
    },
    "Check and verify": {
        "ratings": ("arena.cli.ratings.group", "Show ratings with 95% intervals, of VARIANT or all variants."),
        "export": ("arena.cli.tournament.games", "Export the records of a tournament as JSON Lines."),
        "infractions": ("arena.cli.bots.losses", "List the infractions in a tournament, and their reasons."),
        "verify": ("arena.cli.offline.records", "Replay records, and report differences."),
        "doctor": ("arena.cli.offline.doctor", "Report whether this machine has what the arena needs."),
        "advanced": ("arena.cli.root", "List the commands and options that this help leaves out."),
    },
}
# Commands that only `arena advanced` lists, as it does the hidden commands of the groups.
ADVANCED = {
    "web": ("arena.cli.up", "Serve the page until Ctrl-C, in plain HTTP."),
    "pair": ("arena.cli.bots.accounts", "Register and list pairs of bots that play as partners."),
    "selfplay": ("arena.cli.offline.selfplay", "Let house bots play, and print the records as JSON Lines."),
    "archive": ("arena.cli.database", "Move partitions of old games to a file, and back."),
    "trace": ("arena.cli.offline.trace", "Print what the logs in PATHS say about ID, in order of time."),
    "audit": ("arena.cli.audit", "List acts of operators and their outcomes, newest first."),
}
COMMANDS = {name: entry for group in (*GROUPS.values(), ADVANCED) for name, entry in group.items()}


class LazyGroup(click.Group):
    """A group of commands that imports the module of a command only when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in the order of `COMMANDS`."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return the command *cmd_name*; return None if there is no such command."""
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(COMMANDS[cmd_name][0]), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands of each of `GROUPS` and their first help lines to *formatter*, without importing them."""
        for heading, group in GROUPS.items():
            with formatter.section(heading):
                formatter.write_dl([(f"{name:<11}", line) for name, (_, line) in group.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command of *ctx*, and exit without a message after Ctrl-C or if the output's reader is gone."""
        try:
            code = super().invoke(ctx)
            sys.stdout.flush()
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            drop_output()
            ctx.exit(READER_GONE)
        except OSError as problem:
            if problem.filename is None and problem.errno in FULL:
                problem.filename = "standard output"
                drop_output()
            raise
        return code

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that *args* name. Raises `click.UsageError`, which names similar commands."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            similar = " or ".join(get_close_matches(args[0], COMMANDS)) or "one of those listed"
            raise click.UsageError(f"{clip(args[0])!r} is not a command; use {similar}", ctx)
        return super().resolve_command(ctx, args)


def _print_version(ctx: click.Context, _: click.Parameter, is_given: bool) -> None:
    if is_given and not ctx.resilient_parsing:
        click.echo(describe_version())
        ctx.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Print the version, the kind of rules core and the protocol.",
)
def arena() -> None:
    """Run tournaments of card-game bots: pinochle and cutthroat spades."""


class Advanced(click.Command):
    """The command `arena advanced`, whose help lists the commands and options that other help texts leave out."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the hidden commands, and the options for the service and the caller, to *formatter*."""
        from arena.cli.service import CONNECTION

        hidden = [
            (f"{name} {each.name}", each.get_short_help_str(100))
            for name in COMMANDS
            if isinstance(group := arena.get_command(ctx, name), click.Group)
            for each in group.commands.values()
            if each.hidden
        ]
        with formatter.section("Commands"):
            formatter.write_dl([*((name, line) for name, (_, line) in ADVANCED.items()), *hidden])
        with formatter.section("Options of commands that need a service"):
            formatter.write_dl([(option, each["help"]) for option, each in CONNECTION.items()])


@click.command(cls=Advanced)
@click.pass_context
def advanced(ctx: click.Context) -> None:
    """List the commands and options that this help leaves out."""
    click.echo(ctx.get_help())


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the `arena` command with *arguments*, by default those of this process, and return the exit code.

    The code is 0 for success, 1 for a difference or a failed check, and 2 for an error of the user. It is 4 if the
    arena or its database is unavailable, 130 after Ctrl-C, and 141 if standard output was closed. Errors of the user,
    and each `OSError` that names a file, are printed on one line. Other errors are bugs of the arena, and are raised.
    """
    try:
        code = arena.main(arguments, prog_name="arena", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except NoArgsIsHelpError as asked:
        print(asked.format_message(), file=sys.stderr)
        return 2
    except click.ClickException as problem:
        print(_one_line(problem), file=sys.stderr)
        return problem.exit_code if isinstance(problem, Refusal) else 2
    except OSError as problem:
        if problem.filename is None:
            raise
        print(_one_line(Refusal(explain(problem))), file=sys.stderr)
        return Refusal.exit_code
    except click.Abort:
        return INTERRUPTED


def _one_line(problem: click.ClickException) -> str:
    text = escape(without_tokens(" ".join(problem.format_message().split())))
    context = problem.ctx if isinstance(problem, click.UsageError) else None
    if context is None:
        return f"arena: {text}"
    return f"{context.command_path}: {clip_words(text).rstrip('.')} (see {context.command_path} --help)"
