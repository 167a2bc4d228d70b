"""`arena benchmark`: measure a bot on public deals here, or read the result of a gauntlet on fresh deals."""

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path

import click

from arena.cli.match.entrants import ACCEPTED, greet_all, identity_of, program_of, with_budget
from arena.cli.match.files import RecordFile
from arena.cli.match.gauntlet import read_gauntlet
from arena.cli.match.report import show_progress
from arena.cli.match.scores import Line, print_scores
from arena.cli.terminal.options import Whole, split_names
from arena.cli.terminal.printing import as_json_option, note, wide_option
from arena.cli.terminal.refusal import Refusal
from arena.escapes import clip
from arena.files import make_folder
from arena.league.benchmark import DEALS, OFFICIAL, OPPONENT, SPREADS, VERSION, board_points
from arena.league.ratings.spread import score_variant
from arena.match.benchmark import FINGERPRINTS, fingerprint, rules_of, settings_of
from arena.match.plan import Planned, Settings, rounds_of
from arena.match.playing import Played, Player
from arena.rules import sides_of
from bots.sdk.text.program import Program

INTERRUPTED = 130
HELP = f"""Measure a bot with one number that is comparable for years.

BOT is {ACCEPTED}. It plays boards of one hand, in all rotations, against the frozen opponent in all
other seats, on this machine. The deals are public, so this number is for development: hindsight
can raise it.

A service plays the official number on fresh deals. --export reads it; BOT is then NAME@VERSION.
docs/reference/benchmark.md defines both numbers.
"""


@click.command(help=HELP)
@click.argument("bot", metavar="BOT")
@click.option("--variants", metavar="V,...", help="Variants to play; default: all, which the benchmark's number needs.")
@click.option("--boards", type=Whole(1, DEALS), help=f"Number of deals of each variant; default: {DEALS}.")
@click.option("--out", metavar="FOLDER", help="Folder for the records; the same command resumes from them.")
@click.option("--concurrency", type=Whole(1, 1_000), help="Tables at once; default: one per core.")
@click.option("--export", "file", metavar="FILE", help="Play nothing; read BOT's gauntlet, as `arena export` wrote it.")
@wide_option
@as_json_option
def benchmark(
    bot: str,
    variants: str | None,
    boards: int | None,
    out: str | None,
    concurrency: int | None,
    file: str | None,
    as_json: bool,
) -> int:
    """Measure a bot with one number."""
    wanted = list(SPREADS) if variants is None else split_names(variants)
    if others := [name for name in wanted if name not in SPREADS]:
        raise Refusal(f"--variants {clip(others[0])!r} is not in the benchmark: give one of {', '.join(SPREADS)}")
    version = VERSION if file is None else OFFICIAL
    if fingerprint(version) != FINGERPRINTS[version]:
        raise Refusal(
            f"the rules or opponents of this release differ from benchmark {version}; install the release that has them"
        )
    if file is None:
        tables = concurrency or os.cpu_count() or 1
        names = [variant for variant in SPREADS if variant in wanted]
        return _play_here(with_budget(bot), names, boards or DEALS, out, tables, as_json)
    if variants or boards or out or concurrency:
        raise Refusal("--export plays nothing; leave out --variants, --boards, --out and --concurrency")
    gauntlet = read_gauntlet(file, bot)
    print_scores(gauntlet.lines(), as_json, gauntlet.name, list(gauntlet.list_faults()))
    return 0


def _play_here(bot: str, variants: Sequence[str], boards: int, out: str | None, tables: int, as_json: bool) -> int:
    words = [bot, *[OPPONENT] * (max(sides_of(rules_of(each)) for each in variants) - 1)]
    programs = [program_of(word) for word in words]
    identities = list(map(identity_of, words, programs))
    lines: list[Line] = []
    code = 0
    try:
        for variant in variants:
            sides = sides_of(rules_of(variant))
            playing = programs[:sides]
            names = asyncio.run(greet_all(words[:sides], playing, [variant]))
            settings = settings_of(variant, names, identities[:sides], boards)
            lines.append(Line(variant, names[0]))
            _play(settings, playing, _file(out, settings), lines[-1], tables)
    except KeyboardInterrupt:
        note("interrupted: " + ("the same command continues" if out else "with --out FOLDER it can be resumed"))
        code = INTERRUPTED
    finally:
        for program in programs:
            program.close()
    print_scores(lines, as_json)
    return code or int(any(line.infractions for line in lines))


def _play(settings: Settings, programs: Sequence[Program], file: RecordFile, line: Line, tables: int) -> None:
    points: dict[int, float] = {}

    def add(board: Planned, games: list[Played]) -> None:
        points[board.number] = board_points([game.record for game in games], line.bot)
        boards = [[points[each]] for each in sorted(points)]
        line.score = score = score_variant(line.variant, boards, SPREADS[line.variant])
        line.count(games)
        text = f"{score.variant}: board {score.boards} of {settings.boards}, score {score.score:+.1f}"
        show_progress(text, score.boards, settings.boards, steps=4)

    player = Player(settings, programs, file.known, file.keep, add)
    for boards in rounds_of(settings):
        asyncio.run(player.play(boards, tables))


def _file(folder: str | None, settings: Settings) -> RecordFile:
    if folder is None:
        return RecordFile(None, [settings], resumes=False)
    path = Path(folder, f"{VERSION}-{settings.rules.name}.jsonl")
    make_folder(path.parent)
    return RecordFile(str(path), [settings], resumes=path.exists())
