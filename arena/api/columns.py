"""Define the columns of tables of API messages, for the terminal, CSV and the web page."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Any, Final

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from arena.api.labels import POOL_LABELS, format_words, rating_of

Cell = Callable[[Any], str]
LEAST_BOARDS: Final = 10  # boards needed for an interval
LEAST_BLOCKS: Final = 3  # blocks needed for an interval


def as_dict(message: Message) -> dict[str, Any]:
    """Return all fields of *message* by their proto names, as `--json` and pages show them."""
    return MessageToDict(message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True)


@dataclass(frozen=True)
class Column:
    """A column of a table whose rows are messages.

    *name*: the field, and the CSV column; "" leaves it out of CSV. *heading*: for people; "" leaves it out of their
    tables. *cell*: makes the text for people; None shows the field as it is. *page*: makes the text for the web page;
    None leaves the column out there.
    """

    name: str
    heading: str = ""
    cell: Cell | None = None
    is_number: bool = False
    page: Cell | None = None

    @property
    def title(self) -> str:
        """Return the heading on one line."""
        return self.heading.replace("\n", " ")

    @property
    def key(self) -> str:
        """Return the field that sorts the column on the page: for an interval, its lower end."""
        return self.name or "low"

    def text(self, row: Message) -> str:
        """Return a row's text for people."""
        return self.cell(row) if self.cell else str(getattr(row, self.name))

    def value(self, row: Message) -> Any:
        """Return a row's field for CSV; "" if the message lacks the field or it is not set."""
        field = row.DESCRIPTOR.fields_by_name.get(self.name)
        if field is None or (field.has_presence and not row.HasField(self.name)):
            return ""
        value = getattr(row, self.name)
        return value if isinstance(value, str | int | float) else " ".join(map(str, value))


def keys(columns: Iterable[Column]) -> list[str]:
    """Return the fields that sort those of *columns* that the page shows."""
    return [column.key for column in columns if column.page]


def number(form: str, field: str, scale: float = 1, none: str = "-") -> Cell:
    """Return a function that formats *scale* times *field* with the format *form*; *none* if it is not set."""

    def cell(row: Any) -> str:
        unset = row.DESCRIPTOR.fields_by_name[field].has_presence and not row.HasField(field)
        return none if unset else f"{scale * getattr(row, field):{form}}"

    return cell


def interval(form: str, scale: float = 1, none: str = "", to: str = "..") -> Cell:
    """Return the cell of `low` to `high` in the format *form*; *none*, or the reason, if a row has no interval."""

    def cell(row: Any) -> str:
        if row.HasField("low"):
            return f"{scale * row.low:{form}} {to} {scale * row.high:{form}}"
        return none or (f"below {LEAST_BOARDS} boards" if row.boards < LEAST_BOARDS else f"below {LEAST_BLOCKS} blocks")

    return cell


def is_provisional(row: Any) -> bool:
    """Return whether a row has no interval: the bot has fewer than `LEAST_BOARDS` boards or `LEAST_BLOCKS` blocks."""
    return not (row.HasField("low") or row.HasField("high"))


def describe_lead(rows: Sequence[Any], level: int = 0) -> str:
    """Return whether a lead is beyond chance; "" for one bot. *level*: bots that cannot be separated from the first."""
    ranked = [row for row in rows if not is_provisional(row)]
    level = level or (ranked[0].last_place if ranked else 0)
    unsettled = f"the first {level} cannot be separated yet" if ranked else "no bot has an interval yet"
    sentence = "the lead is beyond chance" if level == 1 else f"not settled: {unsettled}"
    return sentence if len(rows) > 1 else ""


def percents(row: Any) -> str:
    """Return the interval of a row's score in percent, rounded outwards."""
    return f"{floor(100 * row.low)} to {ceil(100 * row.high)}%" if row.HasField("low") else "\N{EN DASH}"


def hundredths(row: Any) -> str:
    """Return the interval of a row's score, rounded outwards to hundredths."""
    if not row.HasField("low"):
        return "-"
    ends = floor(100 * row.low), ceil(100 * row.high)
    return "-".join(f"{end / 100:.2f}".removeprefix("0") for end in ends)


def _entrant(row: Any) -> str:
    """Return a bot's name with notes: late, withdrawn, number of forfeited boards."""
    notes = ["late"] * row.late + ["withdrawn"] * row.withdrawn
    notes += [f"{row.forfeited} forfeited"] * bool(row.forfeited)
    return f"{row.bot} ({', '.join(notes)})" if notes else row.bot


def _rating(row: Any) -> str:
    if not row.HasField("rating"):
        return "-"
    return rating_of(row.rating_bound, row.rating, row.rating_low, row.rating_high)


def _interval(row: Any, none: str = "-", to: str = "..") -> str:
    """Return the interval of a rating, or why the rating has no interval."""
    if row.bound:
        return "won every game" if row.bound == ">=" else "lost every game"
    return interval(".0f", none="" if none == "-" and row.boards < LEAST_BOARDS else none, to=to)(row)


def _against_all(row: Any) -> str:
    ends = f" ({100 * row.against_all_low:.1f} .. {100 * row.against_all_high:.1f})"
    return number(".1f", "against_all", 100)(row) + (ends if row.HasField("against_all_low") else "")


def _against_all_text(row: Any) -> str:
    ends = f" ({100 * row.against_all_low:.1f} to {100 * row.against_all_high:.1f}%)"
    score = number(".1%", "against_all", none="\N{EN DASH}")(row)
    return score + (ends if row.HasField("against_all_low") else "")


def rating_text(row: Any) -> str:
    """Return the rating in a row of an official table, or its bound, as text for the web page."""
    text = rating_of(row.bound, row.rating, row.low, row.high).replace("-", "\N{MINUS SIGN}")
    return text.replace(">=", "≥ ").replace("<=", "≤ ")


def rating_interval(row: Any) -> str:
    """Return the interval of a row's rating as text for the web page."""
    return _interval(row, none="\N{EN DASH}", to="to").replace("-", "\N{MINUS SIGN}")


def _about(row: Any) -> str:
    return f"place {row.place}" if row.HasField("place") else ", ".join(row.bots) or "all bots"


def _points(field: str) -> Cell:
    """Return a function that formats points per game; "" for all variants together, whose points differ."""
    return lambda row: f"{getattr(row, field):.1f}" if row.format else ""


def _figure(field: str) -> Cell:
    """Return a function that formats a figure of play with its unit; "" if it is not set."""
    share, mean = number(".1%", field, none=""), number(".2f", field, none="")
    return lambda row: share(row) if row.unit == "share" else f"{mean(row)} {row.unit}" * row.HasField(field)


def _format(row: Any) -> str:
    return format_words(row.format) if row.format else ""


def _variant(row: Any) -> str:
    return str(row.variant) if row.revision == 1 else f"{row.variant} (revision {row.revision})"


OWNER: Final = Column("owner", "owner")
BOARDS: Final = Column("boards", "boards", is_number=True, page=number(",", "boards"))
POINTS: Final = Column(
    "points", "points\na game", number(".1f", "points"), is_number=True, page=number(".1f", "points")
)
INFRACTIONS: Final = Column("infractions", "infractions", is_number=True, page=number(",", "infractions"))
SCORE: Final = (
    Column("score", "score", number(".3f", "score"), is_number=True, page=number(".1%", "score")),
    *map(Column, ("error", "low", "high")),
)
INTERVAL: Final = Column("", "95%\ninterval", hundredths, is_number=True, page=percents)
STANDINGS: Final = (
    Column("bot", "bot", _entrant),
    Column("rating", "rating", _rating),
    OWNER,
    *SCORE,
    INTERVAL,
    BOARDS,
    POINTS,
    INFRACTIONS,
    *map(Column, ("live_elo", "forfeited", "rating_low", "rating_high", "rating_bound", "first_place", "last_place")),
)
TOTALS: Final = (
    Column("bot", "bot"),
    OWNER,
    *SCORE,
    INTERVAL,
    Column("variants", "variants", is_number=True),
    BOARDS,
    INFRACTIONS,
)
MEETINGS: Final = tuple(map(Column, ("bot", "opponent", "boards", "score", "error", "low", "high")))
LUCK: Final = (
    Column("bot", "bot"),
    SCORE[0],
    POINTS,
    Column("error", "± error", number(".2f", "error"), is_number=True),
    Column("less_luck", "less luck", number(".1f", "less_luck"), is_number=True),
    Column("less_luck_error", "± error", number(".2f", "less_luck_error"), is_number=True),
    BOARDS,
)
RATINGS: Final = (
    Column("bot", "bot"),
    Column("rating", "rating", lambda row: rating_of(row.bound, row.rating, row.low, row.high), True, rating_text),
    *map(Column, ("low", "high", "bound", "error")),
    Column("", "95% interval", _interval, is_number=True, page=rating_interval),
    BOARDS,
    *map(Column, ("first_place", "last_place")),
)
POOLED_RATINGS: Final = (
    *RATINGS,
    Column("spread", "spread", number(".0f", "spread"), is_number=True),
    Column("kind", "kind", lambda row: row.kind or "-", page=lambda row: str(row.kind)),
)
LIVE_ELO: Final = (
    Column("bot", "bot"),
    Column("live_elo", "live Elo", number(".0f", "live_elo"), is_number=True),
    BOARDS,
)
AGAINST_ALL: Final = (
    Column("against_all", "against all", _against_all, is_number=True, page=_against_all_text),
    *map(Column, ("against_all_low", "against_all_high", "unmet")),
)
SURPRISES: Final = (
    Column("bot", "bot"),
    Column("opponent", "against"),
    Column("score", "score", number(".0%", "score"), is_number=True),
    Column("expected", "expected", number(".0%", "expected"), is_number=True),
    Column("errors", "errors apart", number(".1f", "errors"), is_number=True),
    BOARDS,
)
HEAD_TO_HEAD: Final = (
    Column("variant", "variant", _variant),
    Column("revision"),
    Column("format", "rated format", _format, page=_format),
    Column("score", "score", number(".1f", "score", 100), is_number=True, page=number(".1%", "score")),
    *map(Column, ("error", "low", "high")),
    Column("", "95% interval", interval(".1f", 100), is_number=True, page=percents),
    BOARDS,
    Column("points", "points\na game", _points("points"), True, _points("points")),
    Column("opponent_points", "its", _points("opponent_points"), True, _points("opponent_points")),
    Column("", "pool", lambda row: POOL_LABELS.get(row.pool, row.pool), page=lambda row: str(row.pool)),
)
FIGURES: Final = (
    *map(Column, ("bot", "variant", "revision", "games")),
    Column("name", "figure"),
    Column("unit"),
    Column("value", "this bot", _figure("value"), is_number=True),
    Column("of", "of", is_number=True),
    Column("field", "all others", _figure("field"), is_number=True),
)
CALLS: Final = (
    Column("called", "times", is_number=True),
    Column("made", "made", number(".0f", "made", 100, none=""), is_number=True),
    Column("", "95%", interval(".0f", 100, none=" ", to="-"), is_number=True),
    Column("points", "points\na hand", number(".1f", "points", none=""), is_number=True),
    Column("field_called", "others'\ntimes", is_number=True),
    Column("field_made", "others'\nmade", number(".0f", "field_made", 100, none=""), is_number=True),
    Column("field_points", "others'\npoints", number(".1f", "field_points", none=""), is_number=True),
)
SEAT_SCORES: Final = tuple(map(Column, ("bot", "place", "games", "score", "error", "low", "high", "points")))
FINDINGS: Final = (
    Column("variant"),
    Column("kind", "kind"),
    Column("bots", "about", _about),
    Column("place"),
    Column("boards", "boards", is_number=True),
    Column("effect", "effect, %", number("+.1f", "effect", 100), is_number=True),
    *map(Column, ("error", "low", "high")),
    Column("", "interval", interval("+.1f", 100, none="-"), is_number=True),
    Column("threshold", "limit, %", number("g", "threshold", 100), is_number=True),
    Column("chance", "chance", number(".2g", "chance"), is_number=True),
    Column("flagged", "flagged", lambda row: "yes" if row.flagged else ""),
    Column("sentence"),
)
