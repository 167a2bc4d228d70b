import pytest

from arena.rules import KIND_NAMES, Kind
from bots.sdk.bot.answers import AnswerError
from bots.sdk.bot.cards import cards_of
from bots.sdk.text.events import event_of, line_of
from bots.sdk.text.words import action_of_word, legal_of_words, legal_words, word_of
from tests.handbook.examples import games
from tests.play.scripted import answer_to

ENOUGH = 44  # games: four of each variant


def test_lines_carry_all_events_and_decisions_of_every_variant() -> None:
    kinds = set()
    for (game, chance), _ in zip(games(), range(ENOUGH), strict=False):
        cards = cards_of(game.rules)
        while not game.is_over:
            legal, action = game.legal(), answer_to(game.legal(), chance)
            kinds.add(legal.kind)
            assert legal_of_words(legal.kind, legal_words(legal, cards)) == legal
            assert action_of_word(legal.kind, word_of(legal.kind, action, cards)) == action
            game.apply(action)
        for seat in range(game.rules.seats):
            assert [event_of(line_of(event, cards)) for event in game.events(seat)] == game.events(seat)
    assert kinds == set(range(Kind.BLIND, Kind.PLAY + 1))


@pytest.mark.parametrize("word", ["", "-", "XX", "AS,KS", "99999999999999", "\u0664", "pass,AS", "," * 500])
@pytest.mark.parametrize("kind", [Kind.PLAY, Kind.BID, Kind.TRUMP, Kind.WIDOW])
def test_other_words_are_no_answer(kind: int, word: str) -> None:
    with pytest.raises(AnswerError, match=KIND_NAMES[kind]):
        action_of_word(kind, word)
