"""`arena replay --check`: what each card cost beside the best one."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from arena.cli.terminal.printing import console, note, print_json, say, table
from arena.rules import card_text
from arena.rules.check import Checked, SeatTotal, check_plays, check_totals
from arena.rules.replays.place import Place, names_of

MEANS: Final = (
    "Points of the hand, the seat's less the mean of the other sides', that a card is worth less than the better one:",
    "solved with all cards known in the last tricks, else by playouts in deals that fit what the seat knew, "
    "with the standard error. The sums are of all cards, also of those that are not listed, whose figures may come out",
    "below 0. Bids, trump and all else before the play are not checked.",
)


def show_check(record: dict[str, Any], hands: Sequence[int], seat: int | None, playouts: int, as_json: bool) -> None:
    """Print the cards of a record that cost points, and the sums of each seat."""
    found: list[Checked] = []
    for hand in hands:
        if len(hands) > 1:
            note(f"hand {hand + 1} of {hands[-1] + 1}")
        found += check_plays(record, hand, seat, playouts)
    names = names_of(record["seats"])
    totals = [each for each in check_totals(found, len(names), len(hands)) if seat in (None, each.seat)]
    if as_json:
        print_json({"game": record["id"], "cards": [_as_json(each) for each in found], "seats": _sums(totals, names)})
        return
    _show_cards(record, found, names)
    _show_seats(totals, names)
    say(*MEANS)


def _show_cards(record: dict[str, Any], found: Sequence[Checked], names: Sequence[str]) -> None:
    clear = [each for each in found if each.is_clear]
    title = f"Game {record['id']}: cards that were worse than another"
    rows = table(title, "decision", "seat", "played", "better", "how", "trick", "cost", "±", numbers=3)
    for each in clear:
        rows.add_row(
            str(Place(record["id"], each.hand, each.decision)),
            names[each.seat],
            card_text(each.card),
            card_text(each.best),
            "solved" if each.solved else "playouts",
            str(each.trick),
            f"{each.regret:.1f}",
            "" if each.solved else f"{each.error:.1f}",
        )
    if clear:
        console().print(rows)
    else:
        say("No card was clearly worse than another.")


def _show_seats(totals: Sequence[SeatTotal], names: Sequence[str]) -> None:
    rows = table("What all cards of a seat cost", "seat", "cards", "worse", "cost", "a hand", "±", numbers=5)
    for each in totals:
        figures = (f"{each.regret:.1f}", f"{each.each_hand:.2f}", f"{each.error:.2f}")
        rows.add_row(names[each.seat], str(each.decisions), str(each.clear), *figures)
    console().print(rows)


def _as_json(each: Checked) -> dict[str, Any]:
    """Return it for programs, cards as records name them."""
    return asdict(each) | {"card": card_text(each.card), "best": card_text(each.best), "is_clear": each.is_clear}


def _sums(totals: Sequence[SeatTotal], names: Sequence[str]) -> list[dict[str, Any]]:
    return [{"player": names[each.seat], **asdict(each)} for each in totals]
