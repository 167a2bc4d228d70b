"""The group of all commands, loaded on use, and exit codes."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click
from click.exceptions import NoArgsIsHelpError

from arena.cli.terminal.refusal import Refusal
from arena.distribution import NAME
from arena.escapes import cut, cut_words, escaped
from arena.files import FULL, explain
from arena.wire.token import without_tokens

INTERRUPTED = 130
READER_GONE = 141

# name -> the module that holds the command, under the same name. Importing one may load gRPC, rich or the rules.
COMMANDS = {
    "up": "arena.cli.up",
    "web": "arena.cli.up",
    "demo": "arena.demo.command",
    "owner": "arena.cli.bots.owners",
    "bot": "arena.cli.bots.bot",
    "pair": "arena.cli.bots.owners",
    "token": "arena.cli.bots.token",
    "tournament": "arena.cli.tournament.group",
    "gate": "arena.cli.gate.gate",
    "challenge": "arena.cli.gate.challenge",
    "ladder": "arena.cli.gate.ladder",
    "ratings": "arena.cli.ratings.group",
    "export": "arena.cli.tournament.games",
    "faults": "arena.cli.bots.losses",
    "play": "arena.cli.table.play",
    "match": "arena.cli.match.match",
    "benchmark": "arena.cli.match.benchmark",
    "selfplay": "arena.cli.offline.selfplay",
    "verify": "arena.cli.offline.records",
    "replay": "arena.cli.offline.replay",
    "variants": "arena.cli.offline.variants",
    "rules": "arena.cli.offline.variants",
    "archive": "arena.cli.database",
    "backup": "arena.cli.database",
    "restore": "arena.cli.database",
    "audit": "arena.cli.audit",
    "doctor": "arena.cli.offline.doctor",
}


# The first line of each one's own help, so that the list of all is printed without importing any; a test compares.
LINES = {
    "up": "Run the whole service here until Ctrl-C.",
    "web": "Serve the page until Ctrl-C, in plain HTTP.",
    "demo": "Play a tournament of house bots, from nothing to ratings.",
    "owner": "Owners of bots.",
    "bot": "Bots and their versions.",
    "pair": "Pairs: two bots that play together where partners do.",
    "token": "Tokens of operators, owners, bots and runners.",
    "tournament": "Tournaments of duplicate boards.",
    "gate": "Test whether a new version is stronger than an old one.",
    "challenge": "Play an unrated match of your bot against another.",
    "ladder": "Ladders: batches of boards without end.",
    "ratings": "Show ratings with 95% intervals, of VARIANT or of all.",
    "export": "Export a tournament's records for verification, JSON Lines.",
    "faults": "List the decisions that the fallback answered for a bot, and why.",
    "play": "Play VARIANT against house bots, in this terminal.",
    "match": "Play duplicate boards between programs on this machine.",
    "benchmark": "Measure a bot on frozen deals: one number, comparable for years.",
    "selfplay": "Let house bots play and print the records, JSON Lines.",
    "verify": "Replay records, and report what breaks its commitments.",
    "replay": "Print a game card by card.",
    "variants": "List the variants, or what can be set in VARIANT.",
    "rules": "Print the rules of VARIANT in Markdown, or list variants.",
    "archive": "Move partitions of old games to a file, and back.",
    "backup": "Write the database and its secrets to FILE, as they are now.",
    "restore": "Bring a backup back, into a database that is empty.",
    "audit": "List what operators did and the outcome, newest first.",
    "doctor": "Report what the arena needs and finds on this machine.",
}


class LazyGroup(click.Group):
    """A group whose commands are imported when they are named."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command *cmd_name*, imported now; None where there is none."""
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(COMMANDS[cmd_name]), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of all commands."""
        with formatter.section("Commands"):
            formatter.write_dl(list(LINES.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """As click's, but end silently on Ctrl-C or a closed pipe."""
        try:
            code = super().invoke(ctx)
            sys.stdout.flush()
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            _drop_output()
            ctx.exit(READER_GONE)
        except OSError as problem:
            if problem.filename is None and problem.errno in FULL:
                problem.filename = "standard output"
                _drop_output()
            raise
        return code

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click's, but answer an unknown name with the known ones."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(f"no command {cut(args[0])!r}: there are {', '.join(COMMANDS)}", ctx)
        return super().resolve_command(ctx, args)


def _drop_output() -> None:
    """Let go of what is still in the buffer: it would fail again when Python flushes it at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name=NAME, message="arena %(version)s")
def arena() -> None:
    """Tournaments of card-game bots: pinochle and cutthroat spades.

    \b
    without a service: up demo play match benchmark selfplay verify replay variants rules
                       archive backup restore audit doctor
    with its database: web
    with one:          owner bot pair token tournament gate challenge ladder ratings export
                       faults

    Completion in your shell: eval "$(_ARENA_COMPLETE=bash_source arena)", or zsh_source, fish_source.
    """


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    *arguments* default to this process's.
    0 well, 1 the command found what it looks for (a record that differs), 2 a user's error told in one line,
    4 the arena or its database cannot answer just now, 130 after Ctrl-C, 141 when the reader of standard output has
    gone. All else that goes wrong is our bug, and loud. Every `OSError` that names a file becomes a user's error here.
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
    text = escaped(without_tokens(" ".join(problem.format_message().split())))
    context = problem.ctx if isinstance(problem, click.UsageError) else None
    if context is None:
        return f"arena: {text}"
    return f"{context.command_path}: {cut_words(text).rstrip('.')} ({context.command_path} --help tells more)"
