"""`arena benchmark`: a bot on frozen deals against frozen opponents, one number with its interval."""

import asyncio
import os
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from arena.cli.match.entrants import ACCEPTED, greeted, identity_of, program_of, with_budget
from arena.cli.match.files import RecordFile
from arena.cli.match.on_service import asked_for, counted
from arena.cli.match.scores import Line, Progress, tell
from arena.cli.service import Service, with_finder
from arena.cli.terminal.printing import as_json_option, note
from arena.cli.terminal.refusal import Refusal
from arena.cli.tournament.watching import show_progress
from arena.files import make_folder
from arena.league.benchmark import DEALS, OPPONENT, SPREADS, VERSION, NoSuchVariant, in_order
from arena.league.ratings.spread import scored
from arena.match.benchmark import FINGERPRINT, board_points, fingerprint, rules_of, settings_of
from arena.match.plan import Planned, rounds_of
from arena.match.playing import Played, Player
from arena.match.settings import Settings
from arena.rules import sides_of
from bots.sdk.text.program import Program

INTERRUPTED = 130
TOLD = f"""Measure a bot on frozen deals: one number, comparable for years.

BOT is {ACCEPTED}. It plays boards of one hand, in all rotations, against the frozen opponent in all
other seats, here, without a service; with --on-service BOT is NAME[@VERSION], and the service
plays. The number is how far ahead it is, in hundredths of each variant's spread:
docs/reference/benchmark.md.
"""


@click.command(help=TOLD)
@click.argument("bot", metavar="BOT")
@click.option("--variants", metavar="V,...", help="Some of the variants; the benchmark's number is of all eleven.")
@click.option(
    "--boards", type=click.IntRange(1, DEALS), default=DEALS, show_default=True, help="The first so many deals of each."
)
@click.option("--out", metavar="FOLDER", help="Keep the records there; the same command then goes on from them.")
@click.option("--concurrency", type=click.IntRange(1), metavar="N", help="Tables at once; default one a core.")
@click.option("--on-service", is_flag=True, help="A service plays it with BOT, which is connected there.")
@click.option("--again", is_flag=True, help="On the service: anew, where that version has it already.")
@as_json_option
@with_finder
def benchmark(
    bot: str,
    variants: str | None,
    boards: int,
    out: str | None,
    concurrency: int | None,
    on_service: bool,
    again: bool,
    as_json: bool,
    find: Callable[[], Service],
) -> int:
    """Measure a bot on frozen deals."""
    chosen = _chosen(variants)
    if fingerprint() != FINGERPRINT:
        raise Refusal(
            f"benchmark {VERSION}: the rules or {OPPONENT!r} of this arena play otherwise than it was made with"
        )
    if on_service:
        if concurrency:
            raise Refusal("concurrency: it is the service that plays, at as many tables as BOT has seats for")
        return _on_service(find(), bot, chosen, boards, again, out, as_json)
    if again:
        raise Refusal("again: it is of --on-service; here, another --out plays anew")
    return _here(with_budget(bot), chosen, boards, out, concurrency or os.cpu_count() or 1, as_json)


def _on_service(
    service: Service, bot: str, chosen: Sequence[str], boards: int, again: bool, out: str | None, as_json: bool
) -> int:
    made = asked_for(service, bot, chosen, boards, again)
    note(f"{made.name}: {made.bots[0]} against {', '.join(made.bots[1:])}, {made.boards} boards")
    try:
        show_progress(service, made.name, stderr=True)
        note(f"{made.name}: its games are fetched, and played again to check them")
        lines = counted(service, made, chosen, boards, out)
    except KeyboardInterrupt:
        note(f"{made.name} goes on: the same command looks again")
        return INTERRUPTED
    tell(lines, as_json, made.name)
    return 0


def _here(bot: str, chosen: Sequence[str], boards: int, out: str | None, tables: int, as_json: bool) -> int:
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
            _play(settings, playing, _file(out, settings), lines[-1], tables)
    except KeyboardInterrupt:
        note("interrupted: " + ("the same command goes on" if out else "with --out FOLDER it could go on"))
        code = INTERRUPTED
    finally:
        for program in programs:
            program.close()
    tell(lines, as_json)
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
    """Return the variant's file in the folder, which is made if it is not there. Raises `Refusal`, `OSError`."""
    if folder is None:
        return RecordFile(None, [settings], resumes=False)
    path = Path(folder, f"{VERSION}-{settings.rules.name}.jsonl")
    make_folder(path.parent)
    return RecordFile(str(path), [settings], resumes=path.exists())


def _chosen(given: str | None) -> list[str]:
    """Return the variants to play, in the benchmark's order. Raises `Refusal`."""
    try:
        return in_order([] if given is None else [name.strip() for name in given.split(",")])
    except NoSuchVariant as none:
        raise Refusal(f"--variants {none}") from None


def _sides(variant: str) -> int:
    return sides_of(rules_of(variant))
