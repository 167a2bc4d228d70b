"""Edge cases of README.md, spades.md and pinochle.md §6 in docs/rules/sheets."""

from typing import Any

from arena.rules import BLIND_NIL, LOOK, NIL, PASS, Game, Kind, configure, legal_bids, new_game, pack_cards
from tests.rules.playing import answer, codes, finished, stacked

SEED = bytes(range(32))
RUN = "AD TD KD QD JD AC AC TC TC KC 9C 9S 9S JS JS"
BARE = "KS KS KC KC QD QD QH QH AS AS AC AC TS TS TC"


def cutthroat(*hands: list[str], hand_kitty: str = "", **options: object) -> Game:
    """Return a game of pinochle-cutthroat with given deals, each a list of hands by seat."""
    rules = configure("pinochle-cutthroat", options=options)
    deals = [
        stacked(rules, number % 3, [codes(hand) for hand in deal], codes(hand_kitty))
        for number, deal in enumerate(hands)
    ]
    return new_game(rules, SEED, deals=deals)


def lose(game: Game, bid: int) -> Game:
    """Let the dealer's left bid what it cannot make. It names a suit in which it has no royal marriage."""
    game.apply(bid)
    while game.kind == Kind.AUCTION:
        game.apply(PASS)
    return answer(game, game.fallback(), codes("AH")[0] // 13)


NOTHING = ["", "AD AD TD TD JD JD 9D 9D AC AC TC TC JC JC 9C", ""]
NOTHING_2 = ["", "", NOTHING[1]]


def test_a_passed_out_hand_is_a_hand_like_any_other() -> None:
    shape = {"kind": "hands", "count": 2}
    record = finished(answer(cutthroat(opening="redeal", format=shape), *[PASS] * 6))
    first, second = record["hands"]
    for number, hand in enumerate((first, second)):
        said = {key: hand[key] for key in hand if key not in ("dealt", "decisions")}
        assert said == {
            "number": number, "game": 0, "dealer": number, "declarer": None, "bid": None, "trump": None, "melds": [],
            "tricks": [], "points": [0, 0, 0], "outcome": "passed_out", "deltas": [0, 0, 0], "scores": [0, 0, 0],
            "infractions": [],
        }  # fmt: skip
    assert (record["games"], record["ended"]) == ([{"winner": [0, 1, 2], "scores": [0, 0, 0]}], "hands")
    assert record["ranks"] == [1, 1, 1]


def test_a_passed_out_hand_passes_the_deal_through_a_series() -> None:
    shape = {"kind": "series", "wins": 2}
    record = finished(answer(cutthroat(opening="redeal", format=shape, max_hands=1, first_dealer=2), *[PASS] * 6))
    assert [(hand["game"], hand["dealer"]) for hand in record["hands"]] == [(0, 2), (1, 0)]
    assert (record["scores"], record["ranks"], record["ended"]) == ([2, 2, 2], [1, 1, 1], "series")


def test_a_bidder_without_a_marriage_at_the_cap() -> None:
    game = cutthroat(["", BARE, ""], bidder_needs_marriage=True, opening="left_must", min_bid=30, max_bid=30)
    assert game.legal() == legal_bids(30, 1, 30, False)
    game.apply(30)
    assert game.legal().single == PASS


def test_the_dealer_takes_it_without_a_marriage() -> None:
    game = cutthroat([BARE, "", ""], hand_kitty="9D 9D 9H", bidder_needs_marriage=True)
    answer(game, PASS, PASS)
    assert (game.to_act, game.kind) == (0, Kind.DISCARD)
    game.apply(pack_cards(codes("9D 9D 9H")))
    assert game.legal().actions == [0, 1, 2, 3]


def test_a_discarded_royal_marriage_does_not_count() -> None:
    game = answer(cutthroat(["", RUN, ""], hand_kitty="9D 9D 9H"), 20, PASS, PASS)
    assert answer(game.copy(), pack_cards(codes("JD 9D 9D")), 1).kind == Kind.PLAY
    record = finished(answer(game, pack_cards(codes("QD 9D 9D")), 1))
    hand = record["hands"][0]
    assert (hand["outcome"], hand["melds"][0]["melds"]) == ("no_royal_marriage", [])
    assert (hand["deltas"], hand["tricks"], hand["points"]) == ([20, -20, 20], [], [0, 0, 0])


def test_defenders_without_a_trick_score_none_of_their_melds() -> None:
    every_diamond = "AD AD TD TD KD KD QD QD JD JD 9D 9D AS AS AC"
    deal = ["KH KH QH QH", every_diamond, "KC KC QC QC"]
    game = answer(cutthroat(deal, hand_kitty="9S 9C 9H"), 15, PASS, PASS, pack_cards(codes("9S 9C 9H")), 1)
    hand = finished(game)["hands"][0]
    assert [meld["points"] > 0 for meld in hand["melds"]] == [True] * 3
    assert (hand["points"], hand["deltas"]) == ([0, 25, 0], [0, 150 + 2 + 25, 0])


def test_defenders_that_reach_the_target_together_play_on() -> None:
    game = lose(cutthroat(NOTHING, NOTHING_2, target=250), 250)
    assert (game.hands[0].scores, game.is_over) == ([250, -250, 250], False)
    record = finished(lose(game, 15))
    assert record["hands"][1]["scores"] == [265, -235, 235]
    assert (record["games"][0]["winner"], record["ranks"], record["ended"]) == ([0], [1, 3, 2], "target")


def test_the_hands_format_and_max_hands_look_at_the_target_differently() -> None:
    game = lose(cutthroat(NOTHING, NOTHING_2, target=20, format={"kind": "hands", "count": 2}), 250)
    record = finished(lose(game, 15))
    assert (len(record["hands"]), record["ended"]) == (2, "hands")
    tied = finished(lose(cutthroat(NOTHING, target=20, max_hands=1), 250))
    assert (tied["ended"], tied["games"][0]["winner"], tied["ranks"]) == ("max_hands", [0, 2], [1, 3, 1])


def spades_hand(bids: list[int], **options: object) -> dict[str, Any]:
    """Play a hand of spades-4 in which each seat holds one suit, the dealer, seat 0, spades."""
    suits = ["".join(f"{rank}{suit} " for rank in "AKQJT98765432") for suit in "SDCH"]
    rules = configure("spades-4", options={"format": {"kind": "hands", "count": 1}} | options)
    game = new_game(rules, SEED, deals=[stacked(rules, 0, [codes(suit) for suit in suits])])
    for bid in bids:
        if game.kind == Kind.BLIND:
            answer(game, *([bid] if bid == BLIND_NIL else [LOOK, bid]))
        else:
            game.apply(bid)
    return finished(game)


def test_one_seat_takes_everything_with_all_three_jacks() -> None:
    jacks = {"award_jacks": ["JH", "JC", "JD"], "award_points": 7}
    hand = spades_hand([NIL, NIL, BLIND_NIL, 13], **jacks)["hands"][0]
    assert (hand["points"], hand["deltas"], hand["bags"]) == ([13, 0, 0, 0], [144, 100, 100, 200], [0, 0, 0, 0])
    hand = spades_hand([NIL, NIL, 1, 1], bag_limit=100, **jacks)["hands"][0]
    assert (hand["deltas"], hand["bags"]) == ([24, 100, 100, -10], [11, 0, 0, 0])
    hand = spades_hand([NIL, NIL, 1, NIL], bag_rule="each", **jacks)["hands"][0]
    assert (hand["deltas"], hand["bags"]) == ([-100 + 14 - 120, 100, 100, -10], [0, 0, 0, 0])


def test_two_of_the_jacks_in_play_are_worth_nothing_even_where_they_are_all() -> None:
    assert spades_hand([NIL, NIL, NIL, 13], award_jacks=["JC", "JH"])["hands"][0]["deltas"] == [130, 100, 100, 100]
    assert spades_hand([NIL, NIL, NIL, 13], award_jacks=[])["hands"][0]["deltas"] == [130, 100, 100, 100]


def test_a_blind_six_at_no_deficit_is_open_to_the_leader_too() -> None:
    game = new_game(configure("spades-4", options={"blind_six_deficit": 0, "blind_six_limit": 0}), SEED)
    assert game.legal().actions == [LOOK, BLIND_NIL]
    game = new_game(configure("spades-4", options={"blind_six_deficit": 0, "blind_nil_allowed": False}), SEED)
    assert (game.kind, len(game.legal().actions)) == (Kind.BLIND, 2)
