"""`arena match`: play duplicate boards between programs, without a service."""

import asyncio
import os
import secrets
from collections.abc import Sequence
from typing import Any

import click
from click.core import ParameterSource

from arena.cli.match.entrants import ACCEPTED, greet_all, identity_of, program_of, rules_of, with_budget
from arena.cli.match.files import RecordFile
from arena.cli.match.report import print_results, show_results_so_far
from arena.cli.terminal.options import Span, Whole, gate_options, rule_option, seed_option
from arena.cli.terminal.printing import as_json_option, note, wide_option
from arena.cli.terminal.refusal import Refusal
from arena.escapes import clip_words
from arena.league.errors import TooFewEntrantsError
from arena.league.gates.betting import Terms
from arena.match.plan import Planned, Settings, most_boards, rounds_of
from arena.match.playing import Played, Player
from arena.match.results import Results
from arena.play import TimeControl
from arena.rules import sides_of
from bots.sdk.text.program import Program

CODES = {"stronger": 0, "not stronger": 1}
FAILED = 1  # a bot had an infraction
UNDECIDED = 3
INTERRUPTED = 130
GATE_ONLY = ("above", "below", "alpha", "beta", "max_deals")
HELP = f"""Play duplicate boards between programs on this machine.

A BOT is {ACCEPTED}. One BOT alone plays against --filler. Each deal is
played in all rotations. Ctrl-C prints the results so far; the same command with --resume FILE
continues. Exit codes: 1 if a BOT had infractions; with --gate 0 stronger, 1 not stronger,
3 undecided.
"""


@click.command(help=HELP)
@click.argument("bots", nargs=-1, required=True, metavar="BOT ...")
@click.option("--variants", default="", metavar="V[:PRESET],...", help="Variants to play, with a table for each.")
@rule_option("[V:]NAME=VALUE", "the rules of V or all variants", "bag_limit=10")
@click.option("--boards", type=Whole(1, 100_000), default=20, show_default=True, help="Boards per line-up.")
@seed_option
@click.option("--gate", is_flag=True, help="Stop when it is known whether the first bot is stronger than the second.")
@gate_options
@click.option(
    "--max-deals",
    type=Whole(1, 1_000_000),
    default=20_000,
    show_default=True,
    help="Maximum number of deals of a gate.",
)
@click.option("--filler", default="simple", show_default=True, metavar="BOT", help="Bot for empty seats.")
@click.option("--concurrency", type=Whole(1, 1_000), help="Tables at once; default: one per core.")
@click.option("--move-time", type=Span("s"), default="5s", show_default=True, help="Time per decision.")
@click.option("--bank", type=Span("s"), default="60s", show_default=True, help="Extra time per game.")
@click.option("--out", metavar="FILE", help="File to write the records to, JSON Lines.")
@click.option("--resume", metavar="FILE", help="Resume the match whose records are in FILE.")
@wide_option
@as_json_option
def match(bots: Sequence[str], out: str | None, resume: str | None, as_json: bool, **options: Any) -> int:
    """Play duplicate boards between programs on this machine."""
    if out is not None and resume is not None:
        raise Refusal("--out and --resume are both given; use --resume FILE alone, which writes to FILE too")
    variants = rules_of(options["variants"], options["options"])
    terms = _terms(options)
    if terms is not None and len(variants) > 1:
        raise Refusal(f"--gate takes one variant, and {len(variants)} are given; use `arena gate` for several")
    named, filler = list(map(with_budget, bots)), with_budget(options["filler"])
    seats = [_add_fillers(named, filler, options["gate"], sides_of(rules)) for rules in variants]
    words = max(seats, key=len)
    programs = [program_of(word) for word in words]
    identities = list(map(identity_of, words, programs))
    seed = options["seed"] or secrets.token_hex(8)
    try:
        names = asyncio.run(greet_all(words, programs, [rules.name for rules in variants]))
        time = TimeControl(options["move_time"].ToMicroseconds(), options["bank"].ToMicroseconds())
        boards = options["max_deals"] if terms else options["boards"]
        matches = [
            Settings(names[: len(own)], identities[: len(own)], len(bots), rules, boards, seed, time, terms)
            for own, rules in zip(seats, variants, strict=True)
        ]
        file = RecordFile(out or resume, matches, resumes=resume is not None)
        return _play_all(matches, programs, file, options["concurrency"] or os.cpu_count() or 1, as_json)
    finally:
        for program in programs:
            program.close()


def _play_all(
    matches: Sequence[Settings], programs: Sequence[Program], file: RecordFile, tables: int, as_json: bool
) -> int:
    results = [Results(settings) for settings in matches]
    decision, code = "", 0
    try:
        for own in results:
            decision = asyncio.run(_play(own, programs, file, tables, len(matches) > 1))
    except TooFewEntrantsError as few:
        raise Refusal(clip_words(str(few))) from None
    except KeyboardInterrupt:
        resume = "--resume FILE continues" if file.path else "--out FILE starts one that can be resumed"
        note(f"interrupted: the same command with --seed {matches[0].seed} and {resume}")
        code = INTERRUPTED
    print_results(results, decision, as_json, file.path)
    if matches[0].terms is not None and not code:
        code = CODES.get(decision, UNDECIDED)
    elif any(own.infractions[place] for own in results for place in range(own.settings.own)):
        code = code or FAILED
    return code


async def _play(
    results: Results, programs: Sequence[Program], file: RecordFile, tables: int, with_variant: bool
) -> str:
    """Play the rounds of a match; return the decision of a gate, "" for another match or an undecided gate."""
    settings, total = results.settings, most_boards(results.settings)

    def add(board: Planned, games: list[Played]) -> None:
        results.add(board, games)
        show_results_so_far(results, total, with_variant)

    player = Player(settings, programs, file.known, file.keep, add)
    for boards in rounds_of(settings):
        await player.play(boards, tables)
        if settings.terms is not None:
            results.judge(boards)
            if decision := results.evidence.decision(settings.terms):
                return decision
    return ""


def _add_fillers(bots: list[str], filler: str, gate: bool, sides: int) -> list[str]:
    """Return *bots*, and *filler* for each side of a table that they leave empty. Raises `Refusal`."""
    if gate and len(bots) != 2:
        raise Refusal(f"--gate takes two bots, the new one first, and {len(bots)} are given; give two")
    missing = (sides - 1 if sides > 2 else 0) if gate else max(0, sides - len(bots))
    return bots + [filler] * missing


def _terms(options: Any) -> Terms | None:
    if options["gate"] and _is_typed("boards"):
        raise Refusal("--boards has no effect with --gate: use --max-deals to limit the deals of a gate")
    if not options["gate"]:
        if useless := next(filter(_is_typed, GATE_ONLY), None):
            raise Refusal(f"--{useless.replace('_', '-')} has an effect only with --gate: add --gate or leave it out")
        return None
    if options["above"] >= options["below"]:
        raise Refusal(f"--above {options['above']:g} is not less than --below {options['below']:g}; change one of them")
    return Terms(options["above"], options["below"], options["alpha"], options["beta"])


def _is_typed(option: str) -> bool:
    return click.get_current_context().get_parameter_source(option) is ParameterSource.COMMANDLINE
