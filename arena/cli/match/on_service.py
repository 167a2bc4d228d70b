"""`arena benchmark --on-service`: the service plays, here its records are checked and counted."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from arena.cli.match.scores import Line
from arena.cli.service import Service
from arena.cli.terminal.printing import note
from arena.cli.terminal.refusal import Refusal
from arena.escapes import cut
from arena.files import make_folder, replaced
from arena.league.benchmark import OPPONENT, SEED, SPREADS, VERSION, deal_seed
from arena.league.ratings.spread import scored
from arena.match.benchmark import board_points, rules_of
from arena.match.playing import Played
from arena.rules import BadRecord, game_of, options_of, sides_of
from arena.wire.gen.benchmarks_pb2 import CreateBenchmarkRequest
from arena.wire.gen.records_pb2 import ExportRecordsRequest
from arena.wire.gen.tournaments_pb2 import Tournament
from bots.sdk.practice.again import first_other
from bots.sdk.practice.local import house_bot

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
            line.score = scored(variant, points, SPREADS[variant])
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
