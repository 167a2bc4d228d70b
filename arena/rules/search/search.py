"""Choose a card by playing it in many worlds.

Determinised search: each legal card is played in the same worlds, and each of these is played to the hand's end by a
quick policy, or solved where few cards are left. The card that is worth most on average is chosen. I. Frank and
D. Basin tell what it cannot see (Search in games with incomplete information, Artificial Intelligence 100, 1998): it
acts as if it will know every card with its next decision, so it neither hides what it has nor plays to find out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from arena.rules.games.game import Game
from arena.rules.games.rollout import Chance
from arena.rules.games.view import View
from arena.rules.hands.actions import Kind
from arena.rules.hands.layout import LONE_BIT
from arena.rules.phases import tricks
from arena.rules.search.policy import card_for
from arena.rules.search.solver import Solver, is_two_sided, worths
from arena.rules.search.worlds import Worlds

if TYPE_CHECKING:
    from mypy_extensions import i64

PLAY: Final[i64] = Kind.PLAY
SOLVED_BY_SIDES: Final = 4  # cards in hand from which on a world of two sides is solved
SOLVED_BY_SEATS: Final = 3


class Answer:
    """A legal card, and what it was worth in each world."""

    def __init__(self, card: int) -> None:
        self.card: Final = card
        self.total: float = 0.0


def best_card(view: View, cards: Sequence[int], playouts: int, seed: int) -> int:
    """Return the one of the legal *cards* that a search of *playouts* chooses: a function of what is given.

    Raises `NoDeal` for a view that contradicts itself.
    """
    if len(cards) == 1:
        return cards[0]
    chance = Chance(seed)
    worlds = Worlds(view, chance)
    answers = [Answer(card) for card in cards]
    for _ in range(max(1, playouts // len(cards))):
        weigh(worlds.draw(), answers, chance)
    best = answers[0]
    for answer in answers:
        if answer.total > best.total:
            best = answer
    return best.card


def weigh(world: Game, answers: list[Answer], chance: Chance) -> None:
    """Add what each card is worth in a world."""
    held = len(world.layout.sorted(world.seats[world.to_act].cards))
    solver = Solver() if held <= (SOLVED_BY_SIDES if is_two_sided(world) else SOLVED_BY_SEATS) else None
    for answer in answers:
        if solver is not None:
            answer.total += solver.worth(world, answer.card)
        else:
            answer.total += played_worth(world, answer.card, chance)


def played_worth(world: Game, card: int, chance: Chance) -> float:
    """Return what a card is worth to the seat to act if the quick policy plays on."""
    game = world.copy()
    if tricks.play(game, card, world.layout.bit[card]):
        game.next_phase()
    play_to_end(game, chance)
    return worths(game)[world.to_act]


def play_to_end(game: Game, chance: Chance) -> None:
    """Play a hand to its end by the quick policy."""
    while game.kind == PLAY:
        bit: i64 = card_for(game, chance)
        if tricks.play(game, game.layout.at[bit % LONE_BIT], bit):
            game.next_phase()
