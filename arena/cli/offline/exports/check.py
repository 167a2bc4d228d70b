"""Check a whole export."""

import struct
from collections.abc import Iterator
from typing import Any

from arena.cli.offline.exports.export import Export, missing_parts, unclaimed
from arena.cli.offline.exports.promises import broken_promises, drawn_from, signed_parts, strange_deals
from arena.cli.offline.exports.schedule import strange_line_ups
from arena.cli.terminal.tables import NO_ROOT
from arena.escapes import cut, cut_words
from arena.league.pairs import seat_order
from arena.league.ratings.matchpoints import table_of


def strange_records(export: Export) -> Iterator[str]:
    """Every difference, a line each."""
    variants = {each["variant"]: each for each in export.tournament["variants"]}
    for board in export.boards.values():
        if board["games"] is not None:
            yield from _of_board(export, board, variants[board["variant"]])
    games = [(game, board["number"]) for board in export.boards.values() for game in board["games"] or ()]
    if absent := [(game, number) for game, number in games if game not in export.games]:
        game, number = absent[0]
        yield (
            f"{len(absent)} of {len(games)} games have no record, and could not be checked: "
            f"the first is game {game} of board {number}"
        )


def _of_board(export: Export, board: dict[str, Any], variant: dict[str, Any]) -> Iterator[str]:
    what, tables = f"board {board['number']}", board["tables"]
    wanted = variant["sides"] if tables == 1 else tables
    if len(board["games"]) != wanted or len(set(board["games"])) != wanted:
        yield f"{what}: {len(board['games'])} games, expected {wanted}"
    for index, game in enumerate(board["games"]):
        played = export.games.get(game)
        if played is None:
            continue
        if (played.seed, played.variant, played.options) != (board["seed"], variant["variant"], variant["options"]):
            yield f"{what}: game {game} is of another deal, variant or options"
        if _seated(played.seats, variant) != _seated(expected_seats(board, variant, index), variant):
            yield f"{what}: others sat at game {game} than the line-up says"


def expected_seats(board: dict[str, Any], variant: dict[str, Any], index: int) -> list[str]:
    """Return the seats before a draw, in rotation or table *index*."""
    each = variant["seats"] // variant["sides"]
    sitters = board["sitting"] or board["line_up"] * each
    if board["tables"] == 1:
        return seat_order(sitters, variant["sides"], index)
    return seat_order(table_of(sitters, board["tables"], index), variant["sides"], 0)


def _seated(seats: list[str], variant: dict[str, Any]) -> list[str]:
    """Ignore the order of seats where the cards draw for them."""
    return sorted(seats) if variant["options"].get("first_dealer") == "draw" else list(seats)


# What comes of fields that are no numbers, or too large, or not there.
STRANGE = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, struct.error)


def differences(export: Export) -> list[str]:
    """Every difference, a line each. Nothing that is in the export raises."""
    found: list[str] = []
    unchecked: dict[str, str] = {}
    for check in (missing_parts, broken_promises, strange_deals, strange_records, strange_line_ups):
        try:
            for difference in check(export):
                found.append(cut_words(difference))
        except STRANGE as problem:
            unchecked[check.__name__.replace("_", " ")] = cut(repr(problem))
    if unchecked:
        why = next(iter(unchecked.values()))
        found.append(f"the export is not whole, so not all was checked: {', '.join(unchecked)} ({why})")
    return found


def summary(export: Export) -> dict[str, Any]:
    """Return what was there to be checked.

    Hex digits are as they were told.
    """
    told = export.tournament
    return {
        "tournament": told.get("name"),
        "root": told.get("root"),
        "keys": sorted({str(each["signer"]) for each in signed_parts(export)}),
        "drawn_from": drawn_from(export),
        "epochs": len(export.epochs),
        "signed": sum(bool(epoch.get("signature")) for epoch in export.epochs),
        "told": sum(bool(epoch.get("secret")) for epoch in export.epochs),
        "schedule_told": bool(told.get("schedule_secret")),
        "boards": len(export.boards),
        "unclaimed": len(unclaimed(export)) if export.boards else 0,
    }


def in_words(found: dict[str, Any]) -> str:
    """A `summary` for people."""
    root = found["root"] or NO_ROOT
    schedule = "told" if found["schedule_told"] else "not told yet"
    signed = f"{found['signed']} signed" + "".join(f" by {key}" for key in found["keys"])
    counts = f"{found['epochs']} epochs, {signed}, the secrets of {found['told']} told; the schedule's is {schedule}"
    more = f"; {found['unclaimed']} records of boards that were open" if found["unclaimed"] else ""
    name, root = cut(str(found["tournament"])), cut(str(root))
    return f"{name}: root {root}; {found['drawn_from']}; {counts}; {found['boards']} boards{more}"
