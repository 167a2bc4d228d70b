"""Regret: the cost of each card of a finished game, compared with the best card.

The last tricks are solved with all cards known. Earlier cards are compared in worlds that fit the seat's knowledge. The
quick policy of the search plays each world to its end, so a good card that met bad luck costs nothing.
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
SOLVED_BY_SIDES: Final = 24  # a hand with so few cards in all seats is solved exactly
SOLVED_BY_SEATS: Final = 16
SEEDS: Final = 2**30
CLEARLY: Final = 1.96  # standard errors


@dataclass(frozen=True)
class PlayedCard:
    """A card that was played with a choice, and its cost.

    *hand* and *decision* count from 0, as in records; *trick* from 1. *best*: the card with the highest worth.
    *regret*: how much less the card is worth. Its unit is points of the hand: the change of the seat's score less the
    mean of those of the other sides. *error*: its standard error, 0 if the rest was *solved*. By playouts the best card
    is chosen in other worlds than those it is measured in. So chance adds nothing, and the regret can be below 0.
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
        """Whether the card is worse by more than chance explains."""
        return self.regret > CLEARLY * self.error


@dataclass(frozen=True)
class SeatCost:
    """Cost of a seat's cards, in all and per hand, in points; *error*: the standard error of *each_hand*."""

    seat: int
    decisions: int
    clear: int
    regret: float
    each_hand: float
    error: float


def check_plays(
    record: dict[str, Any], hand: int | None = None, seat: int | None = None, playouts: int = CHECK_PLAYOUTS
) -> Iterator[PlayedCard]:
    """Yield the cost of each card of a record that was played with a choice, in the order of play.

    *hand*: counted from 0; None: all hands. *seat* None: all seats. Without *playouts* only the last tricks are
    checked. Equal calls yield equal figures. Raises `RecordError`, and `PlaceError` if the record has no such hand.
    """
    for place, game, action in decisions_at(record, Place("", hand)):
        if game.kind == Kind.PLAY and seat in (None, game.to_act) and len(game.legal().actions) > 1:
            solves = is_solved(game)
            weighed = solve_exactly(game) if solves else play_in_worlds(game, playouts)
            if weighed:
                at = (require(place.hand), require(place.decision), game.hand.gathered + 1, game.to_act)
                yield PlayedCard(*at, action, *regret_of(weighed, action), solves)


def check_totals(checked: Iterable[PlayedCard], seats: int, hands: int) -> list[SeatCost]:
    """Return the sums of each seat, over so many hands."""
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
    """Return the worth of each legal card in each of the same worlds.

    The result is empty without *playouts*, and if no world fits the view.
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
    """Return the best card, and the regret and error of *card*; *weighed*: each card's worth in the same worlds.

    Half of the worlds choose the best card for the other half, and the other way round.
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
    """Return the card with the highest worth in these worlds; of equals the one that was played, else the first."""
    cards = [played, *weighed]
    return max(cards, key=lambda card: sum(weighed[card][world] for world in worlds))
