"""What the sheets say of single situations, by the engine."""

from collections.abc import Callable
from typing import Any

import pytest

from arena.rules import BID_CODES, Game, IllegalActionError, Kind, Rules, card_text, configure, new_game
from arena.rules.games.length import close_hand
from arena.rules.hands.hand import MADE, SET
from arena.rules.hands.melding import NINES
from arena.rules.hands.seat import Seat
from arena.rules.phases import score_chips, score_contract, tricks
from arena.rules.phases.score_bids import score_seat
from arena.rules.rules import require
from tests.adjudicator.scenarios import SCENARIOS, Scenario
from tests.rules.playing import SEED, codes, gather, melded

SUITS = "SDCH"


def trick(rules: Rules, trump: str, cards: str, cards_left: str = "") -> Game:
    """Play cards to a first trick, from seat 0 on; the next seat holds *held*."""
    game = new_game(rules, SEED)
    game.trumps = game.layout.suits[SUITS.index(trump)]
    game.hand.leader = 0
    for seat, hand in zip(game.seats, [*cards.split(), cards_left, "", "", "", ""], strict=False):
        seat.cards = game.layout.hand(codes(hand))
    tricks.lead(game, 0)
    for card in codes(cards):
        tricks.play(game, card, game.layout.bit[card])
    return game


def may_play(rules: Rules, trump: str, played: str, hand: str) -> set[str]:
    game = trick(rules, trump, played, hand)
    return {card_text(card) for card in game.layout.listed(game.open)}


def lay_melds(rules: Rules, cards: str, trump: str) -> str:
    return ", ".join(" ".join(map(str, meld)) for meld in melded(rules, cards, trump).melds)


def spades(rules: Rules, bid: Any, won: int, taken: str, bags: int) -> tuple[int, int]:
    layout, seat = new_game(rules, SEED).layout, Seat()
    seat.bid, seat.tricks, seat.taken, seat.bags = BID_CODES.get(bid, bid), won, layout.hand(codes(taken)), bags
    score_seat(seat, require(rules.bags), require(rules.awards), layout)
    return seat.score, seat.bags


def chips(
    rules: Rules, bid: int, trump: str | None, outcome: str, purses: tuple[int, ...], pot: int
) -> tuple[list[int], int, bool]:
    game = new_game(rules, SEED)
    hand = game.hand
    hand.declarer, hand.bid, hand.trump, hand.outcome = 1, bid, SUITS.index(trump) if trump else -1, outcome
    game.pot = pot
    for seat, purse in zip(game.seats, purses, strict=True):
        seat.score = purse
    score_chips.begin(game)
    assert sum(hand.scores) + hand.pot == sum(purses) + pot
    return hand.deltas, hand.pot, hand.broke


def scored(
    rules: Rules, bid: int, melds: tuple[int, ...], taken: tuple[str, ...], won: tuple[int, ...], last: int
) -> tuple[str, list[int]]:
    game = new_game(rules, SEED)
    hand, nine = game.hand, require(rules.melds).nine
    hand.declarer, hand.bid, hand.trump = 1, bid, 0
    gather(hand, [seat for seat, count in enumerate(won) for _ in range(count) if seat != last] + [last] * won[last])
    for seat, points, cards, count in zip(game.seats, melds, taken, won, strict=True):
        seat.melded, seat.melds, seat.tricks = points, points // nine << NINES if nine else 0, count
        seat.taken = game.layout.hand(codes(cards))
    score_contract.begin(game)
    assert hand.scores == hand.deltas
    return hand.outcome, hand.deltas


def closed(rules: Rules, scores: list[int], is_made: bool = True) -> Game:
    """A game in which a hand that seat 1 declared has just left these scores."""
    game = new_game(rules, SEED)
    for seat, score in zip(game.seats, scores, strict=True):
        seat.score = score
    game.hand.declarer, game.hand.outcome = 1, MADE if is_made else SET
    close_hand(game)
    return game


def winners(rules: Rules, scores: list[int], is_made: bool) -> list[int]:
    game = closed(rules, scores, is_made)
    assert game.ended == ("target" if game.hand.game_winners else "")
    return game.hand.game_winners


def ranks(rules: Rules, scores: list[int]) -> list[int]:
    game = closed(configure(rules.name, options={"max_hands": 1}), scores)
    assert game.ended == "max_hands"
    return list(game.result().ranks)


def auction(rules: Rules, bids: tuple[int | None, ...]) -> Any:
    game = new_game(rules, SEED)
    try:
        for bid in bids:
            game.apply(bid or 0)
    except IllegalActionError:
        return "illegal"
    if game.hand_number:
        return None
    if game.kind != Kind.AUCTION:
        assert game.to_act == game.hand.declarer
        return game.hand.declarer, game.hand.bid
    legal = game.legal()
    bidding = (legal.least, legal.step, legal.most) if legal.least <= legal.most else (0, 1, 0)
    return game.to_act, *bidding, legal.may_pass


ANSWERS: dict[str, Callable[..., Any]] = {
    "may play": may_play,
    "wins": lambda rules, trump, cards: trick(rules, trump, cards).hand.winner(0),
    "meld": lay_melds,
    "spades": spades,
    "chips": chips,
    "contract": scored,
    "winners": winners,
    "ranks": ranks,
    "auction": auction,
}


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_the_engine_answers_as_the_sheets_do(scenario: Scenario) -> None:
    answer = ANSWERS[scenario.kind](configure(scenario.variant, options=scenario.options), *scenario.question)
    assert answer == (set(scenario.answer.split()) if scenario.kind == "may play" else scenario.answer)


def test_a_card_is_shown_as_often_as_the_class_that_uses_most_of_it(pinochle: Rules) -> None:
    laid = melded(pinochle, "KS KS QS QS KD KC KH JD", "S")
    assert list(laid.shown) == codes("KS KS QS QS KD JD KC KH")
