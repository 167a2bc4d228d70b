"""Tables of partnership pinochle for the tests of its games.

They are dealt or constructed.
"""

from typing import Any

from arena.rules import PASS, Game, Melded, configure, new_game
from arena.rules.games.length import close_hand
from arena.rules.hands.hand import MADE
from arena.rules.hands.melding import NINES
from arena.rules.phases import score_contract
from tests.rules.playing import answer, codes, gather, melded, stacked

SEED = bytes(32)
ONE_HAND: dict[str, Any] = {"format": {"kind": "hands", "count": 1}}
RACEHORSE, DOUBLE, SINGLE = "pinochle-racehorse", "pinochle-double-deck", "pinochle-single-deck"
PARTNERS = (SINGLE, DOUBLE, RACEHORSE)


def dealt(variant: str, *hands: str, preset: str | None = None, **options: Any) -> Game:
    """Return a game at its first hand, dealt by seat 0.

    What the hands lack is filled up from the deck.
    """
    rules = configure(variant, preset, options)
    return new_game(rules, SEED, deals=[stacked(rules, 0, [codes(hand) for hand in (*hands, "", "", "")[:4]])])


def bought(game: Game, bid: int) -> Game:
    """Seat 1 has it for *bid*."""
    return answer(game, bid, PASS, PASS, PASS)


def laid(variant: str, cards: str, trump: str, **options: Any) -> Melded:
    return melded(configure(variant, options=options), cards, trump)


def scored(variant: str, bid: int, melds: list[int], points: list[str], last: int = 1, **options: Any) -> Game:
    """Return a game after the score of a hand seat 1 declared.

    *melds* and the counters taken by seat, a trick for each that has some cards; seat *last* won
    the last trick.
    """
    game = new_game(configure(variant, options=options), SEED)
    hand = game.hand
    hand.declarer, hand.bid, hand.trump = 1, bid, 0
    gather(hand, [last])
    assert game.rules.melds is not None
    nine = game.rules.melds.nine
    for holder, worth in zip(hand.seats, melds, strict=True):
        holder.melded, holder.melds = worth, worth // nine << NINES if nine else 0
    for seat, cards in enumerate(points):
        game.seats[seat].taken = game.layout.hand(codes(cards))
        game.seats[seat].tricks = 1 if cards else 0
    score_contract.begin(game)
    return game


def closed(variant: str, scores: list[int], outcome: str = MADE, declarer: int = 1, **options: Any) -> Game:
    """Return a game in which a hand has just left these scores.

    *declarer* declared it; the scores are those of sides 0+2 and 1+3.
    """
    game = new_game(configure(variant, options=options), SEED)
    for number, seat in enumerate(game.seats):
        seat.score = scores[number % 2]
    game.hand.declarer, game.hand.outcome = declarer, outcome
    close_hand(game)
    return game
