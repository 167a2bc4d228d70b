"""Check that an export is whole: nothing left out or put in."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Any

from arena.cli.offline.exports.export import Export


def missing_parts(export: Export) -> Iterator[str]:
    """Yield every difference, a line each."""
    told = export.tournament
    for what, count in (("epochs", len(export.epochs)), ("boards", len(export.boards))):
        if told[what] != count:
            yield f"{told[what]} {what} were exported, and {count} are here: the others could not be checked"
    if not told["root"] and export.epochs and (export.epochs[0]["root"] or export.epochs[0]["signature"]):
        yield "there is no root, and boards of the first epoch lie under one"
    first = 0
    for epoch in export.epochs:
        if epoch["first"] != first:
            yield f"epoch {epoch['index']} begins with board {epoch['first']}, expected {first}"
            return
        first += epoch["boards"]
    beyond = [number for number in export.boards if not 0 <= number < first]
    if beyond:
        yield f"board {beyond[0]} lies in no epoch"
    for board in export.boards.values():
        if board["state"] == "closed" and not (board["seed"] and board["games"]) and not _waits(export, board):
            yield f"board {board['number']} is closed, and its seed or its games are not told"
    yield from _strange_games(export)


def unclaimed(export: Export) -> list[str]:
    """Return the ids of records that no board has.

    Of boards that were closed after the export began, or of an operator's export with open boards.
    """
    claimed = _claimed(export)
    return [game for game in export.games if game not in claimed]


def _strange_games(export: Export) -> Iterator[str]:
    for game in export.repeated:
        yield f"game {game} has two records"
    for game, boards in _claimed(export).items():
        if boards > 1:
            yield f"game {game} is of {boards} boards"
    if (strays := unclaimed(export)) and not any(board["state"] == "open" for board in export.boards.values()):
        yield f"game {strays[0]} is of no board"


def _claimed(export: Export) -> Counter[str]:
    return Counter(chain.from_iterable(board["games"] or () for board in export.boards.values()))


def _waits(export: Export, board: dict[str, Any]) -> bool:
    """Say whether another board of its deal is still open.

    As in a gate: what is told of a board waits for the other board.
    """
    others = (other for other in export.boards.values() if other["number"] != board["number"])
    return any(other["deal"] == board["deal"] and other["state"] == "open" for other in others)
