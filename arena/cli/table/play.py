"""`arena play`: play at a table with house bots, without a service."""

import hashlib
import secrets
from contextlib import suppress
from pathlib import Path

import click

from arena.cli.table.person import Person
from arena.cli.terminal.options import VARIANT, Whole, preset_options, rules_for, seed_option, split_names
from arena.cli.terminal.printing import say, wide_option
from arena.cli.terminal.refusal import Refusal
from arena.files import create_file, replaced
from arena.practice import BadTableError, DealResult, Table, deal_of, from_code, from_text, sit_down, to_text


@click.command
@wide_option
@click.argument("variant", required=False, type=VARIANT)
@preset_options
@click.option("--seat", type=Whole(0), default=0, show_default=True, help="Seat to take, counted from 0.")
@click.option(
    "--bots", default="simple", show_default=True, metavar="BOT,...", help="House bots that take the seats in turn."
)
@seed_option
@click.option("--deal", "code", default="", metavar="CODE", help="Code from a friend, to play the same deals.")
@click.option(
    "--resume", type=click.Path(dir_okay=False, path_type=Path), help="Resume the table that `q` saved to this file."
)
def play(
    variant: str | None,
    preset: str | None,
    options: tuple[str, ...],
    seat: int,
    bots: str,
    seed: str,
    code: str,
    resume: Path | None,
) -> None:
    """Play VARIANT against house bots, in this terminal.

    The command asks for each of your decisions. `?` lists further commands: undo, hint, show all,
    claim, let `simple` finish, play again from another seat. `q` saves the table to a file.
    """
    if sum((variant is not None, bool(code), resume is not None)) != 1:
        raise Refusal("give one of VARIANT (`arena variants` lists them), --deal CODE and --resume FILE")
    if variant is None and (preset is not None or options or seed):
        raise Refusal("--preset, --option and --seed go with a VARIANT; leave them out with --deal and --resume")
    friend: DealResult | None = None
    try:
        if resume is not None:
            table = _read(resume)
        elif code:
            deal, friend = from_code(code.strip())
            table = sit_down(deal)
        else:
            rules = rules_for(variant or "", preset, options)
            digest = hashlib.sha256(f"arena-play-v1 {seed or secrets.token_hex(8)}".encode()).digest()
            table = sit_down(deal_of(rules, digest, seat, split_names(bots)))
    except BadTableError as problem:
        raise Refusal(str(problem)) from None
    person = Person(table, friend)
    try:
        person.play()
    finally:  # also after Ctrl-C
        if person.table.own and not person.table.game.is_over:
            say("", f"The table is saved; continue with: arena play --resume {_save(person.table, resume)}")


def _save(table: Table, path: Path | None) -> Path:
    text = to_text(table) + "\n"
    if path is not None:
        with replaced(path) as file:
            file.write(text)
        return path
    for number in range(1, 1000):
        new = Path(f"arena-{table.deal.rules.name}-{number}.json")
        with suppress(FileExistsError), create_file(new) as raw:
            raw.write(text.encode())
            return new
    raise Refusal("the table cannot be saved: this folder has 999 tables of its variant; remove some")


def _read(path: Path) -> Table:
    try:
        return from_text(path.read_text())
    except UnicodeDecodeError:
        raise Refusal(f"{path} is not a text file; give the file of a saved table") from None
