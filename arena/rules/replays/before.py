"""What a hand begins with."""

from arena.rules.games.game import Game
from arena.rules.hands.hand import Hand


def hand_before(game: Game, hand: Hand) -> Hand | None:
    """The hand before in the same game; None for a game's first."""
    earlier = game.hands[hand.number - 1] if hand.number else None
    return earlier if earlier is not None and earlier.game == hand.game else None
