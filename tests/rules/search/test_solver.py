"""The solver against plain recursion, on the last cards of random hands."""

from collections.abc import Callable, Iterator

import pytest

from arena.rules import VARIANTS, Game, Kind, configure
from arena.rules.phases import tricks
from arena.rules.search.counting import hangs_on_a_trick
from arena.rules.search.dealing import one_hand
from arena.rules.search.solver import Solver, is_two_sided, score_seats
from tests.rules.search.views import under_play
from tests.sizes import sized

LAST = sized(2, 3)  # cards in hand
ENDS = sized(3, 20)


def points(game: Game) -> list[float]:
    """Return the points of tricks that each seat leads by, or the scores where no two sides play."""
    if not is_two_sided(game):
        return score_seats(game)
    taken = game.hand.points
    lead = sum(taken[0::2]) - sum(taken[1::2])
    return [float(lead if seat % 2 == 0 else -lead) for seat in range(game.rules.seats)]


def plain(game: Game, worth: Callable[[Game], list[float]]) -> list[float]:
    """Return the worth of a hand to each seat, without any short cut; *worth*: of one that is over."""
    if game.kind != Kind.PLAY:
        return worth(game)
    best: list[float] = []
    for card in game.legal().actions:
        other = game.copy()
        other.apply(card)
        values = plain(other, worth)
        if not best or values[game.to_act] > best[game.to_act]:
            best = values
    return best


def ends_of(variant: str, last: int, most: int) -> Iterator[Game]:
    rules = configure(variant, None, {"format": {"kind": "hands", "count": 1}})
    looked = 0
    for number in range(100):  # most random auctions of some variants end before the play
        for game in under_play(rules, number, 1):
            if game.layout.total(game.seats[game.to_act].cards) <= last and not game.trick:
                yield game
                looked += 1
                break
        if looked == most:
            break
    assert looked  # a hand for chips is seldom played to its last cards


@pytest.mark.parametrize("variant", VARIANTS)
def test_ends_are_worth_what_plain_recursion_says(variant: str) -> None:
    for game in ends_of(variant, LAST, ENDS):
        answers = Solver().answers(game)
        assert [card for card, _ in answers] == game.legal().actions
        for card, worth in answers:
            other = game.copy()
            other.apply(card)
            assert worth == plain(other, points)[game.to_act]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_hand_is_worth_what_plain_recursion_says(variant: str) -> None:
    for game in ends_of(variant, LAST, ENDS):
        last = game.copy()
        last.rules = one_hand(game.rules)
        for card in game.legal().actions:
            other = last.copy()
            other.apply(card)
            assert Solver().worth(last, card, by_score=True) == pytest.approx(plain(other, score_seats)[game.to_act])


WITHOUT_TRICK = sized(12, 400)
OPTIONS = {"pinochle-racehorse": {"save_meld": "trick"}}
SAVED_BY_A_TRICK = ("pinochle-single-deck", "pinochle-double-deck", "pinochle-racehorse")


def without_a_trick(variant: str, most: int) -> Iterator[Game]:
    """Yield leads to the last three tricks, in which one side's tricks were given to the other."""
    rules = configure(variant, None, {"format": {"kind": "hands", "count": 1}, **OPTIONS.get(variant, {})})
    looked = 0
    for number in range(10 * most):
        for game in under_play(rules, number, 1):
            if game.layout.total(game.seats[game.to_act].cards) == 3 and not game.trick:
                loser = number % 2
                for seat in game.seats[loser::2]:
                    taker = game.seats[1 - loser]
                    taker.tricks, taker.taken = taker.tricks + seat.tricks, taker.taken + seat.taken
                    seat.tricks, seat.taken = 0, 0
                yield game
                looked += 1
                break
        if looked == most:
            return
    raise AssertionError(f"{looked} of {most} ends of {variant}")


@pytest.mark.parametrize("variant", [name for name, rules in VARIANTS.items() if rules.contract])
def test_a_meld_that_a_trick_saves_is_worth_what_plain_recursion_says(variant: str) -> None:
    hanging = 0
    for game in without_a_trick(variant, WITHOUT_TRICK):
        hanging += is_two_sided(game) and hangs_on_a_trick(game)
        last = game.copy()
        last.rules = one_hand(game.rules)
        for card in game.legal().actions:
            other = last.copy()
            other.apply(card)
            worth = plain(other, score_seats)[game.to_act]
            assert Solver().worth(last, card, by_score=True) == pytest.approx(worth)
            if is_two_sided(game) and hangs_on_a_trick(game):
                assert Solver().worth(last, card) == pytest.approx(worth)
    assert (hanging > 0) == (variant in SAVED_BY_A_TRICK)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_player_who_takes_the_rest_does_so_against_every_play(variant: str) -> None:
    for game in ends_of(variant, LAST, ENDS):
        assert Solver().takes_the_rest(game, game.to_act, 10**6) == takes(game, game.to_act)


def takes(game: Game, seat: int) -> bool:
    """Whether a seat takes all tricks that are left, without any short cut."""
    sequences = []
    for card in game.legal().actions:
        other = game.copy()
        over = tricks.play(other, card, game.layout.bit[card])
        lost = other.hand.gathered > game.hand.gathered and other.hand.last_winner != seat
        sequences.append(not lost and (over or takes(other, seat)))
    return any(sequences) if game.to_act == seat else all(sequences)
