"""The kinds of event that a seat sees, one class each.

`arena/rules/games/view.py` decides which seat sees which event.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class HandStarted:
    """A hand begins; *number* counts across a series."""

    number: int
    game: int  # the games before this one
    dealer: int


@dataclass(frozen=True)
class Dealt:
    """The seat's own hand, in the sheet's sort order."""

    cards: tuple[int, ...]


@dataclass(frozen=True)
class Said:
    """A seat answered a decision other than a play."""

    seat: int
    kind: int
    action: int


@dataclass(frozen=True)
class CardsHidden:
    """A seat laid *count* cards face down."""

    seat: int
    kind: int
    count: int


@dataclass(frozen=True)
class KittyTurned:
    """A card of the kitty is turned up for all to see."""

    card: int


@dataclass(frozen=True)
class KittyTaken:
    """The declarer took the kitty; *cards* is empty for seats that may not see them."""

    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True)
class Melded:
    """A seat laid its melds, (name, count, points), and showed these cards."""

    seat: int
    points: int
    melds: tuple[tuple[str, int, int], ...]
    shown: tuple[int, ...]


@dataclass(frozen=True)
class Played:
    """A seat played a card."""

    seat: int
    card: int


@dataclass(frozen=True)
class TrickWon:
    """A seat won the trick and leads the next."""

    seat: int
    turned: int = -1  # the dummy's card that came with it; -1 without a dummy


@dataclass(frozen=True)
class HandEnded:
    """The score sheet of a hand, per seat; -1 means none."""

    outcome: str
    declarer: int
    bid: int
    trump: int
    points: tuple[int, ...]
    deltas: tuple[int, ...]
    scores: tuple[int, ...]
    bags: tuple[int, ...]
    pot: int | None  # None in games without a kitty of money


@dataclass(frozen=True)
class GameEnded:
    """A game is over: its winners, and every seat's score."""

    winner: tuple[int, ...]
    scores: tuple[int, ...]


Event = (
    HandStarted
    | Dealt
    | Said
    | CardsHidden
    | KittyTurned
    | KittyTaken
    | Melded
    | Played
    | TrickWon
    | HandEnded
    | GameEnded
)
