import pytest

from arena.rules import PASS, Game, IllegalActionError, Kind, KittyTaken, configure, legal_bids, new_game, pack_cards
from tests.rules.playing import SEED, answer, codes, dealt

NO_MARRIAGE = "KS KS KC KC QD QD QH QH AS AS AC AC TS TS TC"
ANOTHER = "KD KD JD JD JH JH AD AD 9D 9D TD TD JS JS 9S"


def auction(*bids: int, **options: object) -> Game:
    return answer(new_game(configure("pinochle-cutthroat", options=options), SEED), *bids)


def test_a_view_shows_what_each_seat_bid_last() -> None:
    game = auction(15, 16, PASS, 20, PASS)
    assert [game.view(seat).bids for seat in range(3)] == [[0, 20, 16]] * 3


def test_a_bid_that_is_not_higher_is_refused_with_the_legal_ones() -> None:
    game = auction(20)
    with pytest.raises(IllegalActionError, match=r"bid 20 .* seat 2: legal is pass, bid 21..400"):
        game.apply(20)


def test_the_fallback_opens_where_it_must_and_passes_at_the_cap() -> None:
    assert auction(opening="left_must").fallback() == 15
    assert auction(30, max_bid=30).legal().single == PASS


def test_all_see_that_the_dealer_takes_it_unasked() -> None:
    game = auction(PASS, PASS, min_bid=22)
    assert KittyTaken(0, ()) in game.events(1)
    assert game.view(1).bid == 22


def test_a_hand_that_all_pass_is_dealt_again_by_the_left() -> None:
    game = auction(PASS, PASS, PASS, opening="redeal")
    passed = game.hands[0]
    assert (passed.outcome, passed.deltas, passed.points) == ("passed_out", [0, 0, 0], [0, 0, 0])
    assert (game.hand.number, game.hand.dealer, game.to_act) == (1, 1, 2)


def test_redeals_end_at_max_hands() -> None:
    game = auction(*[PASS] * 6, opening="redeal", max_hands=2)
    assert (game.result().ended, game.result().ranks) == ("max_hands", (1, 1, 1))


def test_a_bidder_needs_a_marriage_unless_it_must_open() -> None:
    hands = ("", NO_MARRIAGE, ANOTHER)
    game = dealt("pinochle-cutthroat", *hands, bidder_needs_marriage=True)
    assert game.legal().single == PASS
    assert answer(game, PASS).legal().single == PASS
    assert dealt("pinochle-cutthroat", *hands).legal().single != PASS
    game = dealt("pinochle-cutthroat", *hands, bidder_needs_marriage=True, opening="left_must")
    assert game.legal() == legal_bids(15, 1, 400, False)


@pytest.mark.parametrize(
    ("needs", "discard", "suits"),
    [
        (True, "AD 9D 9D", [0, 2]),
        (True, "QS 9D 9D", [2]),
        (True, "QS 9D QC", [0, 1, 2, 3]),
        (False, "AD 9D 9D", [0, 1, 2, 3]),
    ],
)
def test_trump_is_a_suit_of_a_marriage_held_at_that_moment(needs: bool, discard: str, suits: list[int]) -> None:
    hands = ("AH TH 9H 9H KH", "KS QS KC AS AS TS TS KS AC AC TC TC 9S 9S AD", "JD JD JS JS")
    game = dealt("pinochle-cutthroat", *hands, kitty="QC 9D 9D", bidder_needs_marriage=needs)
    answer(game, 15, PASS, PASS, pack_cards(codes(discard)))
    assert (game.kind, game.legal().actions) == (Kind.TRUMP, suits)
