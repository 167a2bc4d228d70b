"""`arena play`: sit down at a table of house bots, without a service."""

import hashlib
import secrets
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import click

from arena.cli.table.person import Person
from arena.cli.terminal.options import VARIANT, rules_for
from arena.cli.terminal.printing import say
from arena.cli.terminal.refusal import Refusal
from arena.files import new_file, replaced
from arena.practice import BadTable, Played, Table, deal_of, from_code, from_text, sit_down, to_text


class Given(NamedTuple):
    """The table that is played, what a friend made of it, and where it is kept, if it is."""

    table: Table
    friend: Played | None
    path: Path | None


@click.command
@click.argument("variant", required=False, type=VARIANT)
@click.option("--preset", help="Named set of options; `arena variants VARIANT` lists them.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Option to change; may be repeated.")
@click.option("--seat", type=click.IntRange(0), default=0, show_default=True, help="Seat to take, counted from 0.")
@click.option("--bots", default="simple", show_default=True, metavar="BOT,...", help="Bots for the seats in turn.")
@click.option("--seed", default="", help="Seed of all deals, any text; default: random.")
@click.option("--deal", "code", default="", metavar="CODE", help="Play the deals of a friend's code.")
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

    You are asked at each of your decisions; `?` lists what else you may say: undo, hint, show all,
    claim, let `simple` finish, play again from another seat. `q` keeps the table in a file.
    """
    if sum((variant is not None, bool(code), resume is not None)) != 1:
        raise Refusal("give one of VARIANT (`arena variants` lists them), --deal CODE and --resume FILE")
    if variant is None and (preset is not None or options or seed):
        raise Refusal("--preset, --option and --seed go with a VARIANT: a code or a file has its own")
    try:
        if resume is not None:
            given = Given(_read(resume), None, resume)
        elif code:
            deal, friend = from_code(code.strip())
            given = Given(sit_down(deal), friend, None)
        else:
            rules = rules_for(variant or "", preset, options)
            names = [name.strip() for name in bots.split(",")]
            given = Given(sit_down(deal_of(rules, seed_of(seed or secrets.token_hex(8)), seat, names)), None, None)
    except BadTable as problem:
        raise Refusal(str(problem)) from None
    _until_the_end(given)


def seed_of(text: str) -> bytes:
    """Return the 32-byte seed of a practice table."""
    return hashlib.sha256(f"arena-play-v1 {text}".encode()).digest()


def _until_the_end(given: Given) -> None:
    """Let the person play; what is not over is kept, also after Ctrl-C."""
    person = Person(given.table, given.friend)
    try:
        person.play()
    finally:
        table = person.table
        if table.own and not table.game.is_over:
            path = _keep(table, given.path)
            say("", f"The table is kept: arena play --resume {path}")


def _keep(table: Table, path: Path | None) -> Path:
    """Write the table where it was, or to a new file in this folder."""
    text = to_text(table) + "\n"
    if path is not None:
        with replaced(path) as file:
            file.write(text)
        return path
    for number in range(1, 1000):
        fresh = Path(f"arena-{table.deal.rules.name}-{number}.json")
        with suppress(FileExistsError), new_file(fresh) as raw:
            raw.write(text.encode())
            return fresh
    raise Refusal("the table cannot be kept: this folder has 999 of its variant already")


def _read(path: Path) -> Table:
    try:
        return from_text(path.read_text())
    except UnicodeDecodeError:
        raise Refusal(f"{path} cannot be read: it is no text") from None
