"""What happens at a table, as a seat is told it: one small frozen class for each kind of event.

Who is told what is decided in `arena/rules/games/view.py`.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class HandStarted:
    """A hand begins; *number* counts across a series, *game* the games before this one."""

    number: int
    game: int
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
class Hid:
    """A seat laid *count* cards that this seat may not see."""

    seat: int
    kind: int
    count: int


@dataclass(frozen=True)
class KittyTurned:
    """A card of the kitty is turned up for all to see, the first one first."""

    card: int


@dataclass(frozen=True)
class KittyTaken:
    """The declarer took the kitty; *cards* is empty for who may not see them."""

    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True)
class Melded:
    """A seat laid its melds: (name, how many, points for them all), and the cards it showed."""

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
    """A seat won the trick and leads the next; *turned* is the dummy's card that it got with it, -1 without a dummy."""

    seat: int
    turned: int = -1


@dataclass(frozen=True)
class HandEnded:
    """The score sheet of a hand, per seat. declarer, bid and trump are -1 where there is none; pot None without one."""

    outcome: str
    declarer: int
    bid: int
    trump: int
    points: tuple[int, ...]
    deltas: tuple[int, ...]
    scores: tuple[int, ...]
    bags: tuple[int, ...]
    pot: int | None


@dataclass(frozen=True)
class GameEnded:
    """A game is over: the seats that won it, and every seat's score in it."""

    winner: tuple[int, ...]
    scores: tuple[int, ...]


Event = HandStarted | Dealt | Said | Hid | KittyTurned | KittyTaken | Melded | Played | TrickWon | HandEnded | GameEnded
