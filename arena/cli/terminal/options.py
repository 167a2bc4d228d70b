"""Define options that several commands share, and parse variants, options of variants, and times."""

import json
import re
import sys
from collections.abc import Iterable
from functools import reduce
from typing import Any, Final

import click
from click.shell_completion import CompletionItem
from google.protobuf.duration_pb2 import Duration

from arena.cli.terminal.printing import Decorator
from arena.cli.terminal.refusal import Refusal
from arena.escapes import clip
from arena.rules import VARIANTS, Rules, RulesError, configure
from arena.wire.gen.tournaments_pb2 import VariantChoice
from arena.wire.token import TokenError, read_secret

UNITS: Final = {"ms": 0.001, "s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800}
SPAN: Final = re.compile(r"(\d{1,6}(?:\.\d{1,9})?|\.\d{1,9})(ms|[smhdw])?")
FORM: Final = "V[:PRESET][:WEIGHT],..."
MAX_WHOLE: Final = 2**31 - 1  # largest number that messages and the database store


def rules_for(variant: str, preset: str | None, options: Iterable[str]) -> Rules:
    """Return the rules of *variant* with *options* (``name=value``), which override *preset*. Raises `Refusal`."""
    try:
        return configure(variant, preset, parse_options(options))
    except RulesError as problem:
        raise Refusal(str(problem)) from None


def parse_options(words: Iterable[str]) -> dict[str, Any]:
    """Return the values of ``name=value`` words by name: parsed JSON, else the text. Raises `Refusal`."""
    options: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not name or not equals:
            raise Refusal(f"option {clip(word)!r} is not NAME=VALUE; `arena variants VARIANT` lists options and values")
        if name in options:
            raise Refusal(f"option {clip(name)!r} is given twice; remove one")
        try:
            options[name] = json.loads(value)
        except (ValueError, RecursionError):
            options[name] = value
    return options


def parse_variants(variants: str, options: Iterable[str], takes_weights: bool = True) -> list[VariantChoice]:
    """Return the choice of each variant on the command line, with its preset, options and weight. Raises `Refusal`.

    *variants*: the value of --variants, separated by commas. After a variant and a colon, a whole number is its weight,
    any other text its preset. *options*: the values of --option, V:NAME=VALUE. Unless *takes_weights*, there are no
    weights, and NAME=VALUE sets an option of all variants.
    """
    form = FORM if takes_weights else "V[:PRESET],..."
    words = list(filter(None, map(str.strip, variants.split(","))))
    if not words:
        raise Refusal(f"no variant is given; name variants with --variants {form}")
    choices: dict[str, VariantChoice] = {}
    for word in words:
        name, *more = word.split(":")
        weight = int(more.pop()) if takes_weights and more and more[-1].isdecimal() else None
        if not name or len(more) > 1 or "" in more or not (weight is None or 0 < weight <= MAX_WHOLE):
            raise Refusal(
                f"variant {clip(word)!r} is not {form.removesuffix(',...')}; weights are whole numbers from 1 on"
            )
        if name in choices:
            raise Refusal(f"variant {clip(name)!r} is given twice; name it once, as {form.removesuffix(',...')}")
        choices[name] = VariantChoice(variant=name, preset="".join(more), weight=weight or 0)
    pairs: dict[str, list[str]] = {name: [] for name in choices}
    for word in options:
        name, colon, pair = word.partition(":")
        if colon and name in pairs:
            pairs[name].append(pair)
        elif not takes_weights and (not colon or "=" in name):
            for own in pairs.values():
                own.append(word)
        else:
            raise Refusal(f"option {clip(word)!r} is not V:NAME=VALUE with V one of {', '.join(pairs)}")
    for name, own in pairs.items():
        choices[name].options = json.dumps(parse_options(own)) if own else ""
    return list(choices.values())


class Whole(click.ParamType[int]):
    """The type of an option that takes a whole number from *least* to *most*."""

    name = "integer"

    def __init__(self, least: int = 1, most: int = MAX_WHOLE) -> None:
        self._least = least
        self._most = most

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Return the range for the help, or "N" if the maximum says nothing to a user."""
        return "N" if self._most == MAX_WHOLE else f"{self._least}..{self._most}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return *value* as an integer. Raises `click.BadParameter`."""
        try:
            number: int | None = int(value)
        except ValueError:
            number = None
        if number is None or not self._least <= number <= self._most:
            self.fail(
                f"{clip(str(value))!r} given, whole numbers from {self._least} to {self._most} are accepted", param, ctx
            )
        return number


class Span(click.ParamType[Duration]):
    """The type of an option that takes a time, as 30d or 1.5s; *bare*: unit of a number alone, None: refuse it."""

    name = "SPAN"

    def __init__(self, bare: str | None = None) -> None:
        self._bare = bare

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Duration:
        """Return *value* as a `Duration`. Raises `click.BadParameter`."""
        if isinstance(value, Duration):
            return value
        match = SPAN.fullmatch(str(value))
        unit = (match[2] or self._bare) if match else None
        if match is None or unit is None:
            bare = f"; a number alone means {self._bare}" if self._bare else ""
            self.fail(
                f"{clip(value)!r} is not a time; give a number and ms, s, m, h, d or w, as in 30d{bare}", param, ctx
            )
        span = Duration()
        span.FromNanoseconds(round(float(match[1]) * UNITS[unit] * 1e9))
        return span


class _Variant(click.ParamType[str]):
    name = "text"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(name) for name in VARIANTS if name.startswith(incomplete)]


VARIANT: Final = _Variant()


def _read_master(ctx: click.Context, param: click.Parameter, given: str) -> str:
    try:
        return read_secret("master", given)
    except TokenError as problem:
        raise Refusal(str(problem)) from None


def combine(*options: Decorator) -> Decorator:
    """Return one decorator that applies all decorators *options*, which add options to a command, in their order."""
    return lambda command: reduce(lambda done, option: option(done), reversed(options), command)


secret_options = combine(
    click.option(
        "--master",
        default="",
        metavar="HEX",
        callback=_read_master,
        help="Master secret, 32 hex digits or more, or @FILE that contains it; default: drawn at random.",
    ),
    click.option("--test-seed", default="", help="Public seed of a test; official tables leave tests out."),
)
times_options = combine(
    click.option("--move-time", type=Span("s"), help="Time per decision, as in 1.5s, or in seconds; default: 5."),
    click.option("--bank", type=Span("s"), help="Extra time per game, as in 2m, or in seconds; default: 60."),
)
PROBABILITY: Final = click.FloatRange(0, 1, min_open=True, max_open=True)
gate_options = combine(
    click.option(
        "--above",
        type=float,
        default=0.0,
        show_default=True,
        help="Decide `stronger` only if the gain exceeds this many board Elo.",
    ),
    click.option(
        "--below",
        type=float,
        default=20.0,
        show_default=True,
        help="Decide `not stronger` only if the gain is below this many board Elo.",
    ),
    click.option("--alpha", type=PROBABILITY, default=0.05, show_default=True, help="Risk of a wrong `stronger`."),
    click.option("--beta", type=PROBABILITY, default=0.05, show_default=True, help="Risk of a wrong `not stronger`."),
)
ask_single_option: Decorator = click.option(
    "--ask-single/--no-ask-single",
    default=None,
    help="Also ask for decisions with one legal answer; default: yes, except in the pool trust.",
)


def rule_option(metavar: str, of: str, example: str) -> Decorator:
    help = f"Set an option of {of}, as in {example}; may be repeated."
    return click.option("--option", "options", multiple=True, metavar=metavar, help=help)


def max_boards_option(most: int, default: int) -> Decorator:
    """Return the option --max-boards, a number from 1 to *most*, as the argument `most`."""
    help = "Maximum number of boards."
    return click.option("--max-boards", "most", type=Whole(1, most), default=default, show_default=True, help=help)


variant_options = rule_option("V:NAME=VALUE", "the rules of V", "spades-4:bag_limit=10")
preset_options = combine(
    click.option("--preset", help="Named set of options; `arena variants VARIANT` lists them."),
    rule_option("NAME=VALUE", "the variant's rules", "bag_limit=10"),
)
yes_option: Decorator = click.option("--yes", "is_sure", is_flag=True, help="Do not ask before the change.")
seed_option: Decorator = click.option("--seed", default="", help="Seed of all deals, any text; default: random.")


def confirm(consequence: str) -> None:
    """Ask on the terminal whether to go on in spite of *consequence*. Raises `Refusal`, also without a terminal."""
    if not (sys.stdin.isatty() and click.confirm(f"{consequence}. Go on?", err=True)):
        raise Refusal(f"nothing is changed: {consequence}; add --yes to do it")


def split_names(listed: str) -> list[str]:
    """Return the names in *listed*, which are separated by commas."""
    return [name.strip() for name in listed.split(",")]
