"""`arena rules`: the rules of a variant for people, in Markdown."""

from pathlib import Path

import click

from arena.cli.terminal.options import rules_for
from arena.cli.terminal.refusal import Refusal
from arena.rules.reference import index, pages, rules_page


@click.command
@click.argument("variant", required=False)
@click.option("--preset", help="A bundle of options; `arena variants VARIANT` lists them.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Over the preset; may be repeated.")
@click.option(
    "--write", "folder", type=click.Path(file_okay=False, path_type=Path), help="Write a page for each variant here."
)
def rules(variant: str | None, preset: str | None, options: tuple[str, ...], folder: Path | None) -> None:
    """Print the rules of VARIANT in Markdown, or the list of variants.

    With a preset or options they are the rules of that match.
    """
    if variant is None and (preset is not None or options):
        raise Refusal("--preset and --option go with a VARIANT: `arena variants` lists them")
    if folder is None:
        print(index() if variant is None else rules_page(rules_for(variant, preset, options)), end="")
        return
    if variant is not None:
        raise Refusal("--write writes the pages of all variants, with their defaults: leave VARIANT out")
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (folder / name).write_text(text)
