"""Read the export of a gauntlet that a service played as the benchmark, and compute a challenger's results."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from arena.cli.match.report import show_progress
from arena.cli.match.scores import Line
from arena.cli.offline.exports.check import MALFORMED
from arena.cli.offline.exports.export import KINDS
from arena.cli.offline.records import name_of, parse_record, read_lines
from arena.cli.terminal.refusal import Refusal
from arena.escapes import clip
from arena.league.benchmark import FROZEN, SPREADS, board_points
from arena.league.ratings.spread import score_variant
from arena.match.benchmark import rules_of
from arena.match.playing import Played
from arena.rules import RecordError, options_of
from arena.rules.replays.place import game_of
from bots.sdk.practice.local import house_bot
from bots.sdk.practice.practice import first_other

Record = dict[str, Any]


class Gauntlet:
    """Collect the boards and games of a challenger in an exported gauntlet, and compute its results.

    *tournament*: the export's first line. *bot*: the challenger, "name@version". Incomplete boards do not count, nor
    boards on which an opponent differs from the frozen bot that has its name. Raises `Refusal` if the tournament does
    not play the benchmark.
    """

    def __init__(self, tournament: Record, bot: str) -> None:
        self.name = clip(tournament["name"])
        self._bot = bot
        self._tournament = tournament
        self._boards: dict[int, Record] = {}
        self._board_of: dict[str, int] = {}  # by the id of a game
        self._games: defaultdict[int, list[Record]] = defaultdict(list)
        self._deviations: dict[int, str] = {}
        entrants = [each["bot"] for each in tournament["entrants"]]
        challengers, field = entrants[: tournament["challengers"]], entrants[tournament["challengers"] :]
        if bot not in challengers:
            named = clip(", ".join(challengers) or "none")
            raise Refusal(f"{clip(bot)!r} is not a challenger of {self.name}; give one of its challengers: {named}")
        self._field = [each.partition("@")[0] for each in field]
        if strange := [name for name in self._field if name not in FROZEN]:
            raise Refusal(f"{self.name}: {clip(strange[0])!r} is not a frozen opponent; let {', '.join(FROZEN)} play")
        for each in tournament["variants"]:
            if each["variant"] not in SPREADS or each["options"] != options_of(rules_of(each["variant"])):
                raise Refusal(f"{self.name}: {clip(each['variant'])} has other rules than the benchmark: play one hand")

    def add(self, line: Record) -> None:
        """Add a later line of the export. Raises `Refusal` for an invalid one, and the errors of `MALFORMED`."""
        if line.get("format") == KINDS[0]:
            raise Refusal(f"{self.name}: another tournament follows; give a file with one export")
        if line.get("format") == "arena-board/1":
            if line["line_up"] is None or self._bot in line["line_up"]:
                self._boards[line["number"]] = line
                self._board_of |= dict.fromkeys(line["games"] or (), line["number"])
        elif line.get("format") not in KINDS and line["id"] in self._board_of:
            self._add_game(self._board_of[line["id"]], line)

    def _add_game(self, board: int, record: Record) -> None:
        try:
            game = game_of(record)
        except RecordError as problem:
            raise Refusal(f"{self.name}: {problem}; `arena verify` lists all differences") from None
        seats = record["seats"]
        if self._bot not in seats:
            raise Refusal(f"{self.name}: {self._bot} is not in game {clip(record['id'])}; check the file: arena verify")
        # Keep only the needed fields, as the whole records of all games would fill the memory.
        hands = [{"infractions": hand["infractions"]} for hand in record["hands"]]
        self._games[board].append({"seats": seats, "scores": record["scores"], "hands": hands})
        for name in sorted({*seats} - {self._bot}):
            own = [seat for seat, each in enumerate(seats) if each == name]
            number = first_other(game, house_bot(FROZEN[name.partition("@")[0]]), own)
            if number is not None:
                self._deviations.setdefault(board, f"{name} in game {record['id']}, decision {number + 1}")
        checked, total = sum(map(len, self._games.values())), len(self._board_of)
        show_progress(f"game {checked} of {total}: the opponents' answers are checked", checked, total)

    def list_faults(self) -> Iterator[str]:
        """Yield a line for each reason why the result is not the official number, or why boards do not count."""
        tournament = self._tournament
        if tournament["pool"] != "closed":
            yield f"the pool is {clip(tournament['pool'])}, not closed"
        if tournament["test_seed"]:
            yield "the deals follow from a public test seed"
        if sorted(self._field) != sorted(FROZEN):
            yield f"the field is {', '.join(self._field)}, not {', '.join(FROZEN)}"
        if incomplete := sum(not self._is_whole(number) for number in self._boards):
            yield f"incomplete boards, left out: {incomplete}"
        if self._deviations:
            first = next(iter(self._deviations.values()))
            yield f"boards with an opponent that is not frozen, left out: {len(self._deviations)} (first: {first})"

    def lines(self) -> list[Line]:
        """Return the result in each variant of the benchmark."""
        lines = {variant: Line(variant, self._bot) for variant in SPREADS}
        blocks = {variant: defaultdict[Any, list[float]](list) for variant in SPREADS}
        for number, board in self._boards.items():
            if self._is_whole(number) and number not in self._deviations:
                block, records = board.get("block"), self._games[number]
                points = board_points(records, self._bot)
                blocks[board["variant"]][number if block is None else block].append(points)
                lines[board["variant"]].count([Played(record, []) for record in records])
        for variant, own in blocks.items():
            if own:
                lines[variant].score = score_variant(variant, list(own.values()), SPREADS[variant])
        return list(lines.values())

    def _is_whole(self, number: int) -> bool:
        games = self._boards[number]["games"]
        return bool(games) and len(self._games[number]) == len(games)


def read_gauntlet(path: str, bot: str) -> Gauntlet:
    """Return the gauntlet of *bot* in the export *path* ("-": standard input). Raises `Refusal`, `OSError`."""
    gauntlet: Gauntlet | None = None
    for number, line in read_lines(path):
        try:
            read = parse_record(line)
            if gauntlet is not None:
                gauntlet.add(read)
            elif read.get("format") == KINDS[0]:
                gauntlet = Gauntlet(read, bot)
            else:
                break
        except MALFORMED as problem:
            raise Refusal(
                f"{name_of(path)}, line {number}: {clip(str(problem))}; export the tournament again"
            ) from None
    if gauntlet is None:
        raise Refusal(f"{name_of(path)} does not begin with a tournament; give a file that `arena export NAME` wrote")
    return gauntlet
