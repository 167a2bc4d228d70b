"""Compute the regret of the cards of a finished game: what each cost, compared with the best card.

The last tricks are solved with all cards known. Earlier cards are compared in worlds: deals that fit what the seat
knew. In each world the quick policy of the search plays the hand to its end after each possible card. So a good card
that met bad luck costs nothing on average.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final
from zlib import crc32

from arena.rules.games.game import Game
from arena.rules.games.rollout import Chance
from arena.rules.hands.actions import Kind
from arena.rules.hands.layout import COMPILED
from arena.rules.replays.place import Place, decisions_at
from arena.rules.rules import require
from arena.rules.search.answers import Limits
from arena.rules.search.candidates import Candidate
from arena.rules.search.dealing import one_hand
from arena.rules.search.piles import NoDealError
from arena.rules.search.search import played_worth
from arena.rules.search.solver import Solver, is_two_sided
from arena.rules.search.worlds import Worlds

CHECK_PLAYOUTS: Final = 400 if COMPILED else 100  # playouts per decision
SOLVED_BY_SIDES: Final = 24  # with at most so many cards in all hands, games of partners are solved exactly
SOLVED_BY_SEATS: Final = 16  # the same for other games
SEEDS: Final = 2**30
CLEARLY: Final = 1.96  # standard errors


@dataclass(frozen=True)
class PlayedCard:
    """A card that was played though others were legal, and its regret.

    *hand* and *decision* count from 0, as in records, and *trick* from 1. *best*: the legal card with the highest
    worth. *regret*: the worth of the best card minus that of *card*, in points of the hand. The worth is the change of
    the seat's score minus the mean change of the other sides. *error*: the standard error of *regret*, 0 if *solved*.
    *solved*: whether the rest of the hand was solved exactly, instead of compared in worlds. In worlds, one half
    chooses the best card for the other half. So chance adds nothing on average, and the regret can be negative.
    """

    hand: int
    decision: int
    trick: int
    seat: int
    card: int
    best: int
    regret: float
    error: float
    solved: bool

    @property
    def is_clear(self) -> bool:
        """Whether the regret exceeds 1.96 standard errors."""
        return self.regret > CLEARLY * self.error


@dataclass(frozen=True)
class SeatCost:
    """The regret of all cards of a seat, in points.

    *decisions*: number of checked cards; *clear*: how many of these have a clear regret. *regret*: the sum.
    *each_hand*: the mean for a hand, with its standard *error*.
    """

    seat: int
    decisions: int
    clear: int
    regret: float
    each_hand: float
    error: float


def check_plays(
    record: dict[str, Any], hand: int | None = None, seat: int | None = None, playouts: int = CHECK_PLAYOUTS
) -> Iterator[PlayedCard]:
    """Yield the regret of each card of a record that had legal alternatives, in the order of play.

    *hand*: number from 0; None for all hands. *seat*: None for all seats. *playouts*: hands played out for each card's
    decision; with 0 only the last tricks are checked. Equal calls yield equal figures. Raises `RecordError`, and
    `PlaceError` if the record has no such hand.
    """
    for place, game, action in decisions_at(record, Place("", hand)):
        if game.kind == Kind.PLAY and seat in (None, game.to_act) and len(game.legal().actions) > 1:
            solves = is_solved(game)
            weighed = solve_exactly(game) if solves else play_in_worlds(game, playouts)
            if weighed:
                at = (require(place.hand), require(place.decision), game.hand.gathered + 1, game.to_act)
                yield PlayedCard(*at, action, *regret_of(weighed, action), solves)


def check_totals(checked: Iterable[PlayedCard], seats: int, hands: int) -> list[SeatCost]:
    """Return the cost of each seat's cards; *seats*: number of seats, *hands*: number of checked hands."""
    cards = list(checked)
    sums: list[SeatCost] = []
    for seat in range(seats):
        own = [each for each in cards if each.seat == seat]
        regret = sum(each.regret for each in own)
        error = sqrt(sum(each.error**2 for each in own))
        clear = sum(each.is_clear for each in own)
        sums.append(SeatCost(seat, len(own), clear, regret, regret / hands, error / hands))
    return sums


def is_solved(game: Game) -> bool:
    left = sum(game.layout.total(seat.cards) for seat in game.seats)
    partners = is_two_sided(game) and game.rules.seats > 2
    return left <= (SOLVED_BY_SIDES if partners else SOLVED_BY_SEATS)


def solve_exactly(game: Game) -> dict[int, list[float]]:
    last = game.copy()
    last.rules = one_hand(game.rules)
    solver = Solver()
    return {card: [solver.worth(last, card, by_score=True)] for card in game.legal().actions}


def play_in_worlds(game: Game, playouts: int) -> dict[int, list[float]]:
    """Return by card its worth in each world; all legal cards are compared in the same worlds.

    The result is empty without *playouts*, and if no world fits the seat's view.
    """
    if not playouts:
        return {}
    view = game.view(game.to_act)
    cards = game.legal().actions
    chance = Chance(crc32(repr((view.number, view.seat, view.cards, view.said, view.played)).encode()))
    values: dict[int, list[float]] = {card: [] for card in cards}
    try:
        worlds = Worlds(view, chance)
        for _ in range(max(4, playouts // len(cards))):
            world, seed = worlds.draw(), chance.below(SEEDS)
            for card in cards:
                values[card].append(played_worth(world, Candidate(card), Limits(len(world.seats)), Chance(seed)))
    except NoDealError:
        return {}
    return values


def regret_of(weighed: dict[int, list[float]], card: int) -> tuple[int, float, float]:
    """Return the best card, and the regret of *card* with its standard error.

    *weighed*: card -> its worth in each world. Half of the worlds choose the best card for the other half, and vice
    versa.
    """
    count = len(weighed[card])
    if count == 1:
        best = best_of(weighed, range(1), card)
        return best, weighed[best][0] - weighed[card][0], 0.0
    losses = [0.0] * count
    for half in (0, 1):
        best = best_of(weighed, range(1 - half, count, 2), card)
        for world in range(half, count, 2):
            losses[world] = weighed[best][world] - weighed[card][world]
    mean = sum(losses) / count
    error = sqrt(sum((each - mean) ** 2 for each in losses) / (count - 1) / count)
    return best_of(weighed, range(count), card), mean, error


def best_of(weighed: dict[int, list[float]], worlds: range, played: int) -> int:
    """Return the card with the highest worth in *worlds*; of equal cards *played*, else the first."""
    cards = [played, *weighed]
    return max(cards, key=lambda card: sum(weighed[card][world] for world in worlds))
