"""The state at the beginning of a hand."""

from arena.rules.games.game import Game
from arena.rules.hands.hand import Hand


def hand_before(game: Game, hand: Hand) -> Hand | None:
    """Return the hand before in the same game, if any."""
    earlier = game.hands[hand.number - 1] if hand.number else None
    return earlier if earlier is not None and earlier.game == hand.game else None
