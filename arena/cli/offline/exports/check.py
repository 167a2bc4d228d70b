"""Check an exported tournament as a whole, and summarize it."""

import struct
from collections.abc import Iterator
from typing import Any

from arena.cli.offline.exports.export import Export, check_parts, list_unclaimed
from arena.cli.offline.exports.promises import check_deals, check_promises, describe_source, signed_parts
from arena.cli.offline.exports.schedule import check_line_ups
from arena.escapes import clip, clip_words
from arena.league.pairs import seat_order
from arena.league.ratings.matchpoints import table_of


def check_records(export: Export) -> Iterator[str]:
    """Yield a line for each game whose record differs from its board, and a line about missing records."""
    variants = {each["variant"]: each for each in export.tournament["variants"]}
    for board in export.boards.values():
        if board["games"] is not None:
            yield from _check_games(export, board, variants[board["variant"]])
    games = [(game, board["number"]) for board in export.boards.values() for game in board["games"] or ()]
    if absent := [(game, number) for game, number in games if game not in export.games]:
        game, number = absent[0]
        yield (
            f"{len(absent)} of {len(games)} games have no record, and could not be checked: "
            f"the first is game {game} of board {number}"
        )


def _check_games(export: Export, board: dict[str, Any], variant: dict[str, Any]) -> Iterator[str]:
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
        expected = _expected_seats(board, variant, index)
        is_drawn = variant["options"].get("first_dealer") == "draw"  # cards decide the seats
        if (sorted(played.seats) != sorted(expected)) if is_drawn else (list(played.seats) != expected):
            yield f"{what}: the players of game {game} are not those of the line-up"


def _expected_seats(board: dict[str, Any], variant: dict[str, Any], index: int) -> list[str]:
    """Return the bot of each seat in the board's game *index*, a rotation or table; a draw may reseat them."""
    each = variant["seats"] // variant["sides"]
    sitters = board["sitting"] or board["line_up"] * each
    if board["tables"] == 1:
        return seat_order(sitters, variant["sides"], index)
    return seat_order(table_of(sitters, board["tables"], index), variant["sides"], 0)


# The errors that fields raise if they are missing, too large, or of the wrong type.
MALFORMED = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, struct.error)


def find_differences(export: Export) -> list[str]:
    """Return a line for each difference that the checks find. Malformed exports raise no error."""
    differences: list[str] = []
    unchecked: dict[str, str] = {}
    for check in (check_parts, check_promises, check_deals, check_records, check_line_ups):
        try:
            for difference in check(export):
                differences.append(clip_words(difference))
        except MALFORMED as problem:
            unchecked[check.__name__.removeprefix("check_").replace("_", "-")] = clip(repr(problem))
    if unchecked:
        why = next(iter(unchecked.values()))
        differences.append(f"the export is damaged, and these could not be checked: {', '.join(unchecked)} ({why})")
    return differences


def summarize(export: Export) -> dict[str, Any]:
    """Return the counts, root and keys of an export, as `arena verify --json` prints them."""
    tournament = export.tournament
    return {
        "tournament": tournament.get("name"),
        "root": tournament.get("root"),
        "keys": sorted({str(each["signer"]) for each in signed_parts(export)}),
        "drawn_from": describe_source(export),
        "epochs": len(export.epochs),
        "signed": sum(bool(epoch.get("signature")) for epoch in export.epochs),
        "revealed": sum(bool(epoch.get("secret")) for epoch in export.epochs),
        "schedule_revealed": bool(tournament.get("schedule_secret")),
        "boards": len(export.boards),
        "unclaimed": len(list_unclaimed(export)) if export.boards else 0,
    }


def format_summary(summary: dict[str, Any]) -> str:
    """Return the line that `arena verify` prints for a *summary* of `summarize`."""
    schedule = "revealed" if summary["schedule_revealed"] else "not revealed yet"
    signed = f"{summary['signed']} signed" + "".join(f" by {key}" for key in summary["keys"])
    secrets = f"the secrets of {summary['revealed']} revealed; the schedule's is {schedule}"
    counts = f"{summary['epochs']} epoch{'s' * (summary['epochs'] != 1)}, {signed}, {secrets}"
    more = f"; {summary['unclaimed']} records of boards that were open" if summary["unclaimed"] else ""
    name, root = clip(str(summary["tournament"])), clip(str(summary["root"] or "none"))
    return f"{name}: root {root}; {summary['drawn_from']}; {counts}; {summary['boards']} boards{more}"
