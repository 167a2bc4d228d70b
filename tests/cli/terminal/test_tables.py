"""Every table of the command with its longest values, at 60 and 80 characters and wide."""

import ast
from collections import Counter
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from traceback import extract_stack
from types import SimpleNamespace
from typing import Any

import pytest
from google.protobuf.message_factory import GetMessageClass

from arena import cli
from arena.cli import service
from arena.cli.bots import comparing
from arena.cli.match import report, scores
from arena.cli.offline import replay
from arena.cli.table import drawing
from arena.cli.terminal.printing import MAX_WIDTH, MIN_FOLDED, EscapingConsole, FittedTable
from arena.league.ratings.spread import VariantScore
from arena.match.plan import Settings
from arena.play import TimeControl
from arena.practice import show
from arena.rules.check import PlayedCard, SeatCost
from arena.store.play.archive import Part
from tests.cli.conftest import Command
from tests.practice.sitting import short, table_of

BOT, HASH, VARIANT, WHOLE = f"{'n' * 40}@{'v' * 40}", "f" * 64, "pinochle-double-deck", 2**31 - 1
SMALL = ("hand", "decision", "seat", "rotation", "rank", "place", "priority", "revision", "max_seats", "nanos")
LONGEST: dict[str, Any] = dict.fromkeys(SMALL, 99) | dict.fromkeys(("root", "secret", "commitment", "seed"), HASH)
LONGEST |= dict.fromkeys(("bot", "bots", "pair", "opponent", "new_bot", "old_bot"), BOT) | {"unit": "points"}
LONGEST |= dict.fromkeys(("rating", "points", "opponent_points", "live_elo", "value", "loss"), -1234)
LONGEST |= {"variant": VARIANT, "variants": VARIANT, "format": "series 100", "pool": "trust", "pools": "trust"}
LONGEST |= {"kind": "ladder", "decision": "undecided", "bound": "", "next_page_token": "", "last_place": 99}
COMMANDS = """owner list; pair list; token list --all; bot list; bot infractions b; bot stats b; bot versus a b
bot versions b; infractions t; audit; tournament list; tournament standings t; tournament standings t --luck
tournament seats t; tournament findings t --all; tournament games t --by-loss; tournament balance t
tournament rounds t; tournament roots t; tournament commitments t; ratings; ratings --pooled; ratings --live
ratings --seats; ratings spades-4 --receipt b; ratings --against-all; gate show t; variants; variants spades-3
tournament create t --variants spades-4 --bot b --boards 4 --dry-run; archive list"""


def fill(message: Any) -> Any:
    """Set all fields of *message* to their longest values; lists get two of them."""
    for field in message.DESCRIPTOR.fields:
        own, default = getattr(message, field.name), {5: 0.9999, 7: True, 8: 1, 9: "n" * 40}.get(field.cpp_type, WHOLE)
        value = LONGEST.get(field.name, default)
        value = value if isinstance(value, str) == (field.cpp_type == 9) else default
        if field.message_type:
            for each in (own.add(), own.add()) if field.is_repeated else [own] * (field.name != "next"):
                fill(each)
        elif field.is_repeated:
            own.extend([value] * 2)
        else:
            setattr(message, field.name, value)
    return message


def answer(method: Any, _request: Any, **_call: Any) -> Any:
    """Answer a call of the API with the longest values."""
    message = fill(GetMessageClass(method.output_type)())
    return iter([message]) if method.server_streaming else message


def print_offline() -> None:
    """Print the tables of commands that need no service."""
    place = (HASH, WHOLE, VARIANT, HASH, 99, 999, 9)
    comparing._show("t", BOT, BOT, [comparing.Difference(*place, "300", ["pass"], 999, -999.9, f"{HASH}:99:999")])
    replay._print_cards({"id": HASH}, [PlayedCard(99, 999, 99, 0, 1, 2, 999.9, 99.9, False)], [BOT])
    replay._print_totals([SeatCost(0, 9999, 9999, 99999.9, 999.99, 99.99)], [BOT])
    infractions, score = Counter(disconnected=10**6), VariantScore(VARIANT, 10**5, 10**5, -99.99, 99.99, 100)
    scores.print_scores([scores.Line(VARIANT, BOT, score, infractions)], False)
    numbers = {"boards": 10**5, "points": -999.9, "infractions": 0, "forfeited": 0, "error": 0.1, "blocks": 99}
    line = SimpleNamespace(player=0, score=0.9999, interval=(0.9, 0.9), **numbers)
    results: Any = SimpleNamespace(boards=10**5, infractions=[infractions], deaths=[10**6])
    results.settings = Settings([BOT, BOT], [], 2, short("spades-3"), 1, HASH, TimeControl(5, 60))
    results.standings, results.crosstable = lambda: [line], list
    results.strengths = lambda: [SimpleNamespace(elo=-1234, low=-1234, high=-1234)]
    report.print_results([results, results], "", as_json=False, out=None)
    view, cards = show(table_of(short("spades-3"))), ["TD"] * 20
    player = replace(view.players[0], is_dealer=True, bid="blind nil", score=-9999, bags=9, cards=cards)
    list(drawing.draw_table(replace(view, players=[player] * 3, limit=10, wins=9)))
    aids = SimpleNamespace(aids=SimpleNamespace(undone=99, hints=99, opened=range(30)))
    drawing.side_by_side([], [aids, aids])  # type: ignore[list-item]


def check(rows: FittedTable, width: int) -> None:
    """Check that *rows* fits, that each column is whole or dropped, and that no letters are stacked."""
    screen = EscapingConsole(width=width, emoji=False, markup=False)
    with screen.capture() as printed:
        screen.print(rows)
    lines = printed.get().splitlines()
    assert max(map(len, lines)) <= width
    dropped = ", " + " ".join(" ".join(lines).partition("not shown: ")[2].split()).replace(" (-w", ",")
    assert dropped == ", " or width < MAX_WIDTH
    shown = [each for each, title in zip(rows.columns, rows.titles, strict=True) if f", {title}," not in dropped]
    cells = [line[1:-1].replace("┃", "│").split("│") for line in lines if line[:1] in ("┃", "│")]
    for column, parts in zip(shown, zip(*cells, strict=True), strict=bool(cells)):
        texts = [str(each) for each in (column.header, *column.cells)]
        assert "".join("".join(parts).split()) == "".join("".join(texts).split())
        longest = max(len(line) for text in texts for line in text.splitlines() or [""])
        assert len(parts[0]) - 2 >= min(longest, longest if column.no_wrap or width == MAX_WIDTH else MIN_FOLDED - 1)


def test_every_table_fits(arena: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    tables: list[FittedTable] = []
    callers: set[tuple[str, int | None]] = set()
    create = FittedTable.__init__

    def record(rows: FittedTable, **options: Any) -> None:
        create(rows, **options)
        tables.append(rows)
        callers.add(next((e.filename, e.lineno) for e in extract_stack()[-2::-1] if "printing.py" not in e.filename))

    api = SimpleNamespace(**{each.name: partial(answer, each) for each in service.SERVICE.methods})
    monkeypatch.setattr(FittedTable, "__init__", record)
    monkeypatch.setattr(service.Service, "people", lambda _: nullcontext(api))
    monkeypatch.setattr("arena.store.play.archive.parts", lambda _: [Part(9999, WHOLE, WHOLE, "", HASH)])
    monkeypatch.setattr("arena.cli.database.find_database", lambda: ("", ""))
    monkeypatch.setenv("ARENA_SERVER", "127.0.0.1:1")
    monkeypatch.setenv("ARENA_TOKEN", "arena-op-test")
    monkeypatch.setenv("COLUMNS", "60")
    for words in COMMANDS.replace("\n", "; ").split("; "):
        if "not shown: " in arena(*words.split()).out:
            assert "not shown: " not in arena(*words.split(), "-w").out != ""
    print_offline()
    for path in Path(cli.__file__).parent.rglob("*.py"):
        calls = [each for each in ast.walk(ast.parse(path.read_text())) if isinstance(each, ast.Call)]
        creating = [each for each in calls if getattr(each.func, "id", "") in ("table", "listing", "grid_of")]
        assert path.name == "printing.py" or {(str(path), each.lineno) for each in creating} <= callers
    for rows in tables:
        for width in (60, 80, MAX_WIDTH):
            check(rows, width)
