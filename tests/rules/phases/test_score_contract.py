"""pinochle.md §6, on constructed deals and tables."""

from arena.rules import PASS, Game, Kind, Rules, configure, new_game, pack_cards
from arena.rules.games.view import melded
from arena.rules.hands.hand import Hand
from arena.rules.phases import score_contract
from tests.rules.playing import codes, gather, stacked

SEED = bytes(32)


def scored(bid: int, melds: list[int], taken: list[str], tricks: list[int], **options: object) -> Hand:
    """Return the score of a hand that seat 1 declared.

    Seat 2 won its last trick; *taken* and *tricks* by seat.
    """
    game = new_game(configure("pinochle-cutthroat", options=options), SEED)
    hand = game.hand
    hand.declarer, hand.bid, hand.trump = 1, bid, 0
    for place, points in enumerate(melds):
        hand.seats[(1 + place) % 3].melded = points
    gather(hand, [1] * tricks[1] + [0] * tricks[0] + [2] * tricks[2])
    for seat, cards in enumerate(taken):
        game.seats[seat].taken = game.layout.hand(codes(cards))
        game.seats[seat].tricks = tricks[seat]
    score_contract.begin(game)
    return hand


def test_made_and_set_by_one_point() -> None:
    taken, tricks = ["AS", "AD AD TD KC", "9S"], [1, 3, 1]
    made = scored(19, [15, 3, 4], taken, tricks)
    assert (made.outcome, made.points, made.deltas) == ("made", [1, 4, 1], [9, 19, 9])
    lost = scored(20, [15, 3, 4], taken, tricks)
    assert (lost.outcome, lost.points, lost.deltas) == ("set", [1, 4, 1], [9, -20, 9])


def test_defenders_score_each_their_own() -> None:
    hand = scored(19, [15, 3, 4], ["AS", "AD AD TD KC", "9S"], [0, 3, 1], defenders_score="own")
    assert hand.deltas == [0, 19, 3 + 1]
    team = scored(19, [15, 3, 4], ["", "AD AD TD KC", "9S"], [0, 3, 1])
    assert team.deltas == [8, 19, 8]


def test_defenders_without_a_trick_score_nothing() -> None:
    game = new_game(configure("pinochle-cutthroat"), SEED)
    hand = game.hand
    hand.declarer, hand.bid = 1, 15
    gather(hand, [1])
    for seat, points in ((1, 15), (2, 3), (0, 4)):
        hand.seats[seat].melded = points
    game.seats[1].tricks = 1
    score_contract.begin(game)
    assert hand.deltas == [0, 16, 0]


def test_a_declarer_without_a_trick_has_saved_its_meld_by_its_discards() -> None:
    hand = scored(17, [15, 0, 0], ["AS", "AD TD", "9S"], [1, 0, 1])
    assert (hand.outcome, hand.points[1], hand.deltas[1]) == ("made", 2, 17)


def declared(hands: list[str], discard: str, trump: int, kitty: str = "") -> Game:
    rules = configure("pinochle-cutthroat", options={"format": {"kind": "hands", "count": 1}})
    game = new_game(rules, SEED, deals=[stacked(rules, 0, [codes(hand) for hand in hands], codes(kitty))])
    for action in (18, PASS, PASS, pack_cards(codes(discard)), trump):
        game.apply(action)
    return game


def test_no_royal_marriage_means_no_play() -> None:
    game = declared(["KS QS KS QS", "AD AD TD TD KD JD JD 9D 9D AC AC TC TC KC 9C", ""], "AD AD TD", 0)
    hand = game.hand
    assert game.is_over
    assert (hand.outcome, hand.deltas, hand.points) == ("no_royal_marriage", [18, -18, 18], [0, 0, 0])
    assert hand.laid == 3
    assert hand.played() == 0
    assert game.result().ranks == (1, 3, 1)


def test_a_run_counts_as_a_royal_marriage() -> None:
    game = declared(["", "AD TD KD QD JD AC AC TC TC KC 9C 9S 9S JS JS", ""], "JS JS 9C", 1)
    assert game.kind == Kind.PLAY
    assert game.to_act == 1
    assert melded(game.rules, game.hand, 1).melds == (("run", 1, 15),)


def test_the_discards_are_not_melded_but_count(pinochle: Rules) -> None:
    game = declared(["", "AD TD KD QD JD AC AC TC TC KC 9C 9S 9S JS JS", ""], "AC AC TC", 1)
    while not game.is_over:
        game.apply(game.fallback())
    assert sum(game.hand.points) == 25
    taken = game.seats[1].taken
    assert game.layout.count(taken, codes("AC")[0]) == 2
    assert game.hand.points[1] >= 3
