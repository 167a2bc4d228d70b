"""Check that an export's records match its boards and deals."""

from collections.abc import Iterator
from typing import Any

from arena.cli.offline.exports.export import Export
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
