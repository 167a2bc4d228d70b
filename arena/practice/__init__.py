"""Practice: one person at a table of house bots. Pure: no clock, no socket, no file.

docs/explanation/architecture/practice.md
"""

from arena.practice.answers import Choice, choices_of, read_answer
from arena.practice.deals import ActionRefusedError, BadTableError, Deal, PracticeError, TableTooLongError, deal_of
from arena.practice.saving import MAX_CHARACTERS, from_text, to_text
from arena.practice.sharing import Line, Played, compare, from_code, played_at, to_code
from arena.practice.shown import Player, SheetRow, Shown, show
from arena.practice.table import Hint, Marks, Table, sit_down
from arena.practice.telling import Happened, places

__all__ = [
    "MAX_CHARACTERS",
    "ActionRefusedError",
    "BadTableError",
    "Choice",
    "Deal",
    "Happened",
    "Hint",
    "Line",
    "Marks",
    "Played",
    "Player",
    "PracticeError",
    "SheetRow",
    "Shown",
    "Table",
    "TableTooLongError",
    "choices_of",
    "compare",
    "deal_of",
    "from_code",
    "from_text",
    "places",
    "played_at",
    "read_answer",
    "show",
    "sit_down",
    "to_code",
    "to_text",
]
