"""Read an exported tournament, and check that it is complete."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

KINDS = ("arena-tournament/1", "arena-epoch/1", "arena-board/1")  # values of "format" on lines that are not records


@dataclass(frozen=True)
class Played:
    """The fields of a game's record that are compared with its board; their types are unchecked."""

    seed: Any
    variant: Any
    options: Any
    seats: Any
    ranks: Any
    scores: Any

    @classmethod
    def of(cls, record: dict[str, Any]) -> "Played":
        """Return the compared fields of *record*; missing ones are None."""
        return cls(*(record.get(name) for name in ("seed", "variant", "options", "seats", "ranks", "scores")))


@dataclass
class Export:
    """The lines of one exported tournament, as JSON objects; their fields are unchecked."""

    tournament: dict[str, Any]
    epochs: list[dict[str, Any]] = field(default_factory=list)
    boards: dict[int, dict[str, Any]] = field(default_factory=dict)  # by number
    games: dict[str, Played] = field(default_factory=dict)  # by record id
    repeated: list[str] = field(default_factory=list)  # record ids that occurred before

    def add(self, line: dict[str, Any]) -> None:
        """Add a line of this tournament: an epoch, a board or a game's record."""
        if line.get("format") == "arena-epoch/1":
            self.epochs.append(line)
        elif line.get("format") == "arena-board/1":
            self.boards[line["number"]] = line
        else:
            if line["id"] in self.games:
                self.repeated.append(line["id"])
            self.games[line["id"]] = Played.of(line)


def check_parts(export: Export) -> Iterator[str]:
    """Yield a line for each epoch, board or game that is missing, repeated or unrelated."""
    tournament = export.tournament
    for what, count in (("epochs", len(export.epochs)), ("boards", len(export.boards))):
        if tournament[what] != count:
            yield f"{tournament[what]} {what} were exported, and {count} are here: the others could not be checked"
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
        others = (other for other in export.boards.values() if other["number"] != board["number"])
        # A gate publishes a closed board only after the other board of the same deal is closed too.
        waits = any(other["deal"] == board["deal"] and other["state"] == "open" for other in others)
        if board["state"] == "closed" and not (board["seed"] and board["games"]) and not waits:
            yield f"board {board['number']} is closed, and its seed or its games are missing"
    for game in export.repeated:
        yield f"game {game} has two records"
    for game, boards in _count_boards(export).items():
        if boards > 1:
            yield f"game {game} is of {boards} boards"
    if (strays := list_unclaimed(export)) and not any(board["state"] == "open" for board in export.boards.values()):
        yield f"game {strays[0]} is of no board"


def list_unclaimed(export: Export) -> list[str]:
    """Return the ids of records that no board names; their boards were open when the boards were exported."""
    claimed = _count_boards(export)
    return [game for game in export.games if game not in claimed]


def _count_boards(export: Export) -> Counter[str]:
    return Counter(chain.from_iterable(board["games"] or () for board in export.boards.values()))
