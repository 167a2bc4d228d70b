"""`arena replay`: print a game card by card, or the cost of its cards."""

import os
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

import click

from arena.cli.offline.exports.export import KINDS
from arena.cli.offline.records import name_of, parse_record, read_lines
from arena.cli.terminal.options import Whole
from arena.cli.terminal.printing import as_json_option, console, note, print_json, say, table, wide_option
from arena.cli.terminal.refusal import Refusal
from arena.escapes import clip
from arena.rules import (
    BY_BROKE,
    BY_DEADLINE,
    BY_HANDS,
    BY_MAX_HANDS,
    BY_SERIES,
    BY_TARGET,
    Format,
    GameLineError,
    Rules,
    RulesError,
    card_text,
)
from arena.rules.check import CHECK_PLAYOUTS, PlayedCard, SeatCost, check_plays, check_totals
from arena.rules.records.verify import verify
from arena.rules.replays.line import from_line, is_line, to_line
from arena.rules.replays.narrate import narrate
from arena.rules.replays.place import Place, game_of, names_of, read_place
from arena.rules.words import format_count
from bots.sdk.packs.pack import PackError
from bots.sdk.packs.questions import question_at

# `target` also ends a game whose sides are too far apart (pinochle.md §2, `win_needs_bid`).
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
@click.option("--line", type=Whole(), help="Show the record on this line, counted from 1.")
@click.option("--hand", type=Whole(), help="Show only this hand, counted from 1.")
@click.option("--at", "place", metavar="GAME:HAND:DECISION", help="Show one decision: the seat's view and its answer.")
@click.option("--check", "checks", is_flag=True, help="Show what each card cost compared with the best one.")
@click.option("--seat", type=Whole(0), help="Seat that --check examines, counted from 0; default: all.")
@click.option(
    "--playouts", type=Whole(4, 1_000_000), help=f"Playouts per decision for --check. [default: {CHECK_PLAYOUTS}]"
)
@wide_option
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

    With --at it prints one decision, as its seat knew it. With --check it lists the cards that cost
    points. The last tricks are solved with all cards known, earlier ones by a search in what the
    seat knew. FILE has records as JSON Lines ("-" is standard input); without --game or --line its
    first record is printed. LINE is a whole game as --portable prints it and as pages link to it.
    """
    if not checks and (seat is not None or playouts is not None or as_json):
        raise Refusal("--seat, --playouts and --json have an effect only with --check; add it, or leave them out")
    if checks and (portable or place is not None):
        raise Refusal("--check prints a table; leave out --at and --portable")
    if portable and hand is not None:
        raise Refusal("--portable prints the whole game; leave out --hand")
    if place is not None:
        if portable or hand is not None or game is not None or line is not None:
            raise Refusal(f"--at {clip(place)} names game, hand and decision; leave out the other options")
        _print_decision(file, place)
        return
    record = _find_record(file, game, line)
    if portable:
        say(to_line(record))
        return
    played = game_of(record)
    hands = len(played.hands)
    if hand is not None and hand > hands:
        raise Refusal(f"--hand {hand} is not in the game; it has hands 1 to {hands}")
    names = names_of(record["seats"])
    if checks:
        if seat is not None and seat >= len(names):
            raise Refusal(f"--seat {seat} is not in {record['variant']}; it has seats 0 to {len(names) - 1}")
        numbers = range(hands) if hand is None else range(hand - 1, hand)
        _print_check(record, numbers, seat, playouts or CHECK_PLAYOUTS, as_json)
        return
    say(f"Game {record['id']}: {record['variant']}, {', '.join(names)}")
    for number in range(hands) if hand is None else [hand - 1]:
        say("", *narrate(played, number, names))
    if hand is None:
        say("", f"{ENDED[record['ended']]}. {_ranking(record, played.rules, names)}")


def _print_decision(file: str, text: str) -> None:
    try:
        place = read_place(text)
        question = question_at(_find_record(file, None if is_line(file) else place.game, None), place)
    except (RulesError, PackError) as problem:
        raise Refusal(str(problem)) from None
    by = f" (the fallback: {question.why})" if question.why else ""
    say(*question.describe_view(), f"{place} in the game: {question.describe(question.kept)}{by}")


def _find_record(file: str, game: str | None, line: int | None) -> dict[str, Any]:
    if game is not None and line is not None:
        raise Refusal("--game and --line are both given; use one of them")
    if is_line(file) and not os.path.exists(file):
        if game is not None or line is not None:
            raise Refusal("a line has only one game; leave out --game and --line")
        try:
            return from_line(file)
        except GameLineError as problem:
            raise Refusal(str(problem)) from None
    number, record = _read_record(file, game, line)
    differences = verify(record)
    if differences:
        raise Refusal(f"line {number} is not the record of a game: {differences[0]} (`arena verify {file}` lists all)")
    return record


def _ranking(record: dict[str, Any], rules: Rules, names: list[str]) -> str:
    what = "win" if rules.length.format is Format.SERIES else "dollar" if rules.chips is not None else "point"
    lines = sorted(zip(record["ranks"], record["scores"], names, strict=True))
    return ", ".join(f"{rank}. {name} with {format_count(score, what)}" for rank, score, name in lines)


def _read_record(file: str, game: str | None, line: int | None) -> tuple[int, dict[str, Any]]:
    for number, text in read_lines(file):
        if line is not None and number < line:
            continue
        try:
            record = parse_record(text)
        except ValueError as problem:
            raise Refusal(f"line {number}: {problem}") from None
        if record.get("format") in KINDS and line is None:
            continue
        if game is None or record.get("id") == game:
            return number, record
        if line is not None:
            break
    what = f"line {line}" if line is not None else f"game {clip(game)!r}" if game is not None else "record"
    raise Refusal(f"{name_of(file)} has no {what}; give another file or another record")


LEGEND: Final = (
    "cost: points of the hand that a card is worth less than the better one, the seat's less the mean of the others.",
    "It is solved with all cards known in the last tricks, else estimated by playouts of deals that fit what the seat",
    "knew, with the standard error. The sums are of all cards, also of those not listed, whose costs may be negative.",
    "Bids, trump and all else before the play are not checked.",
)


def _print_check(record: dict[str, Any], hands: Sequence[int], seat: int | None, playouts: int, as_json: bool) -> None:
    """Print the cards that cost points in *hands* (numbers from 0) of a record, and the sums of each seat."""
    checked: list[PlayedCard] = []
    for hand in hands:
        if len(hands) > 1:
            note(f"hand {hand + 1} of {hands[-1] + 1}")
        checked += check_plays(record, hand, seat, playouts)
    names = names_of(record["seats"])
    totals = [each for each in check_totals(checked, len(names), len(hands)) if seat in (None, each.seat)]
    if as_json:
        cards = [
            asdict(each) | {"card": card_text(each.card), "best": card_text(each.best), "is_clear": each.is_clear}
            for each in checked
        ]
        seats = [{"player": names[each.seat], **asdict(each)} for each in totals]
        print_json({"game": record["id"], "cards": cards, "seats": seats})
        return
    _print_cards(record, checked, names)
    _print_totals(totals, names)
    say(*LEGEND)


def _print_cards(record: dict[str, Any], checked: Sequence[PlayedCard], names: Sequence[str]) -> None:
    clear = [each for each in checked if each.is_clear]
    title = f"Game {record['id']}: cards that were worse than another"
    rows = table(title, "decision", "seat", "played", "better", "how", "trick", "cost", "±", numbers=3)
    for each in clear:
        how, error = ("solved", "") if each.solved else ("playouts", f"{each.error:.1f}")
        played = (str(Place(record["id"], each.hand, each.decision)), names[each.seat], card_text(each.card))
        rows.add_row(*played, card_text(each.best), how, str(each.trick), f"{each.regret:.1f}", error)
    if clear:
        console().print(rows)
    else:
        say("No card was clearly worse than another.")


def _print_totals(totals: Sequence[SeatCost], names: Sequence[str]) -> None:
    rows = table("What all cards of a seat cost", "seat", "cards", "worse", "cost", "a hand", "±", numbers=5)
    for each in totals:
        figures = (f"{each.regret:.1f}", f"{each.each_hand:.2f}", f"{each.error:.2f}")
        rows.add_row(names[each.seat], str(each.decisions), str(each.clear), *figures)
    console().print(rows)
