"""What the fallback decided for seats whose bots had left."""

from collections.abc import Mapping

from arena.rules import Game, new_game


def unasked(game: Game, left: Mapping[int, tuple[int, int]], auto_single: bool) -> list[int]:
    """Count by seat the decisions of *game* behind the one at which its bot left.

    *left*: hand and decision of that infraction, of the seats that were left. *auto_single*: what has one legal answer
    is no decision. The game is played again only where somebody left.
    """
    counts = [0] * game.rules.seats
    if not left:
        return counts
    again, began = new_game(game.rules, game.seed), 0
    for number, action in enumerate(game.actions):
        hand, seat = again.hand, again.to_act
        here = hand.number, number - began
        if seat in left and here > left[seat] and not (auto_single and again.legal().single >= 0):
            counts[seat] += 1
        again.apply(action)
        if again.hand is not hand:
            began = number + 1
    return counts
