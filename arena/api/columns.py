"""Messages as rows of JSON, and their columns, declared once for terminal, CSV and page."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

Cell = Callable[[Any], str]


def as_dict(message: Message) -> dict[str, Any]:
    """Return all fields of *message* under their proto names, as `--json` and pages show them."""
    return MessageToDict(message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True)


@dataclass(frozen=True)
class Column:
    """A column of a table of messages.

    *name*: of the field, and of the column in CSV. *heading*: above the *cell*, which is its text for people; a
    column without a heading is in CSV alone, and one without a name is in no CSV.
    """

    name: str
    heading: str = ""
    cell: Cell | None = None
    is_number: bool = False

    def text(self, row: Message) -> str:
        """Return the cell for people: `cell` of the row, or its field as it is."""
        return self.cell(row) if self.cell else str(getattr(row, self.name))

    def value(self, row: Message) -> Any:
        """Return the field for CSV; "" where it is not set."""
        field = row.DESCRIPTOR.fields_by_name[self.name]
        if field.has_presence and not row.HasField(self.name):
            return ""
        value = getattr(row, self.name)
        return value if isinstance(value, str | int | float) else " ".join(map(str, value))


def number(form: str, field: str, scale: float = 1, none: str = "-") -> Cell:
    """Return the cell of a field in the format *form*; *none* where it is not set."""

    def cell(row: Any) -> str:
        unset = row.DESCRIPTOR.fields_by_name[field].has_presence and not row.HasField(field)
        return none if unset else f"{scale * getattr(row, field):{form}}"

    return cell


def interval(form: str, scale: float = 1, none: str = "below 10 boards") -> Cell:
    """Return the cell of `low` to `high` in the format *form*; *none* where a row has no interval."""
    return lambda row: f"{scale * row.low:{form}} .. {scale * row.high:{form}}" if row.HasField("low") else none


FINDINGS: Final = (
    Column("variant"),
    Column("kind", "kind"),
    Column("bots", "about", lambda row: ", ".join(row.bots) or "all bots"),
    Column("place"),
    Column("boards", "boards", is_number=True),
    Column("effect", "effect, %", number("+.1f", "effect", 100), is_number=True),
    Column("error"),
    Column("low"),
    Column("high"),
    Column("", "interval", interval("+.1f", 100, none="-"), is_number=True),
    Column("threshold", "limit, %", number("g", "threshold", 100), is_number=True),
    Column("chance", "chance", number(".2g", "chance"), is_number=True),
    Column("flagged", "flagged", lambda row: "yes" if row.flagged else ""),
    Column("sentence"),
)
