"""The score sheet of a game: what each hand brought each seat, and of what."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.rules.games.game import Game
from arena.rules.hands.hand import Hand
from arena.rules.records.parts import Payment, parts_of, payments_of
from arena.rules.replays.chips import chips_for
from arena.rules.replays.tally import tally

Chips = list[tuple[str, int]]  # (color, count), the dearest first


@dataclass(frozen=True)
class Scored:
    """What a hand brought a seat; *parts* (name, points or dollars) add up to *delta*.

    *score* is after the hand. *bags* is None outside spades; *chips* show the score where it is money.
    """

    parts: list[tuple[str, int]]
    delta: int
    score: int
    bags: int | None
    chips: Chips


@dataclass(frozen=True)
class Sheet:
    """A hand's lines of the score sheet, and the same told in words.

    *winners* are the seats that won a game with this hand. *pot*: dollars in the kitty after it, None without one.
    """

    hand: int
    game: int
    told: list[str]
    seats: list[Scored]
    payments: list[Payment]
    pot: int | None
    pot_chips: Chips
    winners: list[int]


def score_sheet(game: Game, who: Sequence[str]) -> list[Sheet]:
    """Return the sheets of all hands that are over; *who* names the seats."""
    return [_sheet(game, hand, list(who)) for hand in game.hands if hand.is_over]


def _sheet(game: Game, hand: Hand, who: list[str]) -> Sheet:
    money = game.rules.chips is not None
    seats = [
        Scored(
            list(parts.items()),
            int(seat.delta),
            int(seat.score),
            None if game.rules.bags is None else int(seat.bags),
            chips_for(int(seat.score)) if money else [],
        )
        for seat, parts in zip(hand.seats, parts_of(game, hand), strict=True)
    ]
    pot = hand.pot if money else None
    return Sheet(
        hand.number,
        hand.game,
        list(tally(game, hand, who)),
        seats,
        list(payments_of(game, hand)),
        pot,
        chips_for(hand.pot) if money else [],
        list(hand.game_winners),
    )
