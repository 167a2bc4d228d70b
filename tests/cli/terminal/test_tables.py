"""Every table of the command with its longest values, at 60 and 80 characters and wide."""

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from google.protobuf.message_factory import GetMessageClass

from arena.cli import service
from arena.cli.bots import comparing
from arena.cli.match import report, scores
from arena.cli.offline import replay
from arena.cli.table import drawing
from arena.cli.terminal.printing import MAX_WIDTH, MIN_FOLDED, Column, EscapingConsole, FittedTable
from arena.league.ratings.spread import VariantScore
from arena.match.plan import Settings
from arena.play import TimeControl
from arena.practice import show
from arena.rules import configure
from arena.rules.check import PlayedCard, SeatCost
from arena.store.play.archive import Part
from tests.cli.conftest import Command
from tests.practice.sitting import short, table_of
from tests.programs import ROOT

BOT, HASH, VARIANT, WHOLE = f"{'n' * 40}@{'v' * 40}", "f" * 64, "pinochle-double-deck", 2**31 - 1
SMALL = ("hand", "decision", "seat", "rotation", "rank", "place", "priority", "revision", "max_seats", "nanos")
LONGEST: dict[str, Any] = dict.fromkeys((*SMALL, "first_place", "last_place"), 99) | dict.fromkeys(
    ("root", "secret", "commitment", "seed"), HASH
)
LONGEST |= dict.fromkeys(("bot", "bots", "pair", "opponent", "new_bot", "old_bot"), BOT)
LONGEST |= dict.fromkeys(("rating", "points", "opponent_points", "live_elo", "value", "loss"), -1234)
LONGEST |= {"variant": VARIANT, "variants": VARIANT, "format": "series 100", "unit": "points", "next_page_token": ""}
LONGEST |= {"kind": "ladder", "decision": "undecided", "bound": "", "pool": "trust", "pools": "trust"}
COMMANDS = """owner list; pair list; token list --all; bot list; bot infractions b; bot stats b; bot versus a b
bot versions b; infractions t; audit; tournament list; tournament standings t; tournament standings t --luck
tournament seats t; tournament findings t --all; tournament games t --by-loss; tournament balance t
tournament rounds t; tournament roots t; tournament commitments t; ratings; ratings --pooled; ratings --live
ratings --seats; ratings spades-4 --receipt b; ratings --against-all; gate show t; variants; variants spades-3
tournament create t --variants spades-4 --bot b --boards 4 --dry-run; archive list"""


def fill(message: Any) -> Any:
    """Set all fields of *message* to their longest values; lists get two of them."""
    for field in message.DESCRIPTOR.fields:
        own = getattr(message, field.name)
        if field.message_type:
            for each in (own.add(), own.add()) if field.is_repeated else [own] * (field.name != "next"):
                fill(each)
            continue
        default = {5: 0.9999, 7: True, 8: 1, 9: "n" * 40}.get(field.cpp_type, WHOLE)
        value = LONGEST.get(field.name, default)
        value = value if isinstance(value, str) == (field.cpp_type == 9) else default
        own.extend([value] * 2) if field.is_repeated else setattr(message, field.name, value)
    return message


class Longest:
    """An API whose answers have the longest values."""

    def __getattr__(self, name: str) -> Any:
        method = service.SERVICE.methods_by_name[name]
        answer = fill(GetMessageClass(method.output_type)())
        return lambda _request, **_call: iter([answer]) if method.server_streaming else answer


def call_offline() -> None:
    """Print the tables of commands that need no service."""
    place = f"{HASH}:99:999"
    new = comparing.Difference(HASH, WHOLE, VARIANT, HASH, 99, 999, 9, "300", ["pass"], 999, -999.9, place)
    comparing._show("t", BOT, BOT, [new])
    replay._print_cards({"id": HASH}, [PlayedCard(99, 999, 99, 0, 1, 2, 999.9, 99.9, False)], [BOT])
    replay._print_totals([SeatCost(0, 9999, 9999, 99999.9, 999.99, 99.99)], [BOT])
    infractions = Counter(disconnected=10**6, illegal=10**6)
    score = VariantScore(VARIANT, 10**5, 10**5, -99.99, 99.99, 100)
    scores.print_scores([scores.Line(VARIANT, BOT, score, infractions)], False)
    settings = Settings([BOT, BOT], [], 2, configure("spades-3"), 1, HASH, TimeControl(5, 60))
    numbers = {"boards": 10**5, "points": -999.9, "infractions": 0, "forfeited": 0, "error": 0.1, "blocks": 99}
    line = SimpleNamespace(player=0, score=0.9999, interval=(0.9, 0.9), **numbers)
    results: Any = SimpleNamespace(settings=settings, boards=10**5, infractions=[infractions], deaths=[10**6])
    results.standings, results.crosstable = lambda: [line], list
    results.strengths = lambda: [SimpleNamespace(elo=-1234, low=-1234, high=-1234)]
    report.print_results([results, results], "", as_json=False)
    view, cards = show(table_of(short("spades-3"))), ["TD"] * 20
    roles = {"is_partner": True, "is_dealer": True, "is_declarer": True, "cards": cards, "meld_cards": cards}
    counts = {"score": -9999, "chips": [("blue", 9)], "bags": 9, "wins": 9, "meld_points": 999}
    player = replace(view.players[0], bid="blind nil", melds=[("run", 1, 150)], **roles, **counts)
    aids = SimpleNamespace(aids=SimpleNamespace(undone=99, hints=99, opened=range(30)))
    drawing.side_by_side([SimpleNamespace(hand=99, points=[-999, None])], [aids, aids])  # type: ignore[list-item]
    list(drawing.draw_table(replace(view, players=[player] * 3, family="pinochle", limit=10, wins=9)))


def check(rows: FittedTable, width: int) -> None:
    """Check that *rows* fits, that each column is whole or dropped, and that no letters are stacked."""
    screen = EscapingConsole(width=width, emoji=False, markup=False)
    with screen.capture() as printed:
        screen.print(rows)
    lines = printed.get().splitlines()
    assert max(map(len, lines)) <= width
    dropped = ", " + " ".join(" ".join(lines).partition("not shown: ")[2].split()).replace(" (-w", ",")
    assert dropped == ", " or width < MAX_WIDTH
    shown = [each for each in rows.columns if f", {Column('', str(each.header)).title}," not in dropped]
    cells = [line[1:-1].replace("┃", "│").split("│") for line in lines if line[:1] in tuple("┃│")]
    for column, parts in zip(shown, zip(*cells, strict=True), strict=bool(cells)):
        texts = [str(each) for each in (column.header, *column.cells)]
        assert "".join("".join(parts).split()) == "".join("".join(texts).split())
        longest = max(len(line) for text in texts for line in text.splitlines() or [""])
        assert len(parts[0]) - 2 >= min(longest, longest if column.no_wrap or width == MAX_WIDTH else MIN_FOLDED - 1)


def test_every_table_fits(arena: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    tables: dict[FittedTable, tuple[str, int]] = {}
    create = FittedTable.__init__

    def init(self: FittedTable, *words: Any, **options: Any) -> None:
        create(self, *words, **options)
        frame: Any = sys._getframe(1)
        while frame.f_code.co_filename.endswith("printing.py"):
            frame = frame.f_back
        tables[self] = frame.f_code.co_filename, frame.f_lineno

    @contextmanager
    def people(_service: service.Service) -> Iterator[Longest]:
        yield Longest()

    monkeypatch.setattr(FittedTable, "__init__", init)
    monkeypatch.setattr(service.Service, "people", people)
    monkeypatch.setattr("arena.store.play.archive.parts", lambda dsn: [Part(9999, WHOLE, WHOLE, "", HASH)])
    monkeypatch.setattr("arena.cli.database.find_database", lambda: ("", ""))
    monkeypatch.setenv("ARENA_SERVER", "127.0.0.1:1")
    monkeypatch.setenv("ARENA_TOKEN", "arena-op-test")
    for words in COMMANDS.replace("\n", "; ").split("; "):
        assert arena(*words.split()).out
    call_offline()
    sources = [path for path in (ROOT / "arena/cli").rglob("*.py") if path.name != "printing.py"]
    nodes = [(path, node) for path in sources for node in ast.walk(ast.parse(path.read_text()))]
    calls = [(path, node) for path, node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    sites = {(str(path), node.lineno) for path, node in calls if node.func.id in ("table", "listing", "grid_of")}
    assert sites <= set(tables.values())
    for rows in tables:
        for width in (60, 80, MAX_WIDTH):
            check(rows, width)
