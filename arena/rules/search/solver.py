"""Solve the rest of a hand exactly, with all cards known.

Two sides: alpha-beta with a table of positions finds the points in tricks under best play (J. Pearl, Heuristics, 1984,
ch. 9). More points are never worth less, unless a side without a trick has a meld that only a trick saves. Then the
same search uses the score. Each seat for itself: max^n (C. Luckhardt and K. Irani, AAAI 1986). Every seat chooses the
card that is best for itself, and of equal cards the first legal one.

The worth of a hand for a seat is the change of its score minus the mean change of the other sides.
"""

from typing import Final

from arena.rules.games.game import Game
from arena.rules.hands.actions import Kind
from arena.rules.hands.layout import LONE_BIT, Layout
from arena.rules.native import i64
from arena.rules.phases import tricks
from arena.rules.rules import Sides
from arena.rules.search.counting import count_taken, hangs_on_a_trick, lead_by_points, points_left, points_so_far
from arena.rules.sides import side_of

PLAY: Final[i64] = Kind.PLAY
MOST: Final = 10**9


def score_seats(game: Game) -> list[float]:
    deltas = [int(seat.delta) for seat in game.seats]
    seats = len(deltas)
    values: list[float] = []
    for seat in range(seats):
        side = side_of(game.rules, seat)
        others = [deltas[other] for other in range(seats) if other not in side]
        values.append(deltas[seat] - sum(others) / len(others))
    return values


def drop_equivalent(game: Game) -> i64:
    """Return the legal cards as a set, but only one of several equivalent neighbours.

    Two cards of a suit are equivalent if both count the same by themselves. Also, no card between them and no copy of
    either may be in another hand or on the table.
    """
    layout: Layout = game.layout
    choice: i64 = game.open
    if not choice & (choice - 1):
        return choice
    others: i64 = layout.once(game.trick)
    for number in range(len(game.seats)):
        if number != game.to_act:
            others |= layout.once(game.seats[number].cards)
    mask: i64 = 0
    for suit in layout.suits:
        rest: i64 = choice & suit
        while rest:
            bit: i64 = rest & -rest
            rest ^= bit
            code: i64 = layout.at[bit % LONE_BIT]
            higher: i64 = rest & -rest
            if not higher or not count_alike(game, bit, higher):
                mask |= bit
                continue
            reach: i64 = layout.above[code] | layout.field[code]
            if reach & ~layout.above[layout.at[higher % LONE_BIT]] & others:
                mask |= bit
    return mask | (choice & layout.jokers)


def count_alike(game: Game, one: i64, other: i64) -> bool:
    """Return whether two cards count the same by themselves: as nothing, or as counters."""
    awards = game.rules.awards
    if awards is None:
        return (one & game.layout.counters != 0) == (other & game.layout.counters != 0)
    at = game.layout.at
    return at[one % LONE_BIT] not in awards.jacks and at[other % LONE_BIT] not in awards.jacks


class Solver:
    """A solver for the ends of one hand, after which the match ends; it caches positions."""

    def __init__(self) -> None:
        self._claims: int = 0  # number of positions that `takes_the_rest` has searched
        self._bounds: dict[tuple[int, ...], tuple[int, int]] = {}
        self._values: dict[tuple[int, ...], list[float]] = {}
        self._taken: dict[tuple[int, ...], bool] = {}

    def answers(self, game: Game) -> list[tuple[int, float]]:
        """Return each legal card with its `worth`, in the order of legal actions."""
        return [(card, self.worth(game, card)) for card in game.legal().actions]

    def worth(self, game: Game, card: int, by_score: bool = False) -> float:
        """Return the worth of playing *card* for the seat to act, with best play of all seats after it.

        The unit is points in tricks if there are two sides and no score depends on winning a trick. Otherwise, and with
        *by_score*, it is the worth of the hand.
        """
        seat = game.to_act
        other = game.copy()
        over = tricks.play(other, card, game.layout.bit[card])
        if is_two_sided(game):
            solve = self._side_lead if by_score or hangs_on_a_trick(game) else self._side_points
            own = solve(other, over, -MOST, MOST)
            return float(own if seat % 2 == 0 else -own)
        if over:
            other.next_phase()
        return self._each(other)[seat]

    def takes_the_rest(self, game: Game, seat: i64, most: int) -> bool:
        """Return whether *seat* can take every remaining trick against any play.

        The result is False too if more than *most* positions must be searched. Use a new solver for each call.
        """
        self._claims += 1
        if self._claims > most:
            return False
        key = (int(game.leader), *[int(each.cards) for each in game.seats])
        if game.trick == 0 and key in self._taken:
            return self._taken[key]
        own = game.to_act == seat
        found = not own
        rest: i64 = drop_equivalent(game)
        while rest and found != own:
            bit: i64 = rest & -rest
            rest ^= bit
            other = game.copy()
            over = tricks.play(other, game.layout.at[bit % LONE_BIT], bit)
            if other.hand.gathered > game.hand.gathered and other.hand.last_winner != seat:
                found = False
            else:
                found = over or self.takes_the_rest(other, seat, most)
        if game.trick == 0:
            self._taken[key] = found
        return found

    def _side_points(self, game: Game, over: bool, low: int, high: int) -> int:
        """Return the points in tricks of seats 0 and 2 minus those of the others, within *low* and *high*."""
        here = points_so_far(game, over)
        if over:
            return here
        if game.trick:
            return self._best(game, low, high, False)
        left = points_left(game)
        if here - left >= high:
            return here - left
        if here + left <= low:
            return here + left
        key = (int(game.leader), *[int(seat.cards) for seat in game.seats])
        return self._remember(game, key, low, high, here, left, False)

    def _side_lead(self, game: Game, over: bool, low: int, high: int) -> int:
        """Return the hand's score of seats 0 and 2 minus that of the others, within *low* and *high*."""
        if over:
            game.next_phase()
            return int(game.seats[0].delta - game.seats[1].delta)
        if not hangs_on_a_trick(game):
            return lead_by_points(game, self._side_points(game, False, -MOST, MOST))
        if game.trick:
            return self._best(game, low, high, True)
        key = (int(game.leader), points_so_far(game, False), *[int(seat.cards) for seat in game.seats])
        for seat in game.seats:
            key = (*key, int(seat.tricks > 0))
        return self._remember(game, key, low, high, 0, MOST, True)

    def _remember(
        self, game: Game, key: tuple[int, ...], low: int, high: int, here: int, left: int, by_score: bool
    ) -> int:
        """Return the value of a position, from the table if possible: *here* plus the value of the rest.

        *key*: the position. *left*: the most that the rest can add or subtract.
        """
        least, most = self._bounds.get(key, (-left, left))
        if least + here >= high or least == most:
            return least + here
        if most + here <= low:
            return most + here
        value = self._best(game, low, high, by_score)
        if value > low:
            least = max(least, value - here)
        if value < high:
            most = min(most, value - here)
        self._bounds[key] = (least, most)
        return value

    def _best(self, game: Game, low: int, high: int, by_score: bool) -> int:
        """Return the value of the best card for the side to act, in points in tricks or *by_score*."""
        gains = game.to_act % 2 == 0
        best = -MOST if gains else MOST
        rest: i64 = drop_equivalent(game)
        layout = game.layout
        while rest:
            bit: i64 = likeliest(game, rest)
            rest ^= bit
            other = game.copy()
            over = tricks.play(other, layout.at[bit % LONE_BIT], bit)
            value = self._side_lead(other, over, low, high) if by_score else self._side_points(other, over, low, high)
            if gains:
                best = max(best, value)
                low = max(low, best)
            else:
                best = min(best, value)
                high = min(high, best)
            if low >= high:
                break
        return best

    def _each(self, game: Game) -> list[float]:
        if game.kind != PLAY:
            return score_seats(game)
        fresh = game.trick == 0
        key: tuple[int, ...] = ()
        if fresh:
            key = (int(game.leader), int(game.broken))
            for each in game.seats:
                key = (*key, int(each.cards), int(each.tricks), count_taken(game, each.taken))
            known = self._values.get(key)
            if known is not None:
                return known
        seat = game.to_act
        best: list[float] = []
        rest: i64 = drop_equivalent(game)
        layout = game.layout
        while rest:
            bit: i64 = rest & -rest
            rest ^= bit
            other = game.copy()
            if tricks.play(other, layout.at[bit % LONE_BIT], bit):
                other.next_phase()
            values = self._each(other)
            if not best or values[seat] > best[seat]:
                best = values
        if fresh:
            self._values[key] = best
        return best


def likeliest(game: Game, cards: i64) -> i64:
    """Return the card to try first: a high card if the own side may win the trick, else a low one."""
    layout = game.layout
    if game.trick and (game.winner - game.to_act) % 2:
        beating: i64 = cards & (game.over | (game.trumps if not game.trumped and game.suited != game.trumps else 0))
        if not beating:
            return cards & -cards
        cards = beating
    return layout.bit[layout.listed(cards)[-1]]


def is_two_sided(game: Game) -> bool:
    return game.rules.contract is not None and (game.rules.sides is not Sides.ALONE or game.rules.seats == 2)
