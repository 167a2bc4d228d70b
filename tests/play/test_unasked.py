import pytest

from arena.play import DISCONNECTED, Lost, Question, Reply, count_unasked, play_game
from arena.rules import Game, new_game
from tests.play.scripted import new_ledger, seats_of, two_hands

SPADES = two_hands("spades-4")


def decisions(game: Game, seat: int, auto_single: bool) -> int:
    """How many decisions of the whole game were the seat's."""
    again, count = new_game(game.rules, game.seed), 0
    for action in game.actions:
        count += again.to_act == seat and not (auto_single and again.legal().single >= 0)
        again.apply(action)
    return count


@pytest.mark.parametrize("auto_single", [True, False])
@pytest.mark.parametrize("at", [1, 3, 9])
async def test_what_was_not_asked_is_all_that_came_after_the_bot_left(at: int, auto_single: bool) -> None:
    def script(question: Question) -> Reply | None:
        return Lost(DISCONNECTED) if question.number == at else None

    ledger = new_ledger(SPADES)
    await play_game(ledger, seats_of(SPADES, {2: script}), auto_single=auto_single)
    (left,) = ledger.infractions
    found = count_unasked(ledger.game, {2: (left.hand, left.decision)}, auto_single)
    assert ledger.accounts[2].asked == at
    assert found[2] > 0
    assert at + found[2] == decisions(ledger.game, 2, auto_single)
    assert [found[seat] for seat in (0, 1, 3)] == [0, 0, 0]


async def test_where_nobody_left_everything_was_asked() -> None:
    ledger = new_ledger(SPADES)
    await play_game(ledger, seats_of(SPADES, {}))
    assert count_unasked(ledger.game, {}, True) == [0, 0, 0, 0]
