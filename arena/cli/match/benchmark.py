"""`arena benchmark`: a bot against the frozen opponent, here or on the service."""

import asyncio
import json
import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from arena.cli.match.entrants import ACCEPTED, greeted, identity_of, program_of, with_budget
from arena.cli.match.files import RecordFile
from arena.cli.match.scores import Line, Progress, tell
from arena.cli.service import Service, with_finder
from arena.cli.terminal.printing import as_json_option, note
from arena.cli.terminal.refusal import Refusal
from arena.cli.tournament.watching import show_progress
from arena.escapes import cut
from arena.files import make_folder, replaced
from arena.league.benchmark import DEALS, OPPONENT, SEED, SPREADS, VERSION, NoSuchVariant, deal_seed, in_order
from arena.league.ratings.spread import score_variant
from arena.match.benchmark import FINGERPRINT, board_points, fingerprint, rules_of, settings_of
from arena.match.plan import Planned, Settings, rounds_of
from arena.match.playing import Played, Player
from arena.rules import BadRecord, options_of, sides_of
from arena.rules.replays.place import game_of
from arena.wire.gen.benchmarks_pb2 import CreateBenchmarkRequest
from arena.wire.gen.records_pb2 import ExportRecordsRequest
from arena.wire.gen.tournaments_pb2 import Tournament
from bots.sdk.practice.local import house_bot
from bots.sdk.practice.practice import first_other
from bots.sdk.text.program import Program

Record = dict[str, Any]


def asked_for(service: Service, bot: str, variants: Sequence[str], boards: int, again: bool) -> Tournament:
    """Let the service play the benchmark with *bot*, or find where it does. Raises `Refusal`."""
    request = CreateBenchmarkRequest(bot=bot, version=VERSION, variants=variants, boards=boards, again=again)
    return service.ask(lambda people: people.CreateBenchmark, request).tournament


def counted(service: Service, made: Tournament, variants: Sequence[str], boards: int, out: str | None) -> list[Line]:
    """Check all records that there are, and return a line for each variant.

    A board that lacks games, or whose opponents did not answer as they are defined to, is left out. *out*: a folder
    that the records are kept in. Raises `Refusal` where a record is not of the benchmark.
    """
    found = Boards(made.name, made.bots[0], variants, boards)
    with service.people() as people:
        answers = people.ExportRecords(ExportRecordsRequest(name=made.name), metadata=service.metadata)
        for record in _kept(out, made.name, (json.loads(each.record) for each in answers)):
            found.add(record)
    for line in found.left_out():
        note(line)
    return found.lines()


class Boards:
    """The games of the benchmark *name*, by variant and deal; *boards*: how many deals of each there are to be."""

    def __init__(self, name: str, bot: str, variants: Sequence[str], boards: int) -> None:
        self._name = name
        self._bot = bot
        self._rules = {variant: rules_of(variant) for variant in variants}
        self._boards = boards
        self._deals = {
            (variant, deal_seed(SEED, variant, deal).hex()): deal for variant in variants for deal in range(boards)
        }
        self._games: defaultdict[tuple[str, int], dict[tuple[int, ...], Record]] = defaultdict(dict)
        self._strange: dict[tuple[str, int], str] = {}

    def add(self, record: Record) -> None:
        """Add a game. Raises `Refusal` where it is none of this benchmark."""
        try:
            game = game_of(record)
        except BadRecord as problem:
            raise Refusal(f"{self._name}: {problem}") from None
        variant, seats = record["variant"], record["seats"]
        deal = self._deals.get((variant, record["seed"]))
        if deal is None or record["options"] != options_of(self._rules[variant]) or self._bot not in seats:
            raise Refusal(f"{self._name}: game {cut(record['id'])} is not of the benchmark {VERSION} with {self._bot}")
        own = tuple(seat for seat, name in enumerate(seats) if name == self._bot)
        self._games[variant, deal][own] = _counted(record)
        number = first_other(game, house_bot(OPPONENT), set(range(len(seats))).difference(own))
        if number is not None:
            self._strange.setdefault((variant, deal), f"game {record['id']}, decision {number + 1}")

    def left_out(self) -> Iterator[str]:
        """Tell which boards do not count, a line each kind."""
        absent = sum(not self._is_whole(variant, deal) for variant in self._rules for deal in range(self._boards))
        if absent:
            yield f"left out: boards that were not played to their end, {absent}"
        if self._strange:
            first = next(iter(self._strange.values()))
            yield f"left out: boards with an opponent that is not as {OPPONENT}, {len(self._strange)} (first {first})"

    def lines(self) -> list[Line]:
        """Return the variants in the benchmark's order."""
        return [self._line(variant) for variant in self._rules]

    def _line(self, variant: str) -> Line:
        line, points = Line(variant, self._bot), []
        for deal in range(self._boards):
            if self._is_whole(variant, deal) and (variant, deal) not in self._strange:
                records = list(self._games[variant, deal].values())
                points.append(board_points(records, self._bot))
                line.count([Played(record, [0] * len(record["seats"])) for record in records])
        if points:
            line.score = score_variant(variant, points, SPREADS[variant])
        return line

    def _is_whole(self, variant: str, deal: int) -> bool:
        """Whether the bot was on each side of a deal."""
        return len(self._games.get((variant, deal), ())) == sides_of(self._rules[variant])


def _counted(record: Record) -> Record:
    """Return what is counted of a record: of all games the whole ones would fill the memory."""
    hands = [{"infractions": hand["infractions"]} for hand in record["hands"]]
    return {"seats": record["seats"], "scores": record["scores"], "hands": hands}


def _kept(folder: str | None, name: str, records: Iterator[Record]) -> Iterator[Record]:
    """Yield *records*, and write them into FOLDER/NAME.jsonl. Raises `OSError`."""
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
TOLD = f"""Measure a bot on frozen deals: one number, comparable for years.

BOT is {ACCEPTED}. It plays boards of one hand, in all rotations, against the frozen opponent in all
other seats, here, without a service; with --on-service BOT is NAME[@VERSION], and the service
plays. The number is how far ahead it is, in hundredths of each variant's spread:
docs/reference/benchmark.md.
"""


@click.command(help=TOLD)
@click.argument("bot", metavar="BOT")
@click.option("--variants", metavar="V,...", help="Variants to play; the benchmark's number needs all.")
@click.option(
    "--boards", type=click.IntRange(1, DEALS), default=DEALS, show_default=True, help="Number of deals of each variant."
)
@click.option("--out", metavar="FOLDER", help="Folder for the records; the same command resumes from them.")
@click.option("--concurrency", type=click.IntRange(1), metavar="N", help="Tables at once; default one a core.")
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
        line.score = score_variant(line.variant, [points[number] for number in sorted(points)], SPREADS[line.variant])
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
