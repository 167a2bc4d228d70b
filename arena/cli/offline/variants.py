"""`arena variants` and `arena rules`: list variants and options, and print rules."""

import json
from typing import Any

import click

from arena.cli.terminal.options import VARIANT, preset_options, rules_for
from arena.cli.terminal.printing import as_json_option, console, print_json, say_text, table
from arena.cli.terminal.refusal import Refusal
from arena.handbook import rules_index, rules_page
from arena.rules import VARIANTS, UnknownVariantError, find, option_help, options_of, presets_of, title_of


@click.command
@click.argument("variant", required=False, type=VARIANT)
@as_json_option
def variants(variant: str | None, as_json: bool) -> None:
    """List the variants, or the presets and options of VARIANT.

    For VARIANT it lists its presets, and its options with their defaults and accepted values.
    """
    if variant is None and as_json:
        print_json([_describe(name) for name in VARIANTS])
    elif variant is None:
        rows = table("Variants", "variant", "presets (the first is the default)", "seats", "revision", numbers=2)
        for name, rules in VARIANTS.items():
            rows.add_row(name, ", ".join(presets_of(name)), str(rules.seats), str(rules.revision))
        console().print(rows)
    else:
        try:
            find(variant)
        except UnknownVariantError as problem:
            raise Refusal(str(problem)) from None
        _print_one(variant, as_json)


def _print_one(variant: str, as_json: bool) -> None:
    fields = ("option", "default", "accepted")
    if as_json:
        print_json(_describe(variant) | {"help": [dict(zip(fields, row, strict=True)) for row in option_help(variant)]})
        return
    presets = table(f"Presets of {variant}", "preset", "sets")
    for name, sets in presets_of(variant).items():
        presets.add_row(name, ", ".join(f"{option}={json.dumps(value)}" for option, value in sets.items()))
    options = table(f"Options of {variant}", *fields)
    for name, default, accepted in option_help(variant):
        options.add_row(name, json.dumps(default), accepted)
    console().print(presets, options)


def _describe(variant: str) -> dict[str, Any]:
    rules = VARIANTS[variant]
    return {
        "variant": variant,
        "title": title_of(variant),
        "seats": rules.seats,
        "revision": rules.revision,
        "presets": {name: dict(sets) for name, sets in presets_of(variant).items()},
        "options": options_of(rules),
    }


@click.command
@click.argument("variant", required=False, type=VARIANT)
@preset_options
def rules(variant: str | None, preset: str | None, options: tuple[str, ...]) -> None:
    """Print the rules of VARIANT in Markdown, or list variants.

    The table of options shows what --preset and --option set.
    """
    if variant is None and (preset is not None or options):
        raise Refusal("--preset and --option need a VARIANT; `arena variants` lists variants")
    say_text(rules_index() if variant is None else rules_page(rules_for(variant, preset, options)))
