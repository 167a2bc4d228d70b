"""Define options: each has a name, a field of the rules, and accepted values.

Options are stored only in the rules: `configure` sets them there, and `options_of` reads them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from dataclasses import field as value_of
from enum import Enum
from typing import Any

from arena.rules.cards import CARD_CODES, TEXTS
from arena.rules.errors import InvalidOptionError, shown, shown_name
from arena.rules.rules import DRAW, SERIES_WINS_MOST, Bidding, Format, Rules


def is_whole(value: object) -> bool:
    """Return whether a JSON value is a whole number and not a boolean."""
    return isinstance(value, int) and not isinstance(value, bool)


@dataclass(frozen=True)
class Accepts:
    """The values that an option accepts in JSON, and their conversion to the field's value and back."""

    def read(self, value: object, rules: Rules) -> tuple[Any, ...]:
        """Return a 1-tuple of the field's value for a JSON value; () if the value is not accepted."""
        raise NotImplementedError

    def write(self, stored: Any) -> Any:
        """Return the JSON value of *stored*, the field's value."""
        return stored

    def says(self, rules: Rules) -> str:
        """Describe the accepted values in words."""
        raise NotImplementedError


@dataclass(frozen=True)
class Whole(Accepts):
    """A multiple of *step* from *least* to *most*; *none*: the meaning of null, "" if null is not accepted."""

    least: int
    most: int
    none: str = ""
    step: int = 1

    def read(self, value: object, rules: Rules) -> tuple[Any, ...]:
        if value is None and self.none:
            return (None,)
        if not isinstance(value, int) or not is_whole(value) or value % self.step:
            return ()
        return (value,) if self.least <= value <= self.most else ()

    @property
    def kind(self) -> str:
        return "a whole number" if self.step == 1 else f"a multiple of {self.step}"

    def says(self, rules: Rules) -> str:
        number = str(self.least) if self.least == self.most else f"{self.kind} {self.least}..{self.most}"
        return f"{number}, or null ({self.none})" if self.none else number


@dataclass(frozen=True)
class Flag(Accepts):
    """A boolean: true or false."""

    def read(self, value: object, rules: Rules) -> tuple[Any, ...]:
        return (value,) if isinstance(value, bool) else ()

    def says(self, rules: Rules) -> str:
        return "true or false"


@dataclass(frozen=True)
class Choice(Accepts):
    """The value of a member of the enum *among*."""

    among: type[Enum]

    def read(self, value: object, rules: Rules) -> tuple[Any, ...]:
        return tuple(member for member in self.among if member.value == value)

    def write(self, stored: Any) -> Any:
        return stored.value

    def says(self, rules: Rules) -> str:
        return "one of " + ", ".join(f'"{member.value}"' for member in self.among)


@dataclass(frozen=True)
class Rounds(Accepts):
    """The number of rounds of an auction: 1, or null for bidding until all but one have passed."""

    def read(self, value: object, rules: Rules) -> tuple[Any, ...]:
        if value is None:
            return (Bidding.AUCTION,)
        return (Bidding.SINGLE,) if value == 1 and is_whole(value) else ()

    def write(self, stored: Any) -> Any:
        return 1 if stored is Bidding.SINGLE else None

    def says(self, rules: Rules) -> str:
        return "1, or null (until all but one have passed)"


@dataclass(frozen=True)
class OneOf(Accepts):
    """One of several values; *pairs*: (JSON value, field's value)."""

    pairs: tuple[tuple[Any, Any], ...]

    def read(self, value: object, rules: Rules) -> tuple[Any, ...]:
        return tuple(stored for known, stored in self.pairs if type(value) is type(known) and value == known)

    def write(self, stored: Any) -> Any:
        return next(known for known, value in self.pairs if value == stored)

    def says(self, rules: Rules) -> str:
        return "one of " + ", ".join(shown(known) for known, _ in self.pairs)


@dataclass(frozen=True)
class SomeOf(Accepts):
    """A list of different card texts, all of them from *cards*."""

    cards: tuple[str, ...]

    def read(self, value: object, rules: Rules) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple) or any(card not in self.cards for card in value):
            return ()
        return (tuple(CARD_CODES[card] for card in value),) if len(set(value)) == len(value) else ()

    def write(self, stored: Any) -> Any:
        return [TEXTS[card] for card in stored]

    def says(self, rules: Rules) -> str:
        return f"a list of any of {', '.join(self.cards)}, none twice"


@dataclass(frozen=True)
class FirstDealer(Accepts):
    """A seat, or the word `DRAW` if the dealer is drawn."""

    def read(self, value: object, rules: Rules) -> tuple[Any, ...]:
        if value == DRAW:
            return (DRAW,)
        return (value,) if isinstance(value, int) and is_whole(value) and 0 <= value < rules.seats else ()

    def says(self, rules: Rules) -> str:
        return f'a seat 0..{rules.seats - 1}, or "{DRAW}"'


@dataclass(frozen=True)
class Option:
    """An option; *part* and *field*: where the rules store it, *accepts*: its values.

    *follows*: value of the field -> other fields (part, field, value) that are set with it.
    """

    name: str
    part: str
    field: str
    accepts: Accepts
    follows: Mapping[Any, tuple[tuple[str, str, Any], ...]] = value_of(default_factory=dict)

    def value(self, rules: Rules) -> Any:
        """Return the option's JSON value in these rules."""
        return self.accepts.write(getattr(getattr(rules, self.part), self.field))

    def set(self, rules: Rules, value: object) -> Rules:
        """Return *rules* with the option set to a JSON value. Raises `InvalidOptionError`."""
        read = self.accepts.read(value, rules)
        if not read:
            raise invalid(self.name, value, self.accepts.says(rules))
        for part, name, follower in self.follows.get(read[0], ()):
            rules = with_field(rules, part, name, follower)
        return with_field(rules, self.part, self.field, read[0])


def invalid(name: str, value: object, accepted: str) -> InvalidOptionError:
    return InvalidOptionError(f"option {name} = {shown(value)} is invalid; give {accepted}")


def with_field(rules: Rules, part: str, field: str, value: object) -> Rules:
    return replace(rules, **{part: replace(getattr(rules, part), **{field: value})})


COMMON = (
    Option("max_hands", "length", "max_hands", Whole(1, 1000)),
    Option("first_dealer", "length", "first_dealer", FirstDealer()),
)

# Pairs of options with whole numbers: the first must not be above the second.
ORDERED = (("min_bid", "max_bid"), ("ante", "purse"))
FORMAT = "format"
COUNT_OF = {Format.HANDS: "count", Format.SERIES: "wins"}


def format_value(rules: Rules) -> dict[str, Any]:
    """Return the value of the option `format` in these rules, with all its members."""
    kind = rules.length.format
    value: dict[str, Any] = {"kind": kind.value}
    if kind in COUNT_OF:
        value[COUNT_OF[kind]] = rules.length.number
    return value


def format_says(rules: Rules) -> str:
    """Describe the accepted values of the option `format` in words."""
    wins = "" if rules.length.series_wins is None else f" (N left out: series_wins, {rules.length.series_wins})"
    return (
        f'{{"kind": "game"}}, {{"kind": "hands", "count": N}} with N in 1..{rules.length.max_hands} (max_hands), '
        f'or {{"kind": "series", "wins": N}} with N in 1..{SERIES_WINS_MOST}{wins}'
    )


def set_format(rules: Rules, value: object) -> Rules:
    """Return *rules* with option `format`; set `series_wins` and `max_hands` first. Raises `InvalidOptionError`."""
    refused = invalid(FORMAT, value, format_says(rules))
    if not isinstance(value, Mapping) or value.get("kind") not in [kind.value for kind in Format]:
        raise refused
    kind = Format(value["kind"])
    key = COUNT_OF.get(kind, "kind")
    number = 0 if kind is Format.GAME else value.get(key, rules.length.series_wins if kind is Format.SERIES else None)
    most = {Format.GAME: 0, Format.HANDS: rules.length.max_hands, Format.SERIES: SERIES_WINS_MOST}[kind]
    least = 0 if kind is Format.GAME else 1
    if set(value) - {"kind", key} or not is_whole(number) or not least <= number <= most:
        raise refused
    return with_field(with_field(rules, "length", "format", kind), "length", "number", number)


def set_options(rules: Rules, table: tuple[Option, ...], options: Mapping[str, Any]) -> Rules:
    """Return *rules* with these options, name -> JSON value. Raises `InvalidOptionError`."""
    known = {option.name: option for option in table}
    for name, value in options.items():
        if name != FORMAT and name not in known:
            names = ", ".join([FORMAT, *known])
            raise InvalidOptionError(
                f"option {shown_name(name)} = {shown(value)}: {rules.name} has no such option; it has {names}"
            )
    for name, option in known.items():
        if name in options:
            rules = option.set(rules, options[name])
    for low, high in ORDERED:
        if low in known:
            _check_order(rules, options, known[low], known[high])
    return set_format(rules, options.get(FORMAT, format_value(rules)))


def _check_order(rules: Rules, options: Mapping[str, Any], low: Option, high: Option) -> None:
    """Raise `InvalidOptionError` if option *low* is above option *high*; it names the option that was given."""
    least, most = low.value(rules), high.value(rules)
    if least <= most:
        return
    lows, highs = low.accepts, high.accepts
    assert isinstance(lows, Whole)
    assert isinstance(highs, Whole)
    if low.name in options:
        raise invalid(low.name, least, f"{lows.kind} {lows.least}..{most} ({high.name})")
    raise invalid(high.name, most, f"{highs.kind} from {least} ({low.name}) to {highs.most}")


@dataclass(frozen=True)
class Variant:
    """A variant: the rules with its first preset, its options, and its presets by name.

    *number* identifies the variant in the header of a batch (docs/reference/columns.md): 1 to 65,535. A number must
    never be used again, even after its variant was removed. *family*: the start of the name, and the wake-up queue of
    its blocks. *title*: the name for people, as "Cutthroat Spades, 4 players".
    """

    rules: Rules
    options: tuple[Option, ...]
    presets: Mapping[str, Mapping[str, Any]]
    number: int
    family: str
    title: str
