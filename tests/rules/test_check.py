"""What a card cost: worked positions, plain recursion, and nothing of what the seat could not know."""

from itertools import islice

import pytest

from arena.rules import CARD_CODES, VARIANTS, Chance, Game, PlaceError, configure
from arena.rules.check import check_plays, check_totals, is_solved, play_in_worlds, regret_of, solve_exactly
from arena.rules.phases import tricks
from arena.rules.records.record import to_record
from arena.rules.search.dealing import one_hand
from arena.rules.search.solver import score_seats
from arena.rules.search.worlds import Worlds
from bots.sdk.practice.local import board_seed, house_bot, play_local
from tests.rules.playing import random_game
from tests.rules.search.test_solver import ends_of, plain
from tests.rules.search.views import under_play

ONE_HAND = {"format": {"kind": "hands", "count": 1}}


def two_tricks(variant: str, hands: list[str], trump: str) -> Game:
    """A hand with two tricks to go, seat 0 on lead; nothing is scored yet."""
    game = next(ends_of(variant, 2, 1)).copy()
    layout = game.layout
    game.hand.declarer, game.trumps = 0, layout.suits["SDCH".index(trump)]
    game.hand.trump = "SDCH".index(trump) if game.hand.trump >= 0 else -1
    for seat, cards in zip(game.seats, hands, strict=True):
        seat.cards = layout.hand([CARD_CODES[card] for card in cards.split()])
        seat.taken, seat.melded, seat.melds, seat.score, seat.bags = 0, 0, 0, 0, 0
    tricks.lead(game, 0)
    return game


# Who leads 2H loses to KH, and then the ace of diamonds falls on a club: it takes no trick instead of one.
SPADES = ["AD 2H", "KH 4C", "2C 3C", "2D 3D"]
PINOCHLE = ["AD 9H", "AH JC", "9C 9C", "9D 9D"]


def test_spades_that_are_worked_by_hand() -> None:
    game = two_tricks("spades-4", SPADES, "S")
    for seat, bid, won in zip(game.seats, (1, 3, 2, 2), (0, 1, 3, 3), strict=True):
        seat.bid, seat.tricks = bid, won
    weighed = solve_exactly(game)
    # Seat 0 makes its bid (+10) or fails (-10); seat 1 fails (-30) or makes it (+30); seats 2 and 3 have one bag each.
    best, regret, error = regret_of(weighed, CARD_CODES["2H"])
    assert (best, error) == (CARD_CODES["AD"], 0)
    assert regret == pytest.approx(20 + 60 / 3)
    assert regret_of(weighed, CARD_CODES["AD"])[1] == 0


@pytest.mark.parametrize(("variant", "counter"), [("pinochle-racehorse", 10), ("pinochle-single-deck", 1)])
def test_pinochle_that_is_worked_by_hand(variant: str, counter: int) -> None:
    game = two_tricks(variant, PINOCHLE, "S")
    assert game.rules.contract is not None
    assert game.rules.contract.counter == counter
    game.hand.bid = counter
    for seat in game.seats:
        seat.tricks = 1
    # The side of seat 0 takes one ace and makes its bid, or none and is set; the other side takes the other ace, or
    # both: c - (c + last) against -c - (2c + last).
    assert regret_of(solve_exactly(game), CARD_CODES["9H"]) == (CARD_CODES["AD"], 3 * counter, 0)


def test_cutthroat_pinochle_that_is_worked_by_hand() -> None:
    game = two_tricks("pinochle-cutthroat", ["AD 9H", "AH JC", "9C 9D"], "S")
    weighed = solve_exactly(game)
    assert weighed == {card: [plain(played(game, card), score_seats)[0]] for card in game.legal().actions}
    best, regret, _ = regret_of(weighed, CARD_CODES["9H"])
    assert best == CARD_CODES["AD"]
    assert regret > 0


def played(game: Game, card: int) -> Game:
    """The game with a card played, as the last hand of its match."""
    other = game.copy()
    other.rules = one_hand(game.rules)
    other.apply(card)
    return other


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_record_is_checked_in_the_order_of_play(variant: str) -> None:
    for number in range(60):
        rules = configure(variant, options={"format": {"kind": "hands", "count": 2}})
        game = random_game(rules, number)
        record = to_record(game, "x", [f"p{seat}" for seat in range(rules.seats)])
        checks = list(check_plays(record, 1, 0, 4))
        if checks:
            break
    else:
        assert variant == "pinochle-chips"  # a hand for chips is seldom played far
        return
    assert checks[:2] == list(islice(check_plays(record, 1, 0, 4), 2))
    decisions = record["hands"][1]["decisions"]
    assert [each.decision for each in checks] == sorted(each.decision for each in checks)
    assert {(each.hand, each.seat) for each in checks} == {(1, 0)}
    for each in checks:
        assert CARD_CODES[decisions[each.decision]["card"]] == each.card
        assert each.error == 0 if each.solved else each.error >= 0
        assert not each.solved or each.regret >= -1e-9
    [total, *others] = check_totals(checks, rules.seats, 1)
    assert (total.decisions, total.regret) == (len(checks), sum(each.regret for each in checks))
    assert {each.decisions for each in others} <= {0}
    with pytest.raises(PlaceError, match="the game has the hands 1 to 2"):
        next(check_plays(record, 2))


def test_before_the_last_tricks_only_what_the_seat_knew_counts() -> None:
    rules = configure("spades-4", options=ONE_HAND)
    looked = 0
    for game in under_play(rules, 1, 8):
        if is_solved(game) or len(game.legal().actions) < 2:
            continue
        world = Worlds(game.view(game.to_act), Chance(5)).draw()
        assert [seat.cards for seat in world.seats] != [seat.cards for seat in game.seats]
        assert play_in_worlds(world, 20) == play_in_worlds(game, 20)
        looked += 1
    assert looked > 2


def test_a_choice_is_measured_in_other_worlds_than_it_was_made_in() -> None:
    # Card 1 is best in the even worlds, card 2 in the odd ones: neither is better than the played one where it is
    # measured, though each looks better where it was chosen.
    assert regret_of({0: [0.0] * 4, 1: [9.0, -9.0, 9.0, -9.0], 2: [-9.0, 9.0, -9.0, 9.0]}, 0)[1] == -9
    assert regret_of({0: [1.0, 2.0, 3.0, 4.0], 1: [3.0, 4.0, 5.0, 6.0]}, 0) == (1, 2, 0)
    assert regret_of({0: [1.0, 2.0], 1: [1.0, 2.0]}, 1)[0] == 1


def test_playing_well_costs_less_than_playing_at_random() -> None:
    rules = configure("spades-4", options=ONE_HAND)
    cost = [0.0, 0.0]
    for number in range(3):
        bots = [house_bot("simple"), house_bot("random")] * 2
        game = play_local(rules, board_seed(3, number), bots)
        record = to_record(game, "x", ["a", "b", "c", "d"])
        for each in check_totals(check_plays(record, playouts=20), 4, 1):
            cost[each.seat % 2] += each.regret
    assert cost[0] < cost[1]
