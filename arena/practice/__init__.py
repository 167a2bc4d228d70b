"""Play practice tables: one person and house bots, without clock, network or files.

docs/explanation/architecture/practice.md explains the design.
"""

from arena.practice.answers import Choice, choices_of, read_answer
from arena.practice.deals import ActionRefusedError, BadTableError, Deal, PracticeError, TableTooLongError, deal_of
from arena.practice.narration import TableEvent, places
from arena.practice.saving import MAX_CHARACTERS, from_text, to_text
from arena.practice.sharing import DealResult, Line, compare, from_code, record_of, result_of, to_code
from arena.practice.table import Aids, Hint, Table, sit_down
from arena.practice.view import Player, SheetRow, TableView, show

__all__ = [
    "MAX_CHARACTERS",
    "ActionRefusedError",
    "Aids",
    "BadTableError",
    "Choice",
    "Deal",
    "DealResult",
    "Hint",
    "Line",
    "Player",
    "PracticeError",
    "SheetRow",
    "Table",
    "TableEvent",
    "TableTooLongError",
    "TableView",
    "choices_of",
    "compare",
    "deal_of",
    "from_code",
    "from_text",
    "places",
    "read_answer",
    "record_of",
    "result_of",
    "show",
    "sit_down",
    "to_code",
    "to_text",
]
