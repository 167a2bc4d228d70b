"""pinochle.md §3, on constructed deals."""

from typing import Any

import pytest

from arena.rules import (
    PASS,
    PLAY_ON,
    THROW_IN,
    CardsHidden,
    Game,
    IllegalActionError,
    Kind,
    KittyTaken,
    KittyTurned,
    TrickWon,
    card_code,
    configure,
    legal_bids,
    pack_cards,
)
from tests.rules.playing import answer, codes, dealt, finished, melded

HEARTS = "AH AH TH TH KH KH QH QH JH JH 9H 9H AS AD AC"
MIXED = "TS KS QS JS 9S TD KD QD JD 9D TC KC QC JC 9C"


def two(first: str = "", second: str = "", kitty: str = "", dummy: str = "", **options: Any) -> Game:
    """Return a hand dealt by seat 1: seat 0, who bids first, holds *first*."""
    return dealt("pinochle-two-handed", first, second, kitty=kitty, dummy=dummy, dealer=1, **options)


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("AS AS TS TS KS KS QS QS JS JS", 30),
        ("QS QS JD JD", 8),
        ("AS AS AD AD AC AC AH AH", 20),
        ("KS KS KD KD KC KC KH KH", 16),
        ("QS QS QD QD QC QC QH QH", 12),
        ("JS JS JD JD JC JC JH JH", 8),
        ("KS KS QS QS KD QD 9S 9S", 4 + 4 + 2 + 1 + 1),
    ],
)
def test_each_double_counts_twice(cards: str, points: int) -> None:
    assert melded(configure("pinochle-two-handed"), cards, "S").points == points


def test_single_bidding_is_once_round_and_the_dealer_must() -> None:
    game = two()
    assert (game.to_act, game.legal()) == (0, legal_bids(20, 1, 400, True))
    game.apply(PASS)
    assert (game.to_act, game.legal()) == (1, legal_bids(20, 1, 400, False))
    both = answer(two(), 20, 22)
    assert (both.hand.declarer, both.hand.bid, both.kind) == (1, 22, Kind.TRUMP)


def test_reveal_turns_up_a_card_after_each_round_and_goes_on() -> None:
    game = answer(two(kitty="AS TS 9H", bidding="reveal"), 20, 21, 22)
    assert [event for event in game.events(0) if isinstance(event, KittyTurned)] == [KittyTurned(card_code("AS"))]
    answer(game, 23, 24, 25, 26, 27, 28)
    for seat in (0, 1):
        turned = [event.card for event in game.events(seat) if isinstance(event, KittyTurned)]
        assert turned == game.view(seat).kitty == codes("AS TS 9H")
    assert game.kind == Kind.AUCTION
    answer(game, PASS)
    assert (game.hand.declarer, game.hand.bid) == (0, 28)
    assert len(finished(game)["hands"][0]["decisions"]) == 10 + 1 + 1 + 30


def test_nothing_is_turned_up_after_a_pass_or_in_the_other_biddings() -> None:
    assert not any(isinstance(event, KittyTurned) for event in answer(two(bidding="reveal"), 20, PASS).events(0))
    assert not any(isinstance(event, KittyTurned) for event in answer(two(bidding="auction"), 20, 21).events(0))


def test_both_see_the_kitty_trump_comes_before_the_burying_which_is_unseen() -> None:
    game = answer(two(HEARTS, MIXED, "9S 9D 9C"), 20, PASS)
    for seat in (0, 1):
        assert KittyTaken(0, tuple(codes("9S 9D 9C"))) in game.events(seat)
    assert (len(game.view(0).cards), len(game.view(1).cards)) == (18, 15)
    answer(game, 3)
    assert (game.kind, game.to_act) == (Kind.DISCARD, 0)
    answer(game, pack_cards(codes("9S 9D 9C")))
    assert CardsHidden(0, Kind.DISCARD, 3) in game.events(1)
    assert game.view(0).cards == codes("AS AD AC AH AH TH TH KH KH QH QH JH JH 9H 9H")


def test_the_first_lead_is_trump_if_the_declarer_has_one() -> None:
    game = answer(two(HEARTS, MIXED, "9S 9D 9C"), 20, PASS, 0, pack_cards(codes("9D 9C 9H")))
    assert game.legal().actions == codes("9S AS")
    game = answer(two(HEARTS, MIXED, "9S 9D 9C"), 20, PASS, 0, pack_cards(codes("AS 9S 9D")))
    assert len(game.legal().actions) == 9
    with pytest.raises(IllegalActionError):
        game.apply(card_code("AS"))


def test_the_dummys_cards_go_to_the_winner_and_into_the_record() -> None:
    game = answer(two(HEARTS, MIXED, "9S 9D 9C", "TS TD"), 20, PASS, 3, pack_cards(codes("9S 9D 9C")))
    answer(game, card_code("AH"), card_code("9S"))
    won = [event for event in game.events(1) if isinstance(event, TrickWon)]
    assert won == [TrickWon(0, card_code("TS"))]
    assert game.view(0).turned == game.view(1).turned == codes("TS")
    hand = finished(game)["hands"][0]
    assert list(hand["dealt"]) == ["hands", "kitty", "dummy"]
    assert hand["dealt"]["dummy"][:2] == ["TS", "TD"]
    assert (len(hand["tricks"]), sum(hand["points"])) == (15, 25)
    assert all(len(trick["cards"]) == 2 for trick in hand["tricks"])


def test_buried_counters_are_points_but_no_melds() -> None:
    game = answer(two(HEARTS, MIXED, "9S 9D 9C"), 65, PASS, 3, pack_cards(codes("AS AD AC")))
    laid = finished(game)["hands"][0]
    assert [meld["seat"] for meld in laid["melds"]] == [0, 1]
    assert laid["melds"][0]["melds"] == [["run", 2, 30], ["nine", 2, 2]]
    assert laid["points"][0] >= 12


def test_alternate_only_the_declarer_melds_and_may_always_throw_in() -> None:
    game = answer(two(HEARTS, MIXED, "9S 9D 9C", scoring="alternate"), 20, PASS, 3, pack_cards(codes("9S 9D 9C")))
    assert (game.kind, game.to_act, game.legal().actions) == (Kind.THROW_IN, 0, [PLAY_ON, THROW_IN])
    assert [seat.melded for seat in game.hand.seats] == [32 + 10, 0]
    hand = finished(answer(game.copy(), THROW_IN))["hands"][0]
    assert (hand["outcome"], hand["deltas"], hand["tricks"], hand["points"]) == ("thrown_in", [-1, 1], [], [0, 0])
    assert [meld["seat"] for meld in hand["melds"]] == [0]
    played = finished(answer(game, PLAY_ON))["hands"][0]
    assert (played["outcome"], played["deltas"]) == ("made", [2, 0])


def test_the_default_target_goes_with_the_scoring() -> None:
    for options, target in (
        ({}, 120),
        ({"scoring": "alternate"}, 15),
        ({"scoring": "standard"}, 120),
        ({"scoring": "alternate", "target": 30}, 30),
        ({"target": 120, "scoring": "alternate"}, 120),
    ):
        assert configure("pinochle-two-handed", options=options).length.target == target


def test_redeal_is_a_hand_and_a_marriage_may_be_asked_for() -> None:
    game = answer(two(opening="redeal"), PASS, PASS)
    assert (game.hands[0].outcome, game.hand.number) == ("passed_out", 1)
    bare = "KS KS KC KC QD QD QH QH AS AS AC AC TS TS TC"
    game = two(bare, "", "QC QS 9H", bidder_needs_marriage=True, opening="left_must")
    assert game.legal() == legal_bids(20, 1, 400, False)
    answer(game, 20, PASS)
    assert (game.kind, game.legal().actions) == (Kind.TRUMP, [0, 2])
