"""Answer a decision by trying its possible answers in many worlds: determinised search.

Each candidate is tried in the same worlds. A quick policy plays each world to the end of the hand; if few cards are
left, the rest is solved exactly. The candidate with the best mean is chosen. A candidate that is clearly worse than the
best so far is dropped. The search assumes that it will know every card at its next decision. So it neither hides its
cards nor plays to learn others' cards. I. Frank and D. Basin describe these limits (Search in games with incomplete
information, Artificial Intelligence 100, 1998).
"""

from collections.abc import Callable
from math import sqrt
from typing import Final

from arena.rules.games.game import Game
from arena.rules.games.rollout import Chance
from arena.rules.games.view import View
from arena.rules.hands.actions import Kind
from arena.rules.hands.layout import LONE_BIT
from arena.rules.native import i64
from arena.rules.phases import tricks
from arena.rules.search.answers import UNKNOWN, Limits, answer_for
from arena.rules.search.beliefs import Beliefs
from arena.rules.search.candidates import Candidate, candidates
from arena.rules.search.policy import card_for
from arena.rules.search.solver import Solver, is_two_sided, score_seats
from arena.rules.search.worlds import Worlds

PLAY: Final[i64] = Kind.PLAY
AUCTION: Final[i64] = Kind.AUCTION
NONE: Final[i64] = Kind.NONE
SOLVED_BY_SIDES: Final = 4  # cards in a hand up to which a world of two sides is solved exactly
SOLVED_BY_SEATS: Final = 3  # the same for other games
SEEDS: Final = 2**30
NO_ANSWER: Final = -2  # no candidate
LOOKS_AGAIN: Final = 8  # number of worlds between comparisons of the candidates
CLEARLY: Final = 2.0  # standard errors by which a dropped candidate is worse than the best
# For discards, gifts and trump the usual answer is nearly optimal. Another answer must be better by so many standard
# errors. The same is true if a first choice is given.
LIKELY: Final = 1.0
WITH_A_RULE: Final = (Kind.DISCARD, Kind.TRUMP, Kind.GIVE)
SET_EACH: Final = 16  # playouts for each set of cards that is compared
FEWEST_SETS: Final = 4
MAX_SETS: Final = 24


class Search:
    """A search for the answer to one decision, world by world.

    Attributes:
        playouts: number of playouts so far.
        open: the candidates that may still be the best.
    """

    def __init__(self, view: View, seed: int, width: int, first: int = NO_ANSWER) -> None:
        """Begin the search; *first*: an action to prefer, or `NO_ANSWER`.

        *width*: the most sets of cards to compare. Raises `NoDealError` for a view that contradicts itself.
        """
        assert view.legal is not None
        self._chance: Final = Chance(seed)
        self._worlds: Final = Beliefs(view, Worlds(view, self._chance), self._chance)
        self.playouts: int = 0
        self._next: Game = self._worlds.draw()
        self._looked: int = 0
        self.open: list[Candidate] = candidates(self._next, view.legal, width)
        self._first: Final = first
        self._usual: int = first
        if first != NO_ANSWER:
            if first not in [each.action for each in self.open]:
                self.open.append(Candidate(first))
        elif view.legal.kind in WITH_A_RULE:
            self._usual = answer_for(self._next, Limits(view.rules.seats))

    def go_on(self) -> None:
        world = self._next if not self._looked else self._worlds.draw()
        self._weigh(world)
        self._looked += 1
        if self._looked % LOOKS_AGAIN == 0:
            self._drop()

    def best(self) -> Candidate:
        """Return the candidate with the highest worth; of equal candidates the first."""
        best = self.open[0]
        for candidate in self.open:
            if candidate.total > best.total:
                best = candidate
        return best

    def answer(self) -> int:
        """Return the action of the best candidate, or the preferred action if it is hardly worse."""
        best = self.best()
        for candidate in self.open:
            if candidate.action == self._usual and not is_worse(candidate, best, LIKELY):
                return self._usual
        return best.action

    def _weigh(self, world: Game) -> None:
        solver: Solver | None = None
        if world.kind == PLAY:
            size = world.layout.total(world.seats[world.to_act].cards)
            if size <= (SOLVED_BY_SIDES if is_two_sided(world) else SOLVED_BY_SEATS):
                solver = Solver()
        seed: int = self._chance.below(SEEDS)
        limits = Limits(len(world.seats))
        if world.kind == AUCTION:
            for seat in range(len(world.seats)):
                limits.limit(world, seat)
            known: dict[int, float] = {}  # by contract: each is played only once
            for candidate in self.open:
                game = play_answer(world, candidate, limits)
                contract: int = game.hand.bid * len(game.seats) + game.hand.declarer
                if contract not in known:
                    play_to_end(game, limits, Chance(seed))
                    known[contract] = score_seats(game)[world.to_act]
                candidate.add(known[contract])
            self.playouts += len(known)
            return
        for candidate in self.open:
            if solver is not None:
                candidate.add(solver.worth(world, candidate.action))
            else:
                candidate.add(played_worth(world, candidate, limits, Chance(seed)))
        self.playouts += len(self.open)

    def _drop(self) -> None:
        """Drop candidates that are clearly worse than the best, except a given first choice."""
        best = self.best()
        self.open = [
            each
            for each in self.open
            if each is best or each.action == self._first or not is_worse(each, best, CLEARLY)
        ]


def is_worse(one: Candidate, other: Candidate, errors: float) -> bool:
    """Return whether *one* is worse than *other* by more than so many standard *errors* of the difference."""
    count = len(one.worths)
    if count < 2:
        return False
    mean = (other.total - one.total) / count
    squares = 0.0
    for mine, yours in zip(one.worths, other.worths, strict=True):
        squares += (yours - mine - mean) ** 2
    return mean > errors * sqrt(squares / (count - 1) / count)


def best_answer(
    view: View, playouts: int, seed: int, until: Callable[[], bool] | None = None, first: int = NO_ANSWER
) -> int:
    """Return the legal action that a search chooses, which depends only on the arguments.

    *playouts*: the most playouts. *until*: stop after the current world when this returns True. *first*: a legal action
    that is chosen unless another is better by a standard error of the difference. Raises `NoDealError` for a view that
    contradicts itself.
    """
    assert view.legal is not None
    single = view.legal.single
    if single >= 0:
        return single
    search = Search(view, seed, max(FEWEST_SETS, min(MAX_SETS, playouts // SET_EACH)), first)
    search.go_on()
    while len(search.open) > 1 and search.playouts + len(search.open) <= playouts:
        if until is not None and until():
            break
        search.go_on()
    return search.answer()


def played_worth(world: Game, candidate: Candidate, limits: Limits, chance: Chance) -> float:
    """Return a candidate's worth to the seat to act if the quick policies play the hand to its end."""
    game = play_answer(world, candidate, limits)
    play_to_end(game, limits, chance)
    return score_seats(game)[world.to_act]


def play_answer(world: Game, candidate: Candidate, limits: Limits) -> Game:
    """Return a copy of *world* after the candidate's action, and after the rest of an auction."""
    game = world.copy()
    if game.kind == PLAY:
        over = tricks.play(game, candidate.action, world.layout.bit[candidate.action])
    else:
        over = game.answer(candidate.action)
    if over:
        game.next_phase()
    if game.kind == AUCTION:
        if candidate.limit != UNKNOWN:
            limits = limits.copy()
            limits.of[world.to_act] = candidate.limit
        while game.kind == AUCTION:
            if game.answer(answer_for(game, limits)):
                game.next_phase()
    return game


def play_to_end(game: Game, limits: Limits, chance: Chance) -> None:
    while game.kind != NONE:
        if game.kind == PLAY:
            bit: i64 = card_for(game, chance)
            over = tricks.play(game, game.layout.at[bit % LONE_BIT], bit)
        else:
            over = game.answer(answer_for(game, limits))
        if over:
            game.next_phase()
