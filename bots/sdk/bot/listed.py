"""What a view lists: plays, tricks, melds and calls."""

from typing import NamedTuple

from bots.sdk.bot.cards import Card


class Play(NamedTuple):
    """A card on the table: `seat` played `card`."""

    seat: int
    card: Card


class Trick(NamedTuple):
    """A finished trick: `plays`, the leader's first; `winner`; `turned`.

    *turned* is the dummy's card that came with it, in pinochle-two-handed; else None.
    """

    plays: tuple[Play, ...]
    winner: int
    turned: Card | None = None


class Meld(NamedTuple):
    """What `seat` melded: `points`, `lines`, and the cards `shown`.

    *lines* are (name, how many, points for them).
    """

    seat: int
    points: int
    lines: tuple[tuple[str, int, int], ...]
    shown: tuple[Card, ...]


class Call(NamedTuple):
    """A call of the bidding: `seat` said `bid`, a number or a word."""

    seat: int
    bid: int | str
