"""`arena selfplay`: play house bots in this process and print the records."""

import hashlib
import json
import secrets
from collections.abc import Iterator, Sequence
from typing import Any

import click

from arena.cli.terminal.options import VARIANT, Whole, preset_options, rules_for, seed_option, split_names
from arena.cli.terminal.printing import say
from arena.cli.terminal.refusal import Refusal
from arena.escapes import clip_words
from arena.rules import Rules
from arena.rules.records.record import to_record
from bots.sdk.practice.local import UnknownOpponentError, house_bot, play_local


@click.command
@click.argument("variant", type=VARIANT)
@preset_options
@click.option("--games", type=Whole(), default=1, show_default=True, help="Number of games.")
@seed_option
@click.option(
    "--bots", default="random", show_default=True, metavar="BOT,...", help="House bots that take the seats in turn."
)
def selfplay(variant: str, preset: str | None, options: tuple[str, ...], games: int, seed: str, bots: str) -> None:
    """Let house bots play, and print the records as JSON Lines.

    In each game the bots sit one seat further than in the game before. The same seed, options and
    bots give the same records.
    """
    rules = rules_for(variant, preset, options)
    for record in play_games(rules, split_names(bots), games, seed or secrets.token_hex(8)):
        say(json.dumps(record, separators=(",", ":")))


def play_games(rules: Rules, names: Sequence[str], games: int, seed: str) -> Iterator[dict[str, Any]]:
    """Play games of the house bots *names*, which sit in turn, and yield the records. Raises `Refusal`."""
    try:
        makers = {name: house_bot(name) for name in names}
    except UnknownOpponentError as problem:
        raise Refusal(clip_words(str(problem))) from None
    if len(names) > rules.seats:
        raise Refusal(f"{len(names)} bots for the {rules.seats} seats of {rules.name}; name 1 to {rules.seats} bots")
    for number in range(games):
        players = [names[(player + number) % len(names)] for player in range(rules.seats)]
        digest = hashlib.sha256(f"arena-selfplay-v1 {number} {seed}".encode()).digest()
        game = play_local(rules, digest, [makers[name] for name in players])
        seats = [f"{players[player]}@house" for player in game.seating]
        yield to_record(game, f"selfplay-{seed}-{number}", seats, [])
