from arena.rules import LOOK, Game, Kind, Rules, TrickWon, card_code, new_game
from tests.rules.playing import codes, stacked

SEED = bytes(32)


def playing(rules: Rules, hands: list[str]) -> Game:
    """Spades at the first lead, dealt by seat 0."""
    game = new_game(rules, SEED, deals=[stacked(rules, 0, [codes(hand) for hand in hands])])
    while game.kind != Kind.PLAY:
        game.apply(LOOK if game.kind == Kind.BLIND else 1)
    return game


def play(game: Game, cards: str) -> None:
    for card in codes(cards):
        game.apply(card)


HEARTS = "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"


def test_spades_are_not_led_until_broken(spades: Rules) -> None:
    game = playing(spades, ["2S 2D", "3S 3D 3C", "4S 4D", "5S 5D"])
    assert card_code("3S") not in game.legal().actions
    assert card_code("3D") in game.legal().actions


def test_spades_alone_may_be_led_and_do_not_break_spades(spades: Rules) -> None:
    game = playing(spades, [HEARTS, "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", "", ""])
    assert len(game.legal().actions) == 13
    play(game, "2S")
    game.apply(game.fallback())
    game.apply(game.fallback())
    game.apply(game.fallback())
    assert not game.broken


def test_a_spade_on_another_suit_breaks_them(spades: Rules) -> None:
    game = playing(spades, [HEARTS, "AD KD 2S", "QD JD 3S", "AS KS QS JS TS 9S 8S 7S 6S 5S 4S AC KC"])
    play(game, "AD QD")
    assert not game.broken
    play(game, "4S")
    assert game.broken
    play(game, "2H")
    assert game.to_act == 3
    assert TrickWon(3) in game.events(0)
    assert card_code("AS") in game.legal().actions
