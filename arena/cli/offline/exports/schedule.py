"""Check that an export's line-ups follow from settings, secret and records."""

from collections.abc import Iterator
from itertools import chain
from typing import Any, NamedTuple

from arena.cli.offline.exports.draws import ladder_batch, swiss_round
from arena.cli.offline.exports.export import Export
from arena.cli.offline.exports.settings import Settings
from arena.league.entrants import members_of
from arena.league.pairs import sitting
from arena.league.ratings.matchpoints import sitting_at_tables
from arena.league.schedules.gate import GateSchedule
from arena.league.schedules.gauntlet import Gauntlet
from arena.league.schedules.open_pool import OpenRoundRobin
from arena.league.schedules.schedule import RoundRobin, Schedule


class Expected(NamedTuple):
    """A board as it must be: its line's fields, with ids."""

    variant: str
    deal: int
    line_up: tuple[int, ...]
    sitting: list[int] | None


def strange_line_ups(export: Export) -> Iterator[str]:
    """Every difference, a line each; of each epoch the first. Nothing before the schedule's secret is told."""
    if not (export.tournament["root"] and export.tournament["schedule_secret"]):
        return
    settings = Settings(export)
    for epoch in export.epochs:
        expected = list(_of_gate(settings, epoch) if settings.kind == "gate" else _planned(settings, epoch))
        if len(expected) != epoch["boards"]:
            yield f"epoch {epoch['index']}: {epoch['boards']} boards, {len(expected)} were to be drawn"
        for number, board in enumerate(expected, start=epoch["first"]):
            if (strange := _difference(settings, export.boards[number], board)) is not None:
                yield strange
                break


def _difference(settings: Settings, board: dict[str, Any], expected: Expected) -> str | None:
    line_up = [settings.names[player] for player in expected.line_up]
    sits = [settings.names[player] for player in expected.sitting or ()]
    if (board["variant"], board["deal"], board["line_up"], board["sitting"]) == (*expected[:2], line_up, sits):
        return None
    was, drawn = (
        ", ".join([variant, *names])
        for variant, names in ((board["variant"], board["line_up"]), (expected.variant, line_up))
    )
    return f"board {board['number']}: another line-up than was to be drawn ({was}, and not {drawn})"


def _planned(settings: Settings, epoch: dict[str, Any]) -> Iterator[Expected]:
    pairs = members_of(settings.entrants)
    for board in _schedule(settings, epoch):
        number, table = epoch["first"] + board.number, settings.tables[board.variant]
        at = table.tables_per_board
        sits = sitting_at_tables(board.line_up, at, pairs, board.turn if at == 1 else number)
        yield Expected(table.variant, number, board.line_up, sits)


def _schedule(settings: Settings, epoch: dict[str, Any]) -> Schedule:
    """Of an epoch of any kind but a gate."""
    if settings.kind == "swiss":
        return swiss_round(settings, epoch)
    if settings.kind == "ladder":
        return ladder_batch(settings, epoch)
    entrants, added, late = settings.founders, dict[str, Any](), 0
    if epoch["index"]:
        terms = epoch["terms"]
        entrants, late = settings.entrants[: terms["entrants"]], sum(settings.late[: terms["entrants"]])
        added = {"more": terms["more"], "now": terms["now"], "gone": frozenset(terms["gone"])}
        added["sat"] = settings.sat(epoch["first"])
    tables, boards, seed = settings.tables, settings.boards, settings.seed
    if settings.pool == "open":
        return OpenRoundRobin(entrants, tables, boards, seed, **added)
    if settings.kind == "gauntlet":
        return Gauntlet(entrants, settings.challengers, tables, boards, seed, settings.allow_same_owner, **added)
    return RoundRobin(entrants, tables, boards, seed, settings.allow_same_owner, late=late, **added)


def _of_gate(settings: Settings, epoch: dict[str, Any]) -> Iterator[Expected]:
    new, old, *fillers = [entrant.id for entrant in settings.entrants]
    pairs, deals = members_of(settings.entrants), settings.export.tournament["deals"]
    schedule = GateSchedule(new, old, fillers, settings.tables, deals, settings.seed)
    for board in chain.from_iterable(schedule.round(index) for index in range(*epoch["terms"]["rounds"])):
        sits = sitting(board.line_up, pairs, board.deal // len(settings.tables))
        yield Expected(settings.tables[board.variant].variant, board.deal, board.line_up, sits)
