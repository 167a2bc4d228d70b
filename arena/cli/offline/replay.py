"""`arena replay`: a game told card by card."""

import os
from typing import Any

import click

from arena.cli.offline.checking import show_check
from arena.cli.offline.exports.export import KINDS
from arena.cli.offline.records import name_of, parse_record, read_lines
from arena.cli.terminal.printing import as_json_option, say
from arena.cli.terminal.refusal import Refusal
from arena.escapes import cut
from arena.rules import (
    BY_BROKE,
    BY_DEADLINE,
    BY_HANDS,
    BY_MAX_HANDS,
    BY_SERIES,
    BY_TARGET,
    BadLine,
    Format,
    Rules,
    RulesError,
)
from arena.rules.check import CHECK_PLAYOUTS
from arena.rules.records.verify import verify
from arena.rules.replays.line import from_line, is_line, to_line
from arena.rules.replays.narrate import narrate
from arena.rules.replays.place import game_of, names_of, read_place
from arena.rules.words import counted
from bots.sdk.packs.pack import BadPack
from bots.sdk.packs.questions import question_at

# Why the match is over; `target` is also where sides are too far apart (pinochle.md §2, `win_needs_bid`).
ENDED = {
    BY_TARGET: "The game is won",
    BY_HANDS: "All hands are played",
    BY_SERIES: "The series is won",
    BY_BROKE: "The game ended with a player who is broke",
    BY_MAX_HANDS: "The game has come to the most hands it may have",
    BY_DEADLINE: "The match ended at its deadline",
}


@click.command
@click.argument("file", metavar="FILE|LINE")
@click.option("--game", metavar="ID", help="Show the record with this id.")
@click.option("--line", type=click.IntRange(1), help="Show the record on this line, counted from 1.")
@click.option("--hand", type=click.IntRange(1), help="Show only this hand, counted from 1.")
@click.option("--at", "place", metavar="GAME:HAND:DECISION", help="Show a decision: what the seat knew, its answer.")
@click.option("--check", "checks", is_flag=True, help="Show what each card cost compared with the best one.")
@click.option("--seat", type=click.IntRange(0), help="Seat whose cards --check looks at, counted from 0; default: all.")
@click.option(
    "--playouts",
    type=click.IntRange(4, 1_000_000),
    help=f"Playouts of --check for each decision. [default: {CHECK_PLAYOUTS}]",
)
@as_json_option
@click.option("--portable", is_flag=True, help="Print the game as one line that fits a link.")
def replay(
    file: str,
    game: str | None,
    line: int | None,
    hand: int | None,
    place: str | None,
    checks: bool,
    seat: int | None,
    playouts: int | None,
    as_json: bool,
    portable: bool,
) -> None:
    """Print a game card by card.

    With --at it is one decision, as its seat knew it. With --check it is a table of the cards that cost points: by
    all cards in the last tricks, before them by a search in what their seats knew. FILE has records, JSON Lines ("-" is
    standard input); without --game or --line it is the first that is told. LINE is a whole game as --portable prints
    it, and as the page links to it.
    """
    if not checks and (seat is not None or playouts is not None or as_json):
        raise Refusal("--seat, --playouts and --json go with --check: give it, or leave them out")
    if checks and (portable or place is not None):
        raise Refusal("--check: it prints a table; leave --at and --portable out")
    if portable and hand is not None:
        raise Refusal("--hand: a line has the whole game; leave --hand out, or --portable")
    if place is not None:
        if portable or hand is not None or game is not None or line is not None:
            raise Refusal("--at: it names game, hand and decision itself; leave the other options out")
        _tell_decision(file, place)
        return
    record = _given(file, game, line)
    if portable:
        say(to_line(record))
        return
    played = game_of(record)
    hands = len(played.hands)
    if hand is not None and hand > hands:
        raise Refusal(f"hand {hand} is not there: the game has hands 1 to {hands}")
    names = names_of(record["seats"])
    if checks:
        if seat is not None and seat >= len(names):
            raise Refusal(f"--seat {seat}: {record['variant']} has the seats 0 to {len(names) - 1}")
        numbers = range(hands) if hand is None else range(hand - 1, hand)
        show_check(record, numbers, seat, playouts or CHECK_PLAYOUTS, as_json)
        return
    say(f"Game {record['id']}: {record['variant']}, {', '.join(names)}")
    for told in range(hands) if hand is None else [hand - 1]:
        say("", *narrate(played, told, names))
    if hand is None:
        say("", f"{ENDED[record['ended']]}. {_ranking(record, played.rules, names)}")


def _tell_decision(file: str, text: str) -> None:
    try:
        place = read_place(text)
        question = question_at(_given(file, None if is_line(file) else place.game, None), place)
    except (RulesError, BadPack) as problem:
        raise Refusal(str(problem)) from None
    by = f" (the fallback: {question.why})" if question.why else ""
    say(*question.describe_view(), f"{place} in the game: {question.describe(question.kept)}{by}")


def _given(file: str, game: str | None, line: int | None) -> dict[str, Any]:
    """The record that is meant, which verifies."""
    if game is not None and line is not None:
        raise Refusal("--game and --line both name a record: give one of them")
    if is_line(file) and not os.path.exists(file):
        if game is not None or line is not None:
            raise Refusal("--game and --line name a record of a file: a game's line has one game")
        try:
            return from_line(file)
        except BadLine as problem:
            raise Refusal(str(problem)) from None
    number, record = _chosen(file, game, line)
    differences = verify(record)
    if differences:
        raise Refusal(f"line {number} is not the record of a game: {differences[0]} (arena verify {file} names all)")
    return record


def _ranking(record: dict[str, Any], rules: Rules, names: list[str]) -> str:
    """Who finished where, and with what: wins, dollars or points."""
    what = "win" if rules.length.format is Format.SERIES else "dollar" if rules.chips is not None else "point"
    lines = sorted(zip(record["ranks"], record["scores"], names, strict=True))
    return ", ".join(f"{rank}. {name} with {counted(score, what)}" for rank, score, name in lines)


def _chosen(file: str, game: str | None, line: int | None) -> tuple[int, dict[str, Any]]:
    """The record that is meant, and its line."""
    for number, text in read_lines(file):
        if line is not None and number < line:
            continue
        try:
            record = parse_record(text)
        except ValueError as problem:
            raise Refusal(f"line {number} {problem}") from None
        if record.get("format") in KINDS and line is None:
            continue
        if game is None or record.get("id") == game:
            return number, record
        if line is not None:
            break
    what = f"line {line}" if line is not None else f"game {cut(game)!r}" if game is not None else "record"
    raise Refusal(f"no {what} in {name_of(file)}")
