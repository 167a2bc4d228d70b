import pytest

from arena.rules import LOOK, Game, Kind, Rules, TrickWon, card_code, card_text, new_game
from arena.rules.phases import tricks
from arena.rules.phases.tricks import following
from tests.rules.playing import codes, stacked

SEED = bytes(32)


def may_play(rules: Rules, trump: str, played: str, held: str) -> set[str]:
    """What a seat that holds *held* may play after these cards."""
    game = new_game(rules, SEED)
    layout = game.layout
    first, *others = codes(played)
    best = first
    game.trumps = layout.suits["SDCH".index(trump)]
    for card in others:
        higher, trumped = layout.bit[card] & layout.above[best], layout.bit[best] & game.trumps
        if higher or (layout.bit[card] & game.trumps and not trumped):
            best = card
    game.suited = layout.suits[first // 13]
    game.over = layout.above[best]
    game.trick = layout.hand(codes(played))
    game.trumped = layout.bit[best] & game.trumps != 0
    return {card_text(card) for card in layout.listed(layout.once(following(game, layout.hand(codes(held)))))}


@pytest.mark.parametrize(
    ("trump", "played", "held", "may"),
    [
        # pinochle.md, Worked examples 3 and 4.
        ("H", "QD JH", "AD JD", "AD JD"),
        ("H", "QD JH", "JH JC", "JH"),
        # Follow and beat the best of the led suit if able.
        ("H", "QD", "AD KD JD 9D JH", "AD KD"),
        ("H", "QD", "JD 9D AH", "JD 9D"),
        ("H", "QD", "QD 9D", "QD 9D"),
        ("H", "QD AC", "KD 9D", "KD"),
        ("H", "9D AD", "TD KD", "TD KD"),
        # Trump led: always beat if able.
        ("H", "QH", "AH 9H AD", "AH"),
        ("H", "QH AH", "TH 9H", "TH 9H"),
        # Void: trump, over if able, else under.
        ("H", "QD", "9H JH AC", "9H JH"),
        ("H", "QD JH", "QH 9H AC", "QH"),
        ("H", "QD KH", "QH 9H AC", "QH 9H"),
        # Neither suit nor trump.
        ("H", "QD", "AC 9S", "AC 9S"),
        ("H", "QH", "AC 9S", "AC 9S"),
    ],
)
def test_what_may_follow_in_pinochle(pinochle: Rules, trump: str, played: str, held: str, may: str) -> None:
    assert may_play(pinochle, trump, played, held) == set(may.split())


@pytest.mark.parametrize(
    ("played", "held", "may"),
    [("QD", "AD 2D 3S", "AD 2D"), ("QD", "2S 3C", "2S 3C"), ("QD 2S", "AD KC", "AD"), ("5S", "2S AS AH", "2S AS")],
)
def test_what_may_follow_in_spades(spades: Rules, played: str, held: str, may: str) -> None:
    assert may_play(spades, "S", played, held) == set(may.split())


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
    lone = "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"
    game = playing(spades, [HEARTS, lone, "", ""])
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


def test_of_equal_cards_the_first_wins(pinochle: Rules) -> None:
    game = new_game(pinochle, SEED)
    game.trumps = game.layout.suits[0]
    game.hand.leader = 0
    for seat, card in enumerate(codes("AD AD TD")):
        game.seats[seat].cards = game.layout.hand([card])
    tricks.lead(game, 0)
    for card in codes("AD AD TD"):
        tricks.play(game, card, game.layout.bit[card])
    assert game.hand.winners == [0]
