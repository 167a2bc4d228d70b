"""Partnership pinochle on constructed deals: racehorse, single and double deck (pinochle.md §2, §4, §5)."""

from typing import Any

import pytest

from arena.rules import (
    PLAY_ON,
    THROW_IN,
    CardsHidden,
    Game,
    Kind,
    Rules,
    Said,
    card_text,
    configure,
    new_game,
    options_of,
    pack_cards,
    partner_of,
    side_of,
    sides_of,
)
from arena.rules.hands.hand import NO_ROYAL_MARRIAGE, THROWN_IN
from arena.rules.hands.melding import has_royal_marriage
from tests.rules.playing import SEED, answer, bought, codes, dealt, play_out_by_fallback

ONE_HAND: dict[str, Any] = {"format": {"kind": "hands", "count": 1}}
RACEHORSE, DOUBLE, SINGLE = "pinochle-racehorse", "pinochle-double-deck", "pinochle-single-deck"
PARTNERS = (SINGLE, DOUBLE, RACEHORSE)


def test_the_double_deck_has_four_of_each_and_no_nines() -> None:
    game = new_game(configure(DOUBLE), SEED)
    deck = [card_text(card) for card in game.layout.deck]
    assert (len(deck), deck.count("QS"), deck[:6]) == (80, 4, ["AS", "AS", "AS", "AS", "TS", "TS"])
    assert not any(card.startswith("9") for card in deck)
    hand = game.layout.hand(codes("AH AH AH AH JS"))
    assert (game.layout.count(hand, codes("AH")[0]), hand < 2**62) == (4, True)


@pytest.mark.parametrize("variant", PARTNERS)
def test_the_seat_across_is_the_partner(variant: str) -> None:
    rules = configure(variant)
    assert [partner_of(rules, seat) for seat in range(4)] == [2, 3, 0, 1]
    assert [side_of(rules, seat) for seat in range(4)] == [[0, 2], [1, 3], [0, 2], [1, 3]]
    assert sides_of(rules) == 2


def test_alone_there_is_no_partner(pinochle: Rules) -> None:
    assert (partner_of(pinochle, 1), side_of(pinochle, 1), sides_of(pinochle)) == (-1, [1], 3)


@pytest.mark.parametrize(("variant", "count"), [(RACEHORSE, 3), (DOUBLE, 4)])
def test_how_many_cards_are_given(variant: str, count: int) -> None:
    game = answer(bought(new_game(configure(variant), SEED), 250), 0)
    assert (game.kind, game.legal().count) == (Kind.GIVE, count)


@pytest.mark.parametrize(("variant", "gain"), [(SINGLE, 0), (DOUBLE, 50)])
def test_no_royal_marriage_of_its_own(variant: str, gain: int) -> None:
    """The partner's royal marriage does not count; §5 gives the others nothing, §4 the bid."""
    game = bought(dealt(variant, "", "AS AS AC AC", "", "KH QH", **ONE_HAND), 50)
    answer(game, 3)
    while game.kind == Kind.GIVE:
        keep = [card for card in game.legal().cards if card_text(card) not in ("KH", "QH")]
        kings = [card for card in game.legal().cards if card not in keep] if game.to_act == 1 else []
        give = sorted((kings + keep)[: game.legal().count], key=game.layout.deck.index)
        answer(game, pack_cards(give))
    assert game.is_over
    hand = game.hand
    assert (hand.outcome, hand.deltas, hand.points) == (NO_ROYAL_MARRIAGE, [gain, -50, gain, -50], [0, 0, 0, 0])
    assert game.result().ranks == (1, 2, 1, 2)


@pytest.mark.parametrize("variant", PARTNERS)
def test_all_trick_points_are_there(variant: str) -> None:
    game = play_out_by_fallback(new_game(configure(variant, options={"format": {"kind": "hands", "count": 12}}), SEED))
    full = {SINGLE: 25, DOUBLE: 50, RACEHORSE: 250}[variant]
    assert {sum(hand.points) for hand in game.hands if hand.played()} <= {full}
    for hand in game.hands:
        assert hand.scores[:2] == hand.scores[2:]


def test_only_partners_see_the_cards_they_give() -> None:
    game = answer(bought(dealt(RACEHORSE, "", "KS QS", "", "AS TS JS"), 250), 0)
    assert (game.kind, game.to_act, game.legal().count) == (Kind.GIVE, 3, 3)
    to, back = pack_cards(codes("AS TS JS")), pack_cards(codes("AS KS QS"))
    answer(game, to)
    assert (game.to_act, len(game.legal().cards)) == (1, 15)
    answer(game, back)
    assert [len(game.view(seat).cards) for seat in range(4)] == [12, 12, 12, 12]
    for seat in range(4):
        gifts = [event for event in game.events(seat) if getattr(event, "kind", 0) == Kind.GIVE]
        if seat in (1, 3):
            assert gifts == [Said(3, Kind.GIVE, to), Said(1, Kind.GIVE, back)]
            assert game.view(seat).cards == game.layout.sorted(game.seats[seat].cards)
        else:
            assert gifts == [CardsHidden(3, Kind.GIVE, 3), CardsHidden(1, Kind.GIVE, 3)]
    assert set(codes("AS KS QS")) <= set(game.view(3).cards)


def test_cards_that_are_given_back_can_be_melded_by_the_partner() -> None:
    game = answer(bought(dealt(RACEHORSE, "", "KS QS", "", "9D 9D 9C"), 250), 0)
    answer(game, pack_cards(codes("9D 9D 9C")), pack_cards(codes("KS QS 9C")))
    assert not has_royal_marriage(game.seats[1].melds)
    assert has_royal_marriage(game.seats[3].melds)


def test_no_card_is_given_at_a_pass_count_of_nought() -> None:
    assert answer(bought(new_game(configure(RACEHORSE, "plain"), SEED), 150), 0).kind == Kind.PLAY


def lost(bid: int, **options: Any) -> Game:
    """Return a game whose bid, which seat 1 has made, is nearly hopeless; the defenders meld aces (100)."""
    game = dealt(RACEHORSE, "AS AD AC AH", "9S 9D", preset="plain", **ONE_HAND, **options)
    return answer(bought(game, bid), 0)


def test_throwing_in_is_offered_only_where_no_tricks_are_enough() -> None:
    meld = sum(lost(1000).seats[seat].melded for seat in (1, 3))
    assert lost(meld + 250).kind == Kind.PLAY
    game = lost(meld + 260)
    assert (game.kind, game.to_act, game.legal().actions) == (Kind.THROW_IN, 1, [PLAY_ON, THROW_IN])
    assert game.fallback() == PLAY_ON
    assert answer(game, PLAY_ON).kind == Kind.PLAY


@pytest.mark.parametrize("scoring", ["minus_bid", "opponents_gain"])
def test_a_hand_thrown_in(scoring: str) -> None:
    game = answer(lost(1000, set_scoring=scoring), THROW_IN)
    hand = game.hand
    defence = hand.seats[0].melded + hand.seats[2].melded
    assert defence >= 100
    expected = [defence, -1000] * 2 if scoring == "minus_bid" else [defence + 1000, 0] * 2
    assert (hand.outcome, hand.deltas, hand.points, hand.played()) == (THROWN_IN, expected, [0] * 4, 0)


@pytest.mark.parametrize(("must", "leads"), [(True, "QS KS"), (False, "AD KS QS")])
def test_the_declarers_first_lead(must: bool, leads: str) -> None:
    game = dealt(RACEHORSE, "", "KS QS AD", preset="plain", must_lead_trump=must)
    answer(bought(game, 150), 0)
    assert game.to_act == 1
    suits = {card_text(card)[1] for card in game.legal().actions}
    assert ("D" in suits) is not must
    assert set(codes(leads)) <= set(game.legal().actions)


def test_a_declarer_without_a_trump_leads_anything() -> None:
    game = dealt(RACEHORSE, "", "AD AD TD TD KD KD QD QD JD JD 9D 9D", preset="plain", must_lead_trump=True)
    assert len(answer(bought(game, 150), 0).legal().actions) == 6


def test_the_presets_of_racehorse() -> None:
    plain, four = configure(RACEHORSE, "plain"), configure(RACEHORSE, "four-hands")
    assert [options_of(plain)[name] for name in ("pass_count", "min_bid", "target")] == [0, 150, 1200]
    assert options_of(four)["format"] == {"kind": "hands", "count": 4}
