"""pinochle.md §1, on constructed tables and deals."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rules import (
    CONCEDE,
    PASS,
    TAKE,
    CannotStopError,
    CardsHidden,
    Game,
    GameEnded,
    HandEnded,
    Kind,
    KittyTaken,
    Said,
    configure,
    new_game,
    pack_cards,
    replay,
)
from arena.rules.phases import score_chips
from arena.rules.records.record import to_record
from arena.rules.records.verify import verify
from tests.rules.playing import SEED, answer, any_rules, codes, dealt, gather, play_on, random_action

RULES = configure("pinochle-chips")
RUN = "AD TD KD QD JD AC AC TC TC KC 9C 9S 9S JS JS"


def chips(declarer: str = "", kitty: str = "", **options: Any) -> Game:
    return dealt("pinochle-chips", "", declarer, kitty=kitty, **options)


def test_concede_take_concede() -> None:
    game = answer(chips(RUN, "AH TH KH"), 30, PASS, PASS)
    assert (game.kind, game.to_act, game.legal().actions) == (Kind.WIDOW, 1, [CONCEDE, TAKE])
    conceded = answer(game.copy(), CONCEDE)
    assert (conceded.hands[0].outcome, conceded.hands[0].deltas) == ("conceded", [0, -4, 0])
    assert not any(isinstance(event, KittyTaken) for event in conceded.events(1))
    answer(game, TAKE)
    assert KittyTaken(1, tuple(codes("AH TH KH"))) in game.events(1)
    assert KittyTaken(1, ()) in game.events(0)
    assert (game.kind, game.legal().may_concede, game.legal().single) == (Kind.DISCARD, True, -1)
    single = answer(game.copy(), CONCEDE)
    assert (single.hands[0].outcome, single.hands[0].deltas) == ("single_set", [4, -8, 4])
    assert all(Said(1, Kind.DISCARD, CONCEDE) in single.events(seat) for seat in range(3))
    answer(game, pack_cards(codes("AH TH KH")))
    assert game.kind == Kind.TRUMP
    assert CardsHidden(1, Kind.DISCARD, 3) in game.events(0)


def test_meld_alone_makes_it_without_play() -> None:
    game = answer(chips(RUN, "9D 9D 9C", min_bid=20), 20, PASS, PASS, TAKE, pack_cards(codes("9S 9S 9C")), 1)
    assert game.kind == Kind.PLAY  # a run and two nines: 17
    melds = "AS TS KS QS JS AD AC AH QD QC QH JD 9C 9C 9H"
    game = answer(chips(melds, "9D 9D 9H"), 29, PASS, PASS, TAKE, pack_cards(codes("9D 9D 9H")), 0)
    hand = game.hands[0]
    assert [seat.melded for seat in hand.seats] == [0, 15 + 10 + 6 + 4, 0]
    assert (hand.outcome, hand.played(), hand.points, hand.deltas) == ("made", 0, [0, 0, 0], [-4, 8, -4])


def test_a_hopeless_bid_is_not_played() -> None:
    game = answer(chips(RUN, "9D 9D 9C"), 60, PASS, PASS, TAKE, pack_cards(codes("9S 9S 9C")), 1)
    hand = game.hands[0]
    assert (hand.outcome, hand.played(), hand.points) == ("double_set", 0, [0, 0, 0])
    assert (hand.deltas, hand.pot) == ([40, -120, 40], 115)


def decided(bid: int, meld: int, taken: str, tricks: int, meld_cards: str, winners: list[int]) -> str:
    """Return what `decide` says of a table between tricks. Seat 1 is the declarer; *held* is in seat 0's hand."""
    game = chips()
    hand = game.hand
    hand.declarer, hand.bid, hand.trump = 1, bid, 0
    gather(hand, winners)
    hand.seats[1].melded = meld
    for seat in game.seats:
        seat.cards = 0
    game.seats[0].cards = game.layout.hand(codes(meld_cards))
    game.seats[1].taken = game.layout.hand(codes(taken))
    game.seats[1].tricks = tricks
    score_chips.decide(game)
    return hand.outcome


def test_when_a_hand_stops() -> None:
    assert decided(20, 15, "AS TS KS AD TD", 1, "9S 9D", [1]) == "made"
    # Discards count, but not before a trick is won.
    assert decided(20, 15, "AS TS KS AD TD", 0, "9S 9D", [0]) == ""
    assert decided(20, 15, "AS TS KS AD TD", 0, "", [0]) == "double_set"
    assert decided(20, 15, "AS TS KS AD", 1, "", [1]) == "made"
    assert decided(20, 15, "AS TS KS AD", 1, "", [0]) == "double_set"
    assert decided(20, 15, "AS TS KS AD", 1, "9S", [1]) == ""
    assert decided(20, 15, "AS TS KS", 1, "9S", [1]) == "double_set"
    assert decided(20, 15, "AS TS KS", 1, "KD", [1]) == ""
    assert decided(20, 20, "", 0, "KD", []) == "made"


def test_purses_and_kitty_start_each_game_and_are_in_every_event_and_record() -> None:
    game = answer(chips(format={"kind": "series", "wins": 1}, hands=1), 20, PASS, PASS, CONCEDE)
    ended = [event for event in game.events(0) if isinstance(event, HandEnded)]
    assert (ended[0].scores, ended[0].pot) == ((125, 124, 125), 76)
    assert game.is_over
    assert game.result().games[0].winner == (0, 2)
    record = to_record(game, "x", ["a", "b", "c"])
    assert list(record["hands"][0])[-4:] == ["deltas", "scores", "pot", "infractions"]
    again = answer(chips(format={"kind": "series", "wins": 2}, hands=1), 20, PASS, PASS, CONCEDE)
    assert ([seat.score for seat in again.seats], again.pot) == ([125] * 3, 75)
    assert (again.view(2).scores, again.view(2).pot) == ([125] * 3, 75)


def test_hands_bound_a_game_and_the_format_goes_before_them() -> None:
    def length(**options: Any) -> tuple[int, str]:
        game = chips(**options)
        while not game.is_over:
            game.apply(CONCEDE if game.kind == Kind.WIDOW else game.fallback())
        return len(game.hands), game.result().ended

    assert length() == (12, "hands")
    assert length(hands=3, format={"kind": "hands", "count": 5}) == (5, "hands")
    assert length(max_hands=4) == (4, "max_hands")
    assert length(max_hands=4, hands=4) == (4, "hands")
    assert length(purse=2, ante=1, hands=1) == (1, "broke")


@given(any_rules(["pinochle-chips"]), st.integers(0, 2**32))
def test_money_is_never_made_or_lost(rules: Any, number: int) -> None:
    game = play_on(new_game(rules, number.to_bytes(32)), random.Random(number))
    total = 3 * rules.chips.purse
    for hand in game.hands:
        assert sum(hand.scores) + hand.pot == total
        assert min(*hand.scores, hand.pot) >= 0


def stopped(after: int, **options: Any) -> Game:
    rng = random.Random(5)
    game = new_game(configure("pinochle-chips", options={"deadline": 60} | options), SEED)
    while len(game.finished) < after:
        game.apply(random_action(game.legal(), rng))
    game.stop("deadline")
    return game


def test_a_deadline_stops_between_hands() -> None:
    game = stopped(2)
    assert (len(game.hands), game.result().ended, game.kind) == (2, "deadline", Kind.NONE)
    assert isinstance(game.events(0)[-1], GameEnded)
    best = max(game.hands[-1].scores)
    assert [seat for seat in range(3) if game.hands[-1].scores[seat] == best] == game.hands[-1].game_winners
    record = json.loads(json.dumps(to_record(game, "x", ["a", "b", "c"], (), [30, 61])))
    assert [hand["elapsed_s"] for hand in record["hands"]] == [30, 61]
    assert verify(record) == []
    again = replay(game.rules, SEED, game.actions, [30, 61])
    assert to_record(again, "x", ["a", "b", "c"], (), [30, 61]) == record


@pytest.mark.parametrize(
    ("elapsed", "line"),
    [
        ([30, 59], "hands: expected another hand"),
        ([60, 61], "hands[1]: expected nothing, for the game is over"),
        ([30, 29], "hands[1].elapsed_s: expected"),
        ([30, True], "hands[1].elapsed_s: expected"),
        ([30, None], "hands[1].elapsed_s: expected"),
    ],
)
def test_a_deadline_that_was_not_reached_does_not_verify(elapsed: list[Any], line: str) -> None:
    record = to_record(stopped(2), "x", ["a", "b", "c"], (), elapsed)
    assert any(difference.startswith(line) for difference in verify(record)), verify(record)


def test_play_time_is_of_the_option_alone() -> None:
    game = play_on(new_game(configure("pinochle-chips", options={"hands": 1}), SEED), random.Random(1))
    record = to_record(game, "x", ["a", "b", "c"], (), [3])
    assert "elapsed_s" not in record["hands"][0]
    record["hands"][0]["elapsed_s"] = 3
    assert verify(record) == ["hands[0].elapsed_s: expected nothing, found 3"]


def test_in_a_series_the_game_that_goes_on_is_won_and_one_without_a_hand_is_not_listed() -> None:
    series = {"format": {"kind": "series", "wins": 3}, "hands": 2}
    within = stopped(3, **series).result()
    assert (within.ended, len(within.games)) == ("deadline", 2)
    between = stopped(2, **series).result()
    assert (between.ended, len(between.games)) == ("deadline", 1)
    assert stopped(1, format={"kind": "series", "wins": 1}).result().ended == "series"


def test_where_a_game_cannot_be_stopped() -> None:
    game = new_game(configure("pinochle-chips", options={"deadline": 60}), SEED)
    with pytest.raises(CannotStopError, match="between hands"):
        game.stop("deadline")
    answer(game, 20, PASS, PASS, CONCEDE, 20)
    with pytest.raises(CannotStopError, match="between hands"):
        game.stop("deadline")
    other = answer(new_game(RULES, SEED), 20, PASS, PASS, CONCEDE)
    with pytest.raises(CannotStopError, match="not set"):
        other.stop("deadline")
    with pytest.raises(CannotStopError):
        game.stop("rain")


def test_a_game_replayed_before_its_deadline_goes_on() -> None:
    actions, rules = stopped(2).actions, configure("pinochle-chips", options={"deadline": 60})
    assert not replay(rules, SEED, actions[:5]).is_over
    assert not replay(rules, SEED, actions, [30, 59]).is_over
    assert replay(rules, SEED, actions, [30, 60]).is_over
