"""The score of a hand told in its parts."""

from collections.abc import Iterator

from arena.rules.games.game import Game
from arena.rules.hands.hand import Hand
from arena.rules.replays.bids import bids
from arena.rules.replays.chips import payments
from arena.rules.replays.contract import contract


def tally(game: Game, hand: Hand, who: list[str]) -> Iterator[str]:
    """Tell a finished hand's outcome and score; *who* names the seats."""
    if not hand.is_over:
        return
    if game.rules.bids is not None:
        yield from bids(game, hand, who)
    elif game.rules.chips is not None:
        yield from payments(game, hand, who)
    else:
        yield from contract(game.rules, hand, who)
    if hand.game_winners:
        yield f"Game {hand.game + 1} is won by {' and '.join(who[seat] for seat in hand.game_winners)}"
