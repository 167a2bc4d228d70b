"""Define the events that a seat sees, one class for each kind.

`arena/rules/games/view.py` decides which seat sees which event. Cards are card codes.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class HandStarted:
    """A hand begins; *number* counts from 0 through a whole series."""

    number: int
    game: int  # number of the game in the series, from 0
    dealer: int


@dataclass(frozen=True)
class Dealt:
    """The cards dealt to the seat that sees this event, in the order of `Layout.sorted`."""

    cards: tuple[int, ...]


@dataclass(frozen=True)
class Said:
    """A seat answered a decision other than a play; *kind*: a constant of `Kind`, *action*: the answer."""

    seat: int
    kind: int
    action: int


@dataclass(frozen=True)
class CardsHidden:
    """A seat discarded or gave *count* cards that the observer may not see; *kind*: a constant of `Kind`."""

    seat: int
    kind: int
    count: int


@dataclass(frozen=True)
class KittyTurned:
    """A card of the kitty was turned up for all seats."""

    card: int


@dataclass(frozen=True)
class KittyTaken:
    """The declarer in *seat* took the kitty; *cards* is empty for seats that may not see the cards."""

    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True)
class Melded:
    """A seat laid melds worth *points*; *melds*: (name, count, points), *shown*: the cards of all melds."""

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
    turned: int = -1  # the dummy's card that the winner also gets; -1 without a dummy


@dataclass(frozen=True)
class HandEnded:
    """The score sheet of a hand, with tuples by seat; *declarer*, *bid*, *trump*: -1 in a hand without them.

    *points*: in tricks. *deltas*: changes of the scores. *scores*, *bags*: after the hand.
    """

    outcome: str
    declarer: int
    bid: int
    trump: int
    points: tuple[int, ...]
    deltas: tuple[int, ...]
    scores: tuple[int, ...]
    bags: tuple[int, ...]
    pot: int | None  # dollars in the kitty after the hand; None if no money is played for


@dataclass(frozen=True)
class GameEnded:
    """A game is over; *winner*: the seats that won it, *scores*: of all seats."""

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
