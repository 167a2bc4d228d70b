import pytest

from arena.rules import PASS, Game, IllegalAction, Kind, KittyTaken, Legal, Rules, configure, legal_bids, new_game
from tests.rules.playing import codes, stacked

SEED = bytes(32)


def auction(*bids: int, **options: object) -> Game:
    game = new_game(configure("pinochle-cutthroat", options=options), SEED)
    for bid in bids:
        game.apply(bid)
    return game


def contract(game: Game) -> tuple[int, int]:
    assert game.kind == Kind.DISCARD
    assert game.to_act == game.hand.declarer
    return game.hand.declarer, game.hand.bid


def test_round_and_round_until_all_but_one_have_passed() -> None:
    game = auction(15, 16, PASS, 20)
    assert game.legal() == legal_bids(21, 1, 400, True)
    game.apply(PASS)
    assert contract(game) == (1, 20)


def test_a_view_shows_what_each_seat_bid_last() -> None:
    game = auction(15, 16, PASS, 20, PASS)
    assert [game.view(seat).bids for seat in range(3)] == [[0, 20, 16]] * 3


def test_who_passes_stays_out_and_a_lone_bidder_is_not_asked_again() -> None:
    assert contract(auction(PASS, 15, PASS)) == (2, 15)
    assert contract(auction(30, PASS, PASS)) == (1, 30)


def test_each_bid_is_higher() -> None:
    game = auction(20)
    with pytest.raises(IllegalAction, match=r"bid 20 .* seat 2: legal is pass, bid 21..400"):
        game.apply(20)
    assert contract(auction(PASS, PASS)) == (0, 15)


def test_the_cap_leaves_only_a_pass() -> None:
    game = auction(30, max_bid=30)
    assert game.legal().least > game.legal().most
    assert game.legal().single == PASS
    game.apply(PASS)
    game.apply(PASS)
    assert contract(game) == (1, 30)


def test_left_must() -> None:
    game = auction(opening="left_must")
    assert game.legal() == legal_bids(15, 1, 400, False)
    assert game.fallback() == 15
    game.apply(18)
    assert game.legal().may_pass


def test_dealer_must_and_cannot_pass() -> None:
    game = auction(PASS, PASS, opening="dealer_must")
    assert game.to_act == 0
    assert game.legal() == legal_bids(15, 1, 400, False)
    game.apply(17)
    assert contract(game) == (0, 17)


def test_dealer_takes_it_unasked() -> None:
    game = auction(PASS, PASS, min_bid=22)
    assert contract(game) == (0, 22)
    assert KittyTaken(0, ()) in game.events(1)
    assert game.view(1).bid == 22


def test_redeal() -> None:
    game = auction(PASS, PASS, opening="redeal")
    assert game.legal() == legal_bids(15, 1, 400, True)
    game.apply(PASS)
    passed = game.hands[0]
    assert (passed.outcome, passed.deltas, passed.points) == ("passed_out", [0, 0, 0], [0, 0, 0])
    assert (game.hand.number, game.hand.dealer, game.to_act) == (1, 1, 2)


def test_redeals_end_at_max_hands() -> None:
    game = auction(*[PASS] * 6, opening="redeal", max_hands=2)
    assert game.result().ended == "max_hands"
    assert game.result().ranks == (1, 1, 1)


@pytest.mark.parametrize("bids", [(15, 16, 17), (15, PASS, 17), (PASS, 16, 17), (15, 16, PASS), (PASS, PASS, 17)])
def test_one_round(bids: tuple[int, ...]) -> None:
    game = auction(*bids, rounds=1, opening="dealer_must")
    best = max(bids)
    assert contract(game) == ([1, 2, 0][bids.index(best)], best)


def deal(*hands: str, kitty: str = "", **options: object) -> Game:
    rules = configure("pinochle-cutthroat", options=options)
    return new_game(rules, SEED, deals=[stacked(rules, 0, [codes(hand) for hand in hands], codes(kitty))])


NO_MARRIAGE = "KS KS KC KC QD QD QH QH AS AS AC AC TS TS TC"
ANOTHER = "KD KD JD JD JH JH AD AD 9D 9D TD TD JS JS 9S"


def only_pass(legal: Legal) -> bool:
    return legal.single == PASS


def test_a_bidder_needs_a_marriage() -> None:
    game = deal("", NO_MARRIAGE, ANOTHER, bidder_needs_marriage=True)
    assert only_pass(game.legal())
    game.apply(PASS)
    assert only_pass(game.legal())
    assert not only_pass(deal("", NO_MARRIAGE, ANOTHER).legal())


def test_a_bidder_without_a_marriage_that_must_open_opens() -> None:
    game = deal("", NO_MARRIAGE, ANOTHER, bidder_needs_marriage=True, opening="left_must")
    assert game.legal() == legal_bids(15, 1, 400, False)


def named(game: Game, discard: str) -> list[int]:
    from arena.rules import pack_cards

    game.apply(pack_cards(codes(discard)))
    assert game.kind == Kind.TRUMP
    return game.legal().actions


def test_trump_is_a_suit_of_a_marriage_held_at_that_moment() -> None:
    hands = ("AH TH 9H 9H KH", "KS QS KC AS AS TS TS KS AC AC TC TC 9S 9S AD", "JD JD JS JS")
    game = deal(*hands, kitty="QC 9D 9D", bidder_needs_marriage=True)
    game.apply(15)
    game.apply(PASS)
    game.apply(PASS)
    assert named(game.copy(), "AD 9D 9D") == [0, 2]
    assert named(game.copy(), "QS 9D 9D") == [2]
    assert named(game.copy(), "QS 9D QC") == [0, 1, 2, 3]


def test_any_suit_may_be_named_by_default(pinochle: Rules) -> None:
    game = auction(15, PASS, PASS)
    game.apply(game.fallback())
    assert game.legal().actions == [0, 1, 2, 3]
