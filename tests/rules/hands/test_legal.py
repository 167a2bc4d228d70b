import pytest

from arena.rules import (
    IllegalActionError,
    InvalidDealError,
    InvalidSeedError,
    Kind,
    Legal,
    MalformedActionError,
    Rules,
    card_code,
    from_decision,
    legal_actions,
    legal_bids,
    legal_cards,
    new_game,
    pack_cards,
    unpack_cards,
)
from tests.rules.playing import codes


@pytest.mark.parametrize(
    ("legal", "single"),
    [
        (legal_actions(Kind.PLAY, [7]), 7),
        (legal_actions(Kind.PLAY, [7, 9]), -1),
        (legal_bids(15, 1, 20, True), -1),
        (legal_bids(21, 1, 20, True), 0),
        (legal_bids(15, 1, 20, False), -1),
        (legal_bids(20, 1, 20, False), 20),
        (legal_cards(Kind.DISCARD, codes("AS 9H"), 2), pack_cards(codes("AS 9H"))),
        (legal_cards(Kind.DISCARD, codes("AS 9H"), 2, True), -1),
        (legal_cards(Kind.DISCARD, codes("AS KS 9H"), 2), -1),
    ],
)
def test_single(legal: Legal, single: int) -> None:
    assert legal.single == single


def test_a_discard_is_some_of_the_cards_in_the_sheets_order() -> None:
    legal = legal_cards(Kind.DISCARD, codes("AS TS TS 9D KH"), 3)
    for cards, allowed in (
        ("AS TS TS", True),
        ("TS 9D KH", True),
        ("TS TS TS", False),
        ("9D TS KH", False),
        ("AS TS", False),
        ("AS TS 9D KH", False),
        ("AS TS 9H", False),
    ):
        assert legal.allows(pack_cards(codes(cards))) is allowed, cards
    assert not legal.allows(0)
    assert legal_cards(Kind.DISCARD, codes("AS TS TS"), 3, True).allows(0)


def test_cards_are_packed_first_card_lowest() -> None:
    assert pack_cards([1, 2, 3]) == 1 + 2 * 64 + 3 * 4096
    assert unpack_cards(1 + 2 * 64 + 3 * 4096, 3) == [1, 2, 3]


@pytest.mark.parametrize("action", [-1, 13, 62, 63, 64, 2**31, 2**64, 2**200, -(2**70)])
def test_an_illegal_action_names_itself_and_what_is_legal(spades: Rules, pinochle: Rules, action: int) -> None:
    for rules, legal in ((spades, "legal is look, bid blind_nil"), (pinochle, "legal is pass, bid 15..400")):
        game = new_game(rules, bytes(32))
        if game.legal().allows(action):
            continue
        with pytest.raises(IllegalActionError, match=legal):
            game.apply(action)
        assert game.actions == []


def test_a_card_not_held_is_refused(spades: Rules) -> None:
    game = new_game(spades, bytes(32))
    while game.kind != Kind.PLAY:
        game.apply(game.fallback())
    other = game.layout.sorted(game.seats[(game.to_act + 1) % 4].cards)[0]
    for action in (other, 60, 64, -5, 2**80):
        with pytest.raises(IllegalActionError, match="is not legal for seat 1: legal is play "):
            game.apply(action)


def test_seeds_and_deals_are_checked(spades: Rules) -> None:
    with pytest.raises(InvalidSeedError, match="32"):
        new_game(spades, b"short")
    with pytest.raises(InvalidSeedError):
        new_game(spades)
    with pytest.raises(InvalidDealError, match="deal 0"):
        new_game(spades, deals=[list(range(51))])


@pytest.mark.parametrize(
    ("kind", "decision"),
    [
        (Kind.PLAY, {"do": "play"}),
        (Kind.PLAY, {"do": "play", "card": "1S"}),
        (Kind.PLAY, {"do": "play", "card": ["AS"]}),
        (Kind.PLAY, {"do": "bid", "value": 3}),
        (Kind.BID, {"do": "bid", "value": "blind"}),
        (Kind.BID, {"do": "bid", "value": 32}),
        (Kind.BID, {"do": "bid", "value": True}),
        (Kind.AUCTION, {"do": "bid", "value": "nil"}),
        (Kind.AUCTION, {"do": "bid", "value": -3}),
        (Kind.TRUMP, {"do": "trump", "suit": "SD"}),
        (Kind.TRUMP, {"do": "trump", "suit": ""}),
        (Kind.DISCARD, {"do": "discard", "cards": "AS"}),
        (Kind.BLIND, {}),
    ],
)
def test_an_invalid_answer_is_refused(kind: int, decision: dict[str, object]) -> None:
    with pytest.raises(MalformedActionError):
        from_decision(kind, decision)


def test_card_text() -> None:
    assert [card_code(text) for text in ("2S", "AS", "TD", "AH", "X1", "X3")] == [0, 12, 21, 51, 52, 54]


def test_bids_go_up_by_steps_from_the_least() -> None:
    bids = legal_bids(13, 10, 50, False)
    assert [action for action in range(60) if bids.allows(action)] == [13, 23, 33, 43]
    assert not bids.allows(3)
