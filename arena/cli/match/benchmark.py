"""`arena benchmark`: a bot on frozen deals against frozen opponents, one number with its interval."""

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path

import click

from arena.cli.match.entrants import ACCEPTED, greeted, identity_of, program_of
from arena.cli.match.files import RecordFile
from arena.cli.match.scores import Line, Progress, tell
from arena.cli.terminal.printing import as_json_option, note
from arena.cli.terminal.refusal import Refusal
from arena.league.ratings.spread import scored
from arena.match.benchmark import (
    DEALS,
    FINGERPRINT,
    OPPONENT,
    SPREADS,
    VERSION,
    board_points,
    fingerprint,
    rules_of,
    settings_of,
)
from arena.match.plan import Planned, rounds_of
from arena.match.playing import Played, Player
from arena.match.settings import Settings
from arena.rules import sides_of
from bots.sdk.text.program import Program

INTERRUPTED = 130
TOLD = f"""Measure a bot on frozen deals: one number, comparable for years.

BOT is {ACCEPTED}. It plays boards of one hand, in all rotations, against the frozen opponent in all
other seats, here, without a service. The number is how far ahead it is, in hundredths of each
variant's spread: docs/reference/benchmark.md.
"""


@click.command(help=TOLD)
@click.argument("bot", metavar="BOT")
@click.option("--variants", metavar="V,...", help="Some of the variants; the benchmark's number is of all eleven.")
@click.option(
    "--boards", type=click.IntRange(1, DEALS), default=DEALS, show_default=True, help="The first so many deals of each."
)
@click.option("--out", metavar="FOLDER", help="Keep the records there; the same command then goes on from them.")
@click.option("--concurrency", type=click.IntRange(1), metavar="N", help="Tables at once; default one a core.")
@as_json_option
def benchmark(
    bot: str, variants: str | None, boards: int, out: str | None, concurrency: int | None, as_json: bool
) -> int:
    """Measure a bot on frozen deals."""
    chosen = _chosen(variants)
    if fingerprint() != FINGERPRINT:
        raise Refusal(
            f"benchmark {VERSION}: the rules or {OPPONENT!r} of this arena play otherwise than it was made with"
        )
    words = [bot, *[OPPONENT] * (max(map(_sides, chosen)) - 1)]
    programs = [program_of(word) for word in words]
    identities = list(map(identity_of, words, programs))
    lines: list[Line] = []
    code = 0
    try:
        for variant in chosen:
            sides = _sides(variant)
            playing = programs[:sides]
            names = asyncio.run(greeted(words[:sides], playing, [variant]))
            settings = settings_of(variant, names, identities[:sides], boards)
            lines.append(Line(variant, names[0]))
            _play(settings, playing, _file(out, settings), lines[-1], concurrency or os.cpu_count() or 1)
    except KeyboardInterrupt:
        note("interrupted: " + ("the same command goes on" if out else "with --out FOLDER it could go on"))
        code = INTERRUPTED
    finally:
        for program in programs:
            program.close()
    tell(lines, boards, as_json)
    return code


def _play(settings: Settings, programs: Sequence[Program], file: RecordFile, line: Line, tables: int) -> None:
    """Play a variant, and fill its line as boards close."""
    points: dict[int, float] = {}
    progress = Progress(line, settings.boards)

    def closed(board: Planned, games: list[Played]) -> None:
        points[board.number] = board_points([game.record for game in games], line.bot)
        line.score = scored(line.variant, [points[number] for number in sorted(points)], SPREADS[line.variant])
        line.count(games)
        progress.show()

    player = Player(settings, programs, file.known, file.keep, closed)
    for boards in rounds_of(settings):
        asyncio.run(player.play(boards, tables))


def _file(folder: str | None, settings: Settings) -> RecordFile:
    """Return the variant's file in the folder, which is made if it is not there. Raises `Refusal`."""
    if folder is None:
        return RecordFile(None, [settings], resumes=False)
    path = Path(folder, f"{VERSION}-{settings.rules.name}.jsonl")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise Refusal(f"{folder}: {problem.strerror or problem}") from None
    return RecordFile(str(path), [settings], resumes=path.exists())


def _chosen(given: str | None) -> list[str]:
    """Return the variants to play, in the benchmark's order. Raises `Refusal`."""
    if given is None:
        return list(SPREADS)
    wanted = [name.strip() for name in given.split(",")]
    for name in wanted:
        if name not in SPREADS:
            raise Refusal(f"--variants {name!r}: accepted is one of {', '.join(SPREADS)}")
    return [variant for variant in SPREADS if variant in wanted]


def _sides(variant: str) -> int:
    return sides_of(rules_of(variant))
