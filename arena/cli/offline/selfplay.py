"""`arena selfplay`: play house bots in this process, printing only records."""

import hashlib
import json
import secrets
from collections.abc import Iterator, Sequence
from typing import Any

import click

from arena.cli.terminal.options import VARIANT, rules_for
from arena.cli.terminal.printing import say
from arena.cli.terminal.refusal import Refusal
from arena.escapes import cut_words
from arena.rules import Rules
from arena.rules.records.record import to_record
from bots.sdk.practice.local import UnknownBot, house_bot, play_local


@click.command
@click.argument("variant", type=VARIANT)
@click.option("--preset", help="Named set of options; `arena variants VARIANT` lists them.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Option to change; may be repeated.")
@click.option("--games", type=click.IntRange(1), default=1, show_default=True, help="Number of games.")
@click.option("--seed", default="", help="Seed of all deals, any text; default: random.")
@click.option("--bots", default="random", show_default=True, metavar="BOT,...", help="Bots for the seats in turn.")
def selfplay(variant: str, preset: str | None, options: tuple[str, ...], games: int, seed: str, bots: str) -> None:
    """Let house bots play and print the records, JSON Lines.

    The players move one seat on from game to game. The same seed, options and bots give the same records.
    """
    rules = rules_for(variant, preset, options)
    for record in play(rules, [name.strip() for name in bots.split(",")], games, seed or secrets.token_hex(8)):
        say(json.dumps(record, separators=(",", ":")))


def play(rules: Rules, names: Sequence[str], games: int, seed: str) -> Iterator[dict[str, Any]]:
    """Play *games* games of the house bots *names*; return the records.

    There are as many names as seats or fewer, taken in turn.
    """
    try:
        makers = {name: house_bot(name) for name in names}
    except UnknownBot as problem:
        raise Refusal(cut_words(str(problem))) from None
    if len(names) > rules.seats:
        raise Refusal(f"{len(names)} bots for the {rules.seats} seats of {rules.name}: accepted are 1..{rules.seats}")
    for number in range(games):
        players = [names[(player + number) % len(names)] for player in range(rules.seats)]
        game = play_local(rules, seed_of(seed, number), [makers[name] for name in players])
        seats = [f"{players[player]}@house" for player in game.seating]
        yield to_record(game, f"selfplay-{seed}-{number}", seats, [])


def seed_of(seed: str, number: int) -> bytes:
    """The 32-byte seed of game *number* of a run."""
    return hashlib.sha256(f"arena-selfplay-v1 {number} {seed}".encode()).digest()
