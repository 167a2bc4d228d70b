"""An export as read: a tournament, its epochs, boards and records."""

from dataclasses import dataclass, field
from typing import Any

KINDS = ("arena-tournament/1", "arena-epoch/1", "arena-board/1")  # formats of lines that are no records


@dataclass(frozen=True)
class Played:
    """The parts of a record that a board is checked against."""

    seed: Any
    variant: Any
    options: Any
    seats: Any
    ranks: Any
    scores: Any

    @classmethod
    def of(cls, record: dict[str, Any]) -> "Played":
        """Of a *record*, whatever it is."""
        return cls(*(record.get(name) for name in ("seed", "variant", "options", "seats", "ranks", "scores")))


@dataclass
class Export:
    """One tournament of an export; its lines are unchecked."""

    tournament: dict[str, Any]
    epochs: list[dict[str, Any]] = field(default_factory=list)
    boards: dict[int, dict[str, Any]] = field(default_factory=dict)
    games: dict[str, Played] = field(default_factory=dict)
    repeated: list[str] = field(default_factory=list)  # ids of records that came again

    def add(self, line: dict[str, Any]) -> None:
        """Add an epoch, a board or a record of this tournament."""
        if line.get("format") == "arena-epoch/1":
            self.epochs.append(line)
        elif line.get("format") == "arena-board/1":
            self.boards[line["number"]] = line
        else:
            if line["id"] in self.games:
                self.repeated.append(line["id"])
            self.games[line["id"]] = Played.of(line)
