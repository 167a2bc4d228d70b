"""Play practice tables: one person and house bots, without clock, network or files.

docs/explanation/architecture/practice.md explains the design.
"""

from arena.practice.answers import choices_of as choices_of
from arena.practice.answers import read_answer as read_answer
from arena.practice.deals import ActionRefusedError as ActionRefusedError
from arena.practice.deals import BadTableError as BadTableError
from arena.practice.deals import Deal as Deal
from arena.practice.deals import PracticeError as PracticeError
from arena.practice.deals import deal_of as deal_of
from arena.practice.narration import places as places
from arena.practice.saving import MAX_CHARACTERS as MAX_CHARACTERS
from arena.practice.saving import from_text as from_text
from arena.practice.saving import to_text as to_text
from arena.practice.sharing import DealResult as DealResult
from arena.practice.sharing import Line as Line
from arena.practice.sharing import compare as compare
from arena.practice.sharing import from_code as from_code
from arena.practice.sharing import record_of as record_of
from arena.practice.sharing import result_of as result_of
from arena.practice.sharing import to_code as to_code
from arena.practice.table import Aids as Aids
from arena.practice.table import Hint as Hint
from arena.practice.table import Table as Table
from arena.practice.table import sit_down as sit_down
from arena.practice.view import TableView as TableView
from arena.practice.view import show as show
