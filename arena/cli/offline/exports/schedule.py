"""Check that an export's line-ups follow from the schedule's secret."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from arena.cli.offline.exports.export import Export, Played
from arena.cli.offline.exports.promises import mix_of
from arena.league.designs.lineups import Table
from arena.league.designs.neighbours import from_least
from arena.league.entrants import Entrant, members_of
from arena.league.pairs import entrants_by_seat, sitting
from arena.league.ratings.boards import BoardScore, ClosedBoard, Outcome
from arena.league.ratings.matchpoints import sitting_at_tables
from arena.league.ratings.tally import LineUpTally, line_up_of
from arena.league.schedules.gate import GateSchedule
from arena.league.schedules.gauntlet import Gauntlet
from arena.league.schedules.ladder import Terms
from arena.league.schedules.open_pool import OpenRoundRobin
from arena.league.schedules.rounds import ladder_schedule, swiss_schedule
from arena.league.schedules.schedule import RoundRobin, Sat, Schedule, boards_had
from arena.league.seeds import epochs


class Settings:
    """The settings of an exported tournament from which its schedule is drawn; bots are ids of the export."""

    def __init__(self, export: Export) -> None:
        tournament = export.tournament
        self.export = export
        self.kind, self.pool = str(tournament["kind"]), str(tournament["pool"])
        self.boards, self.challengers = int(tournament["boards_each"]), int(tournament["challengers"])
        self.allow_same_owner = bool(tournament["allow_same_owner"])
        fields = ("variant", "sides", "weight", "tables")
        self.tables = [Table(*(each[name] for name in fields)) for each in tournament["variants"]]
        self.entrants = [_entrant(each) for each in tournament["entrants"]]
        self.late = [bool(each["late"]) for each in tournament["entrants"]]

    @cached_property
    def seed(self) -> str:
        """The seed from which the schedule's random choices are drawn."""
        secret = bytes.fromhex(self.export.tournament["schedule_secret"])
        return epochs.schedule_seed(mix_of(self.export), secret)

    @cached_property
    def names(self) -> dict[int, str]:
        """The "name@version" of each bot by id, also of the members of pairs."""
        entrants = self.export.tournament["entrants"]
        members = [member for each in entrants for member in each["members"]]
        return {each["id"]: each["bot"] for each in [*entrants, *members]}

    @cached_property
    def ids(self) -> dict[str, int]:
        """The id of each bot by "name@version"."""
        return {bot: id_ for id_, bot in self.names.items()}

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each entrant in the order of entry, from 0, by "name@version"."""
        return {self.names[entrant.id]: place for place, entrant in enumerate(self.entrants)}

    @cached_property
    def variants(self) -> dict[str, int]:
        """The index of each variant among the tournament's variants, by name."""
        return {table.variant: index for index, table in enumerate(self.tables)}

    @property
    def founders(self) -> list[Entrant]:
        """The bots that were entered before the start."""
        return [entrant for entrant, late in zip(self.entrants, self.late, strict=True) if not late]

    def count_orders(self, before: int) -> Counter[Sat]:
        """Count how often each variant and circular order of entrants occurs on boards 0 to *before* - 1."""
        counts: Counter[Sat] = Counter()
        for number in range(before):
            board = self.export.boards[number]
            counts[self.variants[board["variant"]], from_least([self.places[bot] for bot in board["line_up"]])] += 1
        return counts


def _entrant(line: dict[str, Any]) -> Entrant:
    owner, other = (*line["owners"], None)[:2]
    return Entrant(line["id"], owner, other, tuple(member["id"] for member in line["members"]))


def _swiss_round(settings: Settings, epoch: dict[str, Any]) -> Schedule:
    entrants, here = settings.founders, range(len(settings.founders))
    if epoch["index"]:
        entrants, here = settings.entrants[: epoch["terms"]["entrants"]], epoch["terms"]["here"]
    rounds = [_scores(settings, each) for each in settings.export.epochs[: epoch["index"]]]
    played = [
        [[score for at, score in scores if at == index] for scores in rounds] for index in range(len(settings.tables))
    ]
    had = boards_had(settings.count_orders(epoch["first"]))
    terms = (settings.boards, settings.seed, settings.allow_same_owner, played, had)
    return swiss_schedule(entrants, here, settings.tables, *terms)


def _ladder_batch(settings: Settings, epoch: dict[str, Any]) -> Schedule:
    entrants = settings.founders
    here: Sequence[Sequence[int]] = [range(len(entrants))] * len(settings.tables)
    unrated = frozenset[int](range(epoch["first"]))
    if epoch["occasion"] != "first":
        entrants, here = settings.entrants[: epoch["terms"]["entrants"]], epoch["terms"]["here"]
        unrated = frozenset(epoch["terms"]["unrated"])
    ladder = settings.export.tournament["ladder"]
    terms = Terms(settings.boards, ladder["tables"], ladder["least"], ladder["longest"])
    before = settings.export.epochs[: epoch["index"]]
    scores = [pair for each in before for pair in _scores(settings, each) if pair[1].number not in unrated]
    tallies = [_tally([score for at, score in scores if at == index]) for index in range(len(settings.tables))]
    waits = [_count_waits(settings, index, epoch["index"]) for index in range(len(settings.tables))]
    had = boards_had(settings.count_orders(epoch["first"]))
    rest = (terms, settings.seed, settings.allow_same_owner, tallies, waits, had)
    return ladder_schedule(entrants, here, settings.tables, *rest)


def _scores(settings: Settings, epoch: dict[str, Any]) -> list[tuple[int, BoardScore]]:
    numbers = range(epoch["first"], epoch["first"] + epoch["boards"])
    boards = [settings.export.boards[number] for number in numbers]
    return [
        (settings.variants[board["variant"]], _score(settings, board)) for board in boards if board["state"] == "closed"
    ]


def _score(settings: Settings, board: dict[str, Any]) -> BoardScore:
    ids = settings.ids
    line_up, sitting = [[ids[bot] for bot in board[field]] for field in ("line_up", "sitting")]

    def outcome(played: Played) -> Outcome:
        seated = entrants_by_seat(line_up, sitting or None, [ids[bot] for bot in played.seats])
        return Outcome.of_seats(line_up, seated, played.ranks, played.scores, [])

    outcomes = tuple(outcome(settings.export.games[game]) for game in board["games"])
    return ClosedBoard(board["number"], board["variant"], tuple(line_up), outcomes).score_board()


def _tally(scores: Sequence[BoardScore]) -> list[LineUpTally]:
    tallies: dict[tuple[int, ...], LineUpTally] = {}
    for score in scores:
        players = line_up_of(score)
        tallies.setdefault(players, LineUpTally(players)).add(score)
    return [tallies[players] for players in sorted(tallies)]


def _count_waits(settings: Settings, variant: int, batches: int) -> dict[int, int]:
    last: dict[int, int] = {}
    for board in settings.export.boards.values():
        if board["epoch"] < batches and settings.variants[board["variant"]] == variant:
            for player in (settings.ids[bot] for bot in board["line_up"]):
                last[player] = max(board["epoch"], last.get(player, 0))
    return {player: batches - 1 - epoch for player, epoch in last.items()}


class Expected(NamedTuple):
    """The fields that a board must have; *line_up* and *sitting* are ids of bots."""

    variant: str
    deal: int
    line_up: tuple[int, ...]
    sitting: list[int] | None


def check_line_ups(export: Export) -> Iterator[str]:
    """Yield a line for the first wrong line-up of each epoch; none before the schedule's secret is published."""
    if not (export.tournament["root"] and export.tournament["schedule_secret"]):
        return
    settings = Settings(export)
    for epoch in export.epochs:
        expected = list(_plan_gate(settings, epoch) if settings.kind == "gate" else _plan(settings, epoch))
        if len(expected) != epoch["boards"]:
            yield f"epoch {epoch['index']}: {epoch['boards']} boards, expected {len(expected)}"
        for number, board in enumerate(expected, start=epoch["first"]):
            if difference := _compare(settings, export.boards[number], board):
                yield difference
                break


def _compare(settings: Settings, board: dict[str, Any], expected: Expected) -> str:
    line_up = [settings.names[player] for player in expected.line_up]
    sits = [settings.names[player] for player in expected.sitting or ()]
    if (board["variant"], board["deal"], board["line_up"], board["sitting"]) == (*expected[:2], line_up, sits):
        return ""
    was, drawn = (
        ", ".join([variant, *names])
        for variant, names in ((board["variant"], board["line_up"]), (expected.variant, line_up))
    )
    return f"board {board['number']}: its line-up is {was}, expected {drawn}"


def _plan(settings: Settings, epoch: dict[str, Any]) -> Iterator[Expected]:
    pairs = members_of(settings.entrants)
    for board in _schedule(settings, epoch):
        number, table = epoch["first"] + board.number, settings.tables[board.variant]
        at = table.tables_per_board
        sits = sitting_at_tables(board.line_up, at, pairs, board.turn if at == 1 else number)
        yield Expected(table.variant, number, board.line_up, sits)


def _schedule(settings: Settings, epoch: dict[str, Any]) -> Schedule:
    if settings.kind == "swiss":
        return _swiss_round(settings, epoch)
    if settings.kind == "ladder":
        return _ladder_batch(settings, epoch)
    entrants, added, late = settings.founders, dict[str, Any](), 0
    if epoch["index"]:
        terms = epoch["terms"]
        entrants, late = settings.entrants[: terms["entrants"]], sum(settings.late[: terms["entrants"]])
        added = {"more": terms["more"], "now": terms["now"], "gone": frozenset(terms["gone"])}
        added["sat"] = settings.count_orders(epoch["first"])
    tables, boards, seed = settings.tables, settings.boards, settings.seed
    if settings.pool == "open":
        return OpenRoundRobin(entrants, tables, boards, seed, **added)
    if settings.kind == "gauntlet":
        return Gauntlet(entrants, settings.challengers, tables, boards, seed, settings.allow_same_owner, **added)
    return RoundRobin(entrants, tables, boards, seed, settings.allow_same_owner, late=late, **added)


def _plan_gate(settings: Settings, epoch: dict[str, Any]) -> Iterator[Expected]:
    new, old, *fillers = [entrant.id for entrant in settings.entrants]
    pairs, deals = members_of(settings.entrants), settings.export.tournament["deals"]
    schedule = GateSchedule(new, old, fillers, settings.tables, deals, settings.seed)
    for board in chain.from_iterable(schedule.round(index) for index in range(*epoch["terms"]["rounds"])):
        sits = sitting(board.line_up, pairs, board.deal // len(settings.tables))
        yield Expected(settings.tables[board.variant].variant, board.deal, board.line_up, sits)
