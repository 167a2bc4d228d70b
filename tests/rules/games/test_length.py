"""When games and series end, and who has what rank."""

import pytest

from arena.rules import Game, GameEnded, GameNotOverError, GameOverError, Rules, configure, new_game
from arena.rules.games.length import close_hand
from tests.rules.playing import random_game

SEED = bytes(32)


def closed(rules: Rules, scores: list[int], hands: int = 1) -> Game:
    """A game whose *hands*-th hand has just left these scores."""
    game = new_game(rules, SEED)
    game.game_hands = hands
    for seat, score in zip(game.seats, scores, strict=True):
        seat.score = score
    close_hand(game)
    return game


def test_a_hand_at_max_hands_can_still_be_won_by_target(spades: Rules) -> None:
    assert closed(spades, [500, 0, 0, 0], 200).ended == "target"
    assert closed(spades, [10, 0, 0, 0], 200).ended == "max_hands"


def test_exactly_so_many_hands() -> None:
    rules = configure("spades-4", options={"format": {"kind": "hands", "count": 3}, "target": 10})
    game = random_game(rules, 1)
    assert len(game.hands) == 3
    assert game.result().ended == "hands"
    assert [hand.dealer for hand in game.hands] == [0, 1, 2]
    assert closed(rules, [5000, 0, 0, 0], 2).ended == ""


def test_hands_comes_before_max_hands() -> None:
    rules = configure("spades-4", options={"format": {"kind": "hands", "count": 2}, "max_hands": 2})
    assert random_game(rules, 1).result().ended == "hands"


def test_a_series() -> None:
    options = {"format": {"kind": "series", "wins": 2}, "max_hands": 2, "first_dealer": 3}
    game = random_game(configure("spades-4", options=options), 7)
    result = game.result()
    assert result.ended == "series"
    assert max(result.scores) == 2
    assert [sum(seat in played.winner for played in result.games) for seat in range(4)] == list(result.scores)
    assert result.ranks == tuple(1 + sum(other > wins for other in result.scores) for wins in result.scores)
    assert [hand.dealer for hand in game.hands] == [(3 + number) % 4 for number in range(len(game.hands))]
    assert [hand.number for hand in game.hands] == list(range(len(game.hands)))
    for hand, following in zip(game.hands, game.hands[1:], strict=False):
        assert following.game == hand.game + bool(hand.game_winners)
        before = [0] * 4 if hand.game_winners else hand.scores
        assert following.scores == [a + b for a, b in zip(before, following.deltas, strict=True)]
    ended = [event for event in game.events(0) if isinstance(event, GameEnded)]
    assert [event.winner for event in ended] == [played.winner for played in result.games]
    assert game.view(2).wins == list(result.scores)


def test_blind_sixes_are_given_afresh_in_each_game() -> None:
    from arena.rules.games.length import start_game

    game = new_game(configure("spades-4"), SEED)
    game.seats[2].blind_sixes, game.seats[2].bags, game.seats[2].score = 1, 4, 90
    start_game(game)
    assert (game.seats[2].blind_sixes, game.seats[2].bags, game.seats[2].score) == (0, 0, 0)


def test_a_tie_credits_everybody_and_may_end_the_series() -> None:
    rules = configure("pinochle-cutthroat", options={"format": {"kind": "series", "wins": 1}, "max_hands": 1})
    game = closed(rules, [7, 7, 3])
    assert game.result().scores == (1, 1, 0)
    assert game.result().ranks == (1, 1, 3)
    assert game.ended == "series"


def test_no_result_before_the_end_and_no_answer_after_it(spades: Rules) -> None:
    game = new_game(spades, SEED)
    with pytest.raises(GameNotOverError):
        game.result()
    over = random_game(configure("spades-4", options={"format": {"kind": "hands", "count": 1}}), 2)
    for call in (over.legal, over.fallback):
        with pytest.raises(GameOverError):
            call()
    with pytest.raises(GameOverError):
        over.apply(0)
    assert (over.to_act, over.kind, over.is_over) == (-1, 0, True)
