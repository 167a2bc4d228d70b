import re
import sys
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from arena.api.labels import flagged, is_marked
from arena.api.words import WORDS
from arena.cli.terminal.printing import explain_word, waiting
from arena.cli.terminal.tables import crosstable_with_legend, standings_tables
from arena.wire.gen.ratings_pb2 import Finding
from arena.wire.gen.standings_pb2 import GetStandingsResponse, Meeting, Standing, VariantStandings
from arena.wire.gen.tournaments_pb2 import Tournament

TERMINAL = 80  # columns


def shown(*renderables: object, width: int = TERMINAL) -> list[str]:
    """The lines on a terminal of the usual width."""
    console = Console(width=width, file=StringIO(), markup=False)
    with console.capture() as said:
        console.print(*renderables, sep="\n")
    return said.get().splitlines()


def test_standings_fit_a_terminal() -> None:
    line = Standing(bot="simple-1@1", owner="ada", score=0.806, boards=1000, points=-425.7, rating=1712.4)
    line.low, line.high = 0.768, 0.841
    spades = VariantStandings(variant="spades-4", standings=[line])
    spring = Tournament(name="spring", variants=["spades-4"], formats=["hands 4"])
    lines = shown(*standings_tables(GetStandingsResponse(tournament=spring, variants=[spades])))
    assert max(map(len, lines)) <= TERMINAL
    row = next(row for row in lines if "1712" in row)
    assert " ".join(row.replace("│", " ").split()) == "1 simple-1@1 1712 0.806 .76-.85 1000 -425.7 0"
    assert any("infractions" in row for row in lines), "no heading is broken within a word"
    assert "not shown: owner (-w shows all columns)" in lines


def test_without_a_closed_board_a_line_says_so() -> None:
    spring = Tournament(name="spring", pool="trust", boards=4, state="created", deals="operator")
    spring.variants.append("spades-4")
    spring.formats.append("game")
    answer = GetStandingsResponse(tournament=spring)
    answer.variants.add(variant="spades-4")
    marks = "on trust, deals committed by the operator, rated format: whole games, created: 0 of 4 boards"
    assert list(standings_tables(answer)) == [f"spades-4: spring ({marks}): no board is closed yet"]


def all_meet(bots: list[str]) -> list[Meeting]:
    return [
        Meeting(bot=bot, opponent=other, boards=12, score=1, low=0.85, high=1)
        for place, bot in enumerate(bots)
        for other in bots[place + 1 :]
    ]


def test_a_crosstable_of_twelve_fits_120_columns() -> None:
    bots = [f"some-bot-{number}@1.{number}" for number in range(12)]
    lines = shown(*crosstable_with_legend("spades-4", bots, all_meet(bots)), width=120)
    assert max(map(len, lines[1:])) <= 120
    rows = [line.split() for line in lines if "some-bot" in line]
    assert [row[:2] for row in rows] == [[str(place + 1), bot] for place, bot in enumerate(bots)]
    assert rows[3][2:] == ["0"] * 3 + ["100"] * 8
    below = lines[lines.index(next(line for line in lines if bots[3] in line)) + 1]
    assert below.split() == ["0-15"] * 3 + ["85-100"] * 8


def test_a_wide_crosstable_comes_in_parts_and_cuts_nothing() -> None:
    bots = [f"b{number}@1" for number in range(40)]
    lines = shown(*crosstable_with_legend("spades-4", bots, all_meet(bots)))
    assert sum("bot" in line.split() for line in lines[:-2]) > 1, "each part has a line of headings"
    assert max(map(len, lines)) <= TERMINAL
    assert sum(line.count("85-100") for line in lines) == 40 * 39 // 2
    assert lines[-2].startswith("a cell: score of the row's bot")


@pytest.mark.parametrize("is_terminal", [True, False])
def test_waiting_is_shown_in_a_terminal(
    is_terminal: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: is_terminal)
    with waiting("making its boards"):
        pass
    said = capsys.readouterr()
    assert ("making its boards" in said.err) == is_terminal
    assert not said.out


def test_flagged_findings_are_printed_and_mark_the_bot() -> None:
    findings = [
        Finding(kind="void", bots=["a@1"], flagged=True, sentence="9 of the 49 boards of a@1 were voided"),
        Finding(kind="void", bots=["b@1"], sentence="1 of the 51 boards of b@1 were voided"),
        Finding(kind="transfer", bots=["b@1", "c@1"], flagged=True, sentence="c@1 scores +3.0%"),
    ]
    assert list(flagged(findings)) == ["! 9 of the 49 boards of a@1 were voided", "! c@1 scores +3.0%"]
    assert [is_marked(bot, findings) for bot in ("a@1", "b@1", "c@1")] == [True, False, False]


PAGE = Path(__file__).resolve().parents[3] / "docs" / "reference" / "tables.md"
ROW = re.compile(r"^\| \*\*(?P<word>[^*]+)\*\* \| (?P<what>.*) \| (?P<unit>.*) \| (?P<interval>.*) \|$", re.MULTILINE)


def test_the_page_explains_the_same_words() -> None:
    section = PAGE.read_text().partition("## Columns")[2].partition("\n## ")[0]
    explanations = {row["word"]: (row["what"], row["unit"], row["interval"]) for row in ROW.finditer(section)}
    assert explanations == {word: (each.what, each.unit, each.interval) for word, each in WORDS.items()}


def test_an_explanation_has_unit_interval_and_page() -> None:
    for word in WORDS:
        line = explain_word(word)
        assert line.startswith(f"{word}: ")
        assert "\n" not in line
        assert "Unit: " in line
        pages = re.findall(r"docs/[a-z/]+\.md", line)
        assert len(pages) == 1
        assert (PAGE.parents[2] / pages[0]).exists()
    assert "95% interval: " in explain_word("rating")
