"""Cutthroat spades with other decks. Moons, jokers, the holder of 2C, and the dealer that sits out the first trick."""

import pytest

from arena.rules import (
    BLIND_NIL,
    LOOK,
    MOON,
    NIL,
    ONE_FOR_50,
    TWO_FOR_40,
    Game,
    Kind,
    Played,
    TrickWon,
    card_text,
    configure,
    new_game,
)
from arena.rules.hands.draw import Draws
from arena.rules.hands.layout import layout_of
from arena.rules.phases.tricks import lead
from arena.rules.records.record import to_record
from arena.rules.records.verify import verify
from arena.rules.replays.narrate import narrate
from arena.rules.rules import DRAW
from tests.rules.playing import SEED, codes, dealt

TWO, THREE = "spades-5-2jokers", "spades-5-3jokers"


def playing(variant: str, hands: list[str], dealer: int = 0) -> Game:
    game = dealt(variant, *hands, dealer=dealer, blind_nil_allowed=False)
    while game.kind != Kind.PLAY:
        game.apply(1)
    return game


def play(game: Game, cards: str) -> None:
    for card in codes(cards):
        game.apply(card)


def legal(game: Game) -> set[str]:
    return {card_text(card) for card in game.legal().actions}


@pytest.mark.parametrize(
    ("variant", "gone", "jokers", "sizes"),
    [
        ("spades-3", "2C", 0, [17, 17, 17]),
        ("spades-5", "2C 2D", 0, [10] * 5),
        (TWO, "", 2, [11, 11, 10, 11, 11]),
        (THREE, "", 3, [11] * 5),
    ],
)
def test_the_deck_and_the_hands(variant: str, gone: str, jokers: int, sizes: list[int]) -> None:
    rules = configure(variant, options={"first_dealer": 2})
    deck = [rank + suit for suit in "SDCH" for rank in "AKQJT98765432" if rank + suit not in gone.split()]
    deck += [f"X{number + 1}" for number in range(jokers)]
    assert [card_text(card) for card in layout_of(rules.deck).deck] == deck
    game = new_game(rules, SEED)
    assert [len(game.layout.sorted(seat.cards)) for seat in game.seats] == sizes
    left = game.layout.sorted(game.seats[(2 + 1) % rules.seats].cards)
    assert sorted(left) == sorted(game.hand.deck[: len(left)])


def test_a_seat_bids_up_to_its_own_cards() -> None:
    game = dealt(TWO, blind_nil_allowed=False)
    special = [NIL, ONE_FOR_50, TWO_FOR_40]
    most = []
    while game.kind == Kind.BID:
        bids = game.legal().actions
        assert bids == [*range(1, len(bids) - 2), *special]
        most.append((game.to_act, len(bids) - 3))
        game.apply(1)
    assert most == [(1, 11), (2, 11), (3, 11), (4, 11), (0, 10)]


@pytest.mark.parametrize("variant", ["spades-3", "spades-4", "spades-5", TWO, THREE])
def test_a_moon_is_offered_where_a_hand_has_fourteen_tricks(variant: str) -> None:
    bids = dealt(variant, blind_nil_allowed=False).legal().actions
    assert (MOON in bids) == (variant == "spades-3")


def test_a_moon_in_a_record() -> None:
    game = new_game(configure("spades-3", options={"format": {"kind": "hands", "count": 1}}), SEED)
    for _ in range(3):
        game.apply(LOOK)
        game.apply(MOON)
    while not game.is_over:
        game.apply(game.fallback())
    record = to_record(game, "x", ["a", "b", "c"])
    assert record["hands"][0]["decisions"][1] == {"seat": 1, "kind": "bid", "do": "bid", "value": "moon"}
    assert set(record["hands"][0]["deltas"]) <= {-150, -140, -160, 150}
    assert record["hands"][0]["bags"] == [0, 0, 0]
    assert verify(record) == []


SPADES_AND_JOKER = "AS KS QS JS TS 9S 8S 7S 6S 5S"


@pytest.mark.parametrize("variant", [TWO, THREE])
def test_who_holds_the_two_of_clubs_leads_any_card_a_leader_may(variant: str) -> None:
    game = playing(variant, ["", "", "", "2C X1 KS AH", ""])
    assert game.to_act == 3
    assert {"2C", "AH", "X1"} <= legal(game)
    assert "KS" not in legal(game)
    game = playing("spades-5", ["", "", "", "AH", ""])
    assert game.to_act == 1


@pytest.mark.parametrize(("variant", "leader"), [(TWO, 1), (THREE, 0)])
def test_a_dealer_that_sits_out_does_not_lead_for_its_two_of_clubs(variant: str, leader: int) -> None:
    assert playing(variant, ["2C", "", "", "", ""]).to_act == leader


def test_the_dealer_sits_out_the_first_trick() -> None:
    game = playing(TWO, ["", "AH", "", "2C TH 3D", ""], dealer=0)
    play(game, "TH")
    assert game.to_act == 4
    seats = [3, 4]
    game.apply(game.fallback())
    while not game.hand.winners:
        seats.append(game.to_act)
        game.apply(game.fallback() if game.to_act != 1 else codes("AH")[0])
    assert seats == [3, 4, 1, 2]
    assert game.view(0).tricks == [0, 1, 0, 0, 0]
    assert len(game.layout.sorted(game.seats[0].cards)) == 10
    for _ in range(5):
        game.apply(game.fallback())
    kinds = [type(event).__name__ for event in game.events(0) if isinstance(event, Played | TrickWon)]
    assert kinds == ["Played"] * 4 + ["TrickWon"] + ["Played"] * 5 + ["TrickWon"]
    assert [event.seat for event in game.events(0) if isinstance(event, Played)] == [3, 4, 1, 2, 1, 2, 3, 4, 0]


@pytest.mark.parametrize("dealer", range(5))
def test_records_and_tales_have_four_cards_in_the_first_trick(dealer: int) -> None:
    rules = configure(TWO, options={"format": {"kind": "hands", "count": 1}, "first_dealer": dealer})
    for number in range(10):
        game = new_game(rules, bytes([number]) * 32)
        while not game.is_over:
            game.apply(game.fallback())
        record = to_record(game, "x", list("abcde"))
        assert verify(record) == []
        first, *rest = record["hands"][0]["tricks"]
        assert [len(first["cards"]), *(len(trick["cards"]) for trick in rest)] == [4] + [5] * 10
        lines = narrate(game, 0)
        line = next(line for line in lines if line.startswith("Trick 1:"))
        assert f"seat {dealer} " not in line
        assert line.startswith(f"Trick 1: seat {first['leader']} {first['cards'][0]}, ")
        assert next(line for line in lines if line.startswith("Trick 11:")).count(",") == 4


def test_who_sets_the_lead_suit_is_bound_as_a_leader_is() -> None:
    game = playing(THREE, ["", "2C X1", "KS 4H X2", "QS X3 " + "JS TS 9S 8S 7S 6S 5S 4S 3S", "AH"])
    play(game, "X1")
    assert "KS" not in legal(game)
    assert {"4H", "X2"} <= legal(game)
    play(game, "X2")
    assert legal(game) >= {"QS", "X3", "3S"}
    play(game, "QS")
    assert not game.broken
    assert game.suited == game.trumps


def void_hands() -> list[str]:
    return ["9H 8H", "2C X1", "X2 7H", "5H", SPADES_AND_JOKER + " X3"]


def test_jokers_alone_set_no_suit_and_never_win() -> None:
    game = playing(THREE, void_hands())
    play(game, "X1 X2 5H X3 9H")
    assert (game.hand.winners, game.broken) == ([0], False)
    record = game.hand.tricks()
    assert record[0] == list(zip([1, 2, 3, 4, 0], codes("X1 X2 5H X3 9H"), strict=True))


def test_a_joker_falls_where_a_seat_cannot_follow_and_a_spade_breaks_them() -> None:
    game = playing(THREE, void_hands())
    play(game, "X1 7H 5H")
    assert legal(game) == set(SPADES_AND_JOKER.split()) | {"X3"}
    other = game.copy()
    play(game, "5S")
    assert game.broken
    play(other, "X3 9H")
    assert (other.broken, other.hand.winners) == (False, [0])


def test_spades_and_jokers_alone_may_lead_either() -> None:
    game = playing(THREE, ["", "", "", "", "X3 " + SPADES_AND_JOKER])
    lead(game, 4)
    assert legal(game) == {"X3", *SPADES_AND_JOKER.split()}


def test_jokers_rank_below_all_in_a_draw() -> None:
    layout = layout_of(configure(THREE).deck)
    assert layout.lowest(layout.hand(codes("2S X2 X1"))) == codes("X1")[0]
    assert [layout.strength[card] for card in codes("X1 X3 2S AH")] == [-1, -1, 0, 12]
    tied = 0
    for number in range(300):
        seed = number.to_bytes(32, "little")
        groups = Draws(seed, layout).groups([0, 1, 2, 3, 4])
        game = new_game(configure(THREE, options={"first_dealer": DRAW}), seed)
        assert game.seating[0] in groups[0]
        assert game.seating[-1] in groups[-1]
        tied += len(groups) < 5
    assert tied


def test_a_blind_bid_hides_the_hand_of_the_dealer_too() -> None:
    game = new_game(configure(TWO), SEED)
    for _ in range(4):
        game.apply(BLIND_NIL)
    assert game.view(0).cards == []
    game.apply(LOOK)
    assert len(game.view(0).cards) == 10
