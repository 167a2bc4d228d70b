"""`arena benchmark`: measure a bot against the frozen opponent, here or on a service."""

import asyncio
import json
import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from arena.cli.match.entrants import ACCEPTED, greet_all, identity_of, program_of, with_budget
from arena.cli.match.files import RecordFile
from arena.cli.match.report import show_progress as show_board
from arena.cli.match.scores import Line, print_scores
from arena.cli.service import Service, with_finder
from arena.cli.terminal.options import Whole, split_names
from arena.cli.terminal.printing import as_json_option, note
from arena.cli.terminal.refusal import Refusal
from arena.cli.tournament.watching import show_progress
from arena.escapes import cut
from arena.files import make_folder, replaced
from arena.league.benchmark import DEALS, OPPONENT, SEED, SPREADS, VERSION, VariantMissingError, deal_seed, in_order
from arena.league.ratings.spread import score_variant
from arena.match.benchmark import FINGERPRINT, board_points, fingerprint, rules_of, settings_of
from arena.match.plan import Planned, Settings, rounds_of
from arena.match.playing import Played, Player
from arena.rules import RecordError, options_of, sides_of
from arena.rules.replays.place import game_of
from arena.wire.gen.benchmarks_pb2 import CreateBenchmarkRequest
from arena.wire.gen.records_pb2 import ExportRecordsRequest
from bots.sdk.practice.local import house_bot
from bots.sdk.practice.practice import first_other
from bots.sdk.text.program import Program

Record = dict[str, Any]


class Boards:
    """Collect the games of a benchmark that a service played, and compute the results.

    *name*: the benchmark's tournament. *bot*: the measured bot, "name@version". *boards*: number of deals of each
    variant. Incomplete boards do not count, nor boards on which an opponent differs from the frozen opponent.
    """

    def __init__(self, name: str, bot: str, variants: Sequence[str], boards: int) -> None:
        self._name = name
        self._bot = bot
        self._rules = {variant: rules_of(variant) for variant in variants}
        self._boards = boards
        self._deals = {
            (variant, deal_seed(SEED, variant, deal).hex()): deal for variant in variants for deal in range(boards)
        }
        self._games: defaultdict[tuple[str, int], dict[tuple[int, ...], Record]] = defaultdict(dict)
        self._deviations: dict[tuple[str, int], str] = {}

    def add(self, record: Record) -> None:
        """Add the record of a game. Raises `Refusal` if the game does not belong to this benchmark."""
        try:
            game = game_of(record)
        except RecordError as problem:
            raise Refusal(f"{self._name}: {problem}") from None
        variant, seats = record["variant"], record["seats"]
        deal = self._deals.get((variant, record["seed"]))
        if deal is None or record["options"] != options_of(self._rules[variant]) or self._bot not in seats:
            raise Refusal(f"{self._name}: game {cut(record['id'])} is not of the benchmark {VERSION} with {self._bot}")
        own = tuple(seat for seat, name in enumerate(seats) if name == self._bot)
        # Keep only the needed fields, as the whole records of all games would fill the memory.
        hands = [{"infractions": hand["infractions"]} for hand in record["hands"]]
        self._games[variant, deal][own] = {"seats": seats, "scores": record["scores"], "hands": hands}
        number = first_other(game, house_bot(OPPONENT), set(range(len(seats))).difference(own))
        if number is not None:
            self._deviations.setdefault((variant, deal), f"game {record['id']}, decision {number + 1}")

    def list_excluded(self) -> Iterator[str]:
        """Yield a line for each reason why boards do not count."""
        absent = sum(not self._is_whole(variant, deal) for variant in self._rules for deal in range(self._boards))
        if absent:
            yield f"left out: incomplete boards, {absent}"
        if self._deviations:
            first = next(iter(self._deviations.values()))
            count = len(self._deviations)
            yield f"left out: boards with an opponent that differs from {OPPONENT}, {count} (first {first})"

    def lines(self) -> list[Line]:
        """Return the result of each variant, in the order of the benchmark's variants."""
        return [self._line(variant) for variant in self._rules]

    def _line(self, variant: str) -> Line:
        line, points = Line(variant, self._bot), []
        for deal in range(self._boards):
            if self._is_whole(variant, deal) and (variant, deal) not in self._deviations:
                records = list(self._games[variant, deal].values())
                points.append(board_points(records, self._bot))
                line.count([Played(record, [0] * len(record["seats"])) for record in records])
        if points:
            line.score = score_variant(variant, points, SPREADS[variant])
        return line

    def _is_whole(self, variant: str, deal: int) -> bool:
        return len(self._games.get((variant, deal), ())) == sides_of(self._rules[variant])


def _save(folder: str | None, name: str, records: Iterator[Record]) -> Iterator[Record]:
    if folder is None:
        yield from records
        return
    path = Path(folder, f"{name}.jsonl")
    make_folder(path.parent)
    with replaced(path) as file:
        for record in records:
            file.write(json.dumps(record, separators=(",", ":")) + "\n")
            yield record


INTERRUPTED = 130
HELP = f"""Measure a bot on frozen deals: one number, comparable for years.

BOT is {ACCEPTED}. It plays boards of one hand, in all rotations, against the frozen opponent in all
other seats, on this machine. With --on-service BOT is NAME[@VERSION], and a service plays. The
number is its lead, in hundredths of each variant's spread: docs/reference/benchmark.md.
"""


@click.command(help=HELP)
@click.argument("bot", metavar="BOT")
@click.option("--variants", metavar="V,...", help="Variants to play; default: all, which the benchmark's number needs.")
@click.option(
    "--boards", type=Whole(1, DEALS), default=DEALS, show_default=True, help="Number of deals of each variant."
)
@click.option("--out", metavar="FOLDER", help="Folder for the records; the same command resumes from them.")
@click.option("--concurrency", type=Whole(1, 1_000), help="Tables at once; default: one per core.")
@click.option("--on-service", is_flag=True, help="Play on a service, to which BOT is connected.")
@click.option("--again", is_flag=True, help="Play again on the service even if the version has a result.")
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
    try:
        names = in_order([] if variants is None else split_names(variants))
    except VariantMissingError as problem:
        raise Refusal(f"--variants {problem}") from None
    if fingerprint() != FINGERPRINT:
        raise Refusal(
            f"the rules or {OPPONENT!r} of this release differ from benchmark {VERSION}; install the release that"
            " has its rules"
        )
    if on_service:
        if concurrency:
            raise Refusal(f"--concurrency {concurrency} has no effect with --on-service; leave it out")
        return _play_on_service(find(), bot, names, boards, again, out, as_json)
    if again:
        raise Refusal("--again has an effect only with --on-service; give another --out to play again here")
    return _play_here(with_budget(bot), names, boards, out, concurrency or os.cpu_count() or 1, as_json)


def _play_on_service(
    service: Service, bot: str, variants: Sequence[str], boards: int, again: bool, out: str | None, as_json: bool
) -> int:
    request = CreateBenchmarkRequest(bot=bot, version=VERSION, variants=variants, boards=boards, again=again)
    played = service.ask(lambda people: people.CreateBenchmark, request).tournament
    note(f"{played.name}: {played.bots[0]} against {', '.join(played.bots[1:])}, {played.boards} boards")
    results = Boards(played.name, played.bots[0], variants, boards)
    try:
        show_progress(service, played.name, stderr=True)
        note(f"{played.name}: fetching and verifying its games")
        with service.people() as people:
            answers = people.ExportRecords(ExportRecordsRequest(name=played.name), metadata=service.metadata)
            for record in _save(out, played.name, (json.loads(each.record) for each in answers)):
                results.add(record)
    except KeyboardInterrupt:
        note(f"{played.name} goes on; the same command shows it again")
        return INTERRUPTED
    for line in results.list_excluded():
        note(line)
    print_scores(results.lines(), as_json, played.name)
    return 0


def _play_here(bot: str, variants: Sequence[str], boards: int, out: str | None, tables: int, as_json: bool) -> int:
    words = [bot, *[OPPONENT] * (max(map(_sides, variants)) - 1)]
    programs = [program_of(word) for word in words]
    identities = list(map(identity_of, words, programs))
    lines: list[Line] = []
    code = 0
    try:
        for variant in variants:
            sides = _sides(variant)
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
    return code


def _play(settings: Settings, programs: Sequence[Program], file: RecordFile, line: Line, tables: int) -> None:
    points: dict[int, float] = {}

    def add(board: Planned, games: list[Played]) -> None:
        points[board.number] = board_points([game.record for game in games], line.bot)
        line.score = score = score_variant(
            line.variant, [points[each] for each in sorted(points)], SPREADS[line.variant]
        )
        line.count(games)
        text = f"{score.variant}: board {score.boards} of {settings.boards}, score {score.score:+.1f}"
        show_board(text, score.boards, settings.boards, steps=4)

    player = Player(settings, programs, file.known, file.keep, add)
    for boards in rounds_of(settings):
        asyncio.run(player.play(boards, tables))


def _file(folder: str | None, settings: Settings) -> RecordFile:
    if folder is None:
        return RecordFile(None, [settings], resumes=False)
    path = Path(folder, f"{VERSION}-{settings.rules.name}.jsonl")
    make_folder(path.parent)
    return RecordFile(str(path), [settings], resumes=path.exists())


def _sides(variant: str) -> int:
    return sides_of(rules_of(variant))
