"""Each column of a table has a word; `--explain` and docs/reference/tables.md say the same of it."""

import re
from pathlib import Path

from arena.api.words import WORDS
from arena.cli.terminal.printing import explain_word

PAGE = Path(__file__).resolve().parents[3] / "docs" / "reference" / "tables.md"
ROW = re.compile(r"^\| \*\*(?P<word>[^*]+)\*\* \| (?P<what>.*) \| (?P<unit>.*) \| (?P<interval>.*) \|$", re.MULTILINE)


def test_the_page_says_of_each_word_what_the_command_does() -> None:
    section = PAGE.read_text().partition("## Columns")[2].partition("\n## ")[0]
    told = {row["word"]: (row["what"], row["unit"], row["interval"]) for row in ROW.finditer(section)}
    assert told == {word: (each.what, each.unit, each.interval) for word, each in WORDS.items()}


def test_a_word_is_explained_in_one_line_with_its_unit_its_interval_and_its_page() -> None:
    for word in WORDS:
        line = explain_word(word)
        assert line.startswith(f"{word}: ")
        assert "\n" not in line
        assert "Unit: " in line
        pages = re.findall(r"docs/[a-z/]+\.md", line)
        assert len(pages) == 1
        assert (PAGE.parents[2] / pages[0]).exists()
    assert "95% interval: " in explain_word("rating")
