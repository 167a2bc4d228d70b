"""An export as it was read: a tournament with its epochs, its boards, and what is needed of its records."""

from dataclasses import dataclass, field
from typing import Any

KINDS = ("arena-tournament/1", "arena-epoch/1", "arena-board/1")  # formats of lines that are no records


@dataclass(frozen=True)
class Played:
    """What a board says of a game can be checked against: parts of its record."""

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
    """One tournament; its lines are as they were read, and nothing is said of what is in them."""

    tournament: dict[str, Any]
    epochs: list[dict[str, Any]] = field(default_factory=list)
    boards: dict[int, dict[str, Any]] = field(default_factory=dict)
    games: dict[str, Played] = field(default_factory=dict)

    def add(self, line: dict[str, Any]) -> None:
        """Take in a line of this tournament: an epoch, a board or a record."""
        if line.get("format") == "arena-epoch/1":
            self.epochs.append(line)
        elif line.get("format") == "arena-board/1":
            self.boards[line["number"]] = line
        else:
            self.games[line["id"]] = Played.of(line)
