"""Racehorse (pinochle.md §2) on constructed tables.

Giving, throwing in, its house rules of play and of score.
"""

from typing import Any

import pytest

from arena.rules import (
    PASS,
    PLAY_ON,
    THROW_IN,
    CardsHidden,
    Game,
    Kind,
    Said,
    card_text,
    configure,
    legal_bids,
    new_game,
    options_of,
    pack_cards,
)
from arena.rules.hands.hand import MADE, SET, THROWN_IN
from arena.rules.hands.melding import has_royal_marriage
from tests.rules.games.partners import ONE_HAND, RACEHORSE, SEED, bought, closed, dealt, laid, scored
from tests.rules.phases.test_tricks import may_play
from tests.rules.playing import answer, codes


def test_the_worked_example_in_tens() -> None:
    meld = laid(RACEHORSE, "AD TD KD KD QD JD 9D KS QS KH KC", "D")
    assert list(meld.melds) == [
        ("run", 1, 150), ("marriage", 1, 20), ("nine", 1, 10), ("kings", 1, 80), ("pinochle", 1, 40),
    ]  # fmt: skip
    assert meld.points == 300


@pytest.mark.parametrize(
    ("option", "cards", "royalty"),
    [
        (0, "AS TS KS KS QS JS", []),
        (20, "AS TS KS KS QS JS", [("royalty", 1, 20)]),
        (40, "AS TS KS QS QS JS", [("royalty", 1, 40)]),
        ("40/20", "AS TS KS KS QS JS", [("royalty", 1, 40)]),
        ("40/20", "AS TS KS QS QS JS", [("royalty", 1, 20)]),
        ("40/20", "AS TS KS KS QS QS JS", []),
        ("40/20", "AS TS KS KS QS", []),
        ("40/20", "AS AS TS TS KS KS QS QS JS JS", []),
    ],
)
def test_extra_royalty(option: object, cards: str, royalty: list[tuple[str, int, int]]) -> None:
    meld = laid(RACEHORSE, cards, "S", extra_royalty=option)
    assert [entry for entry in meld.melds if entry[0] == "royalty"] == royalty
    shown = [card_text(card) for card in meld.shown]
    if royalty:
        assert shown == cards.split()
        assert [entry[0] for entry in meld.melds] == ["run", "royalty"]


def test_racehorse_bids_in_tens() -> None:
    game = answer(new_game(configure(RACEHORSE), SEED), 250)
    assert game.legal() == legal_bids(260, 10, 4000, True)
    assert [game.legal().allows(bid) for bid in (255, 260, 265, 4000, 4010)] == [False, True, False, True, False]
    answer(game, PASS, PASS, PASS)
    assert (game.kind, game.to_act) == (Kind.TRUMP, 1)


def test_what_partners_give_only_they_see() -> None:
    game = answer(bought(dealt(RACEHORSE, "", "KS QS", "", "AS TS JS"), 250), 0)
    assert (game.kind, game.to_act, game.legal().count) == (Kind.GIVE, 3, 3)
    to, back = pack_cards(codes("AS TS JS")), pack_cards(codes("AS KS QS"))
    answer(game, to)
    assert (game.to_act, len(game.legal().cards)) == (1, 15)
    answer(game, back)
    assert [len(game.view(seat).cards) for seat in range(4)] == [12, 12, 12, 12]
    for seat in range(4):
        told = [event for event in game.events(seat) if getattr(event, "kind", 0) == Kind.GIVE]
        if seat in (1, 3):
            assert told == [Said(3, Kind.GIVE, to), Said(1, Kind.GIVE, back)]
            assert game.view(seat).cards == game.layout.sorted(game.seats[seat].cards)
        else:
            assert told == [CardsHidden(3, Kind.GIVE, 3), CardsHidden(1, Kind.GIVE, 3)]
    assert set(codes("AS KS QS")) <= set(game.view(3).cards)


def test_what_is_given_back_is_the_partners_to_meld() -> None:
    game = answer(bought(dealt(RACEHORSE, "", "KS QS", "", "9D 9D 9C"), 250), 0)
    answer(game, pack_cards(codes("9D 9D 9C")), pack_cards(codes("KS QS 9C")))
    assert not has_royal_marriage(game.seats[1].melds)
    assert has_royal_marriage(game.seats[3].melds)


def test_no_card_is_given_at_a_pass_count_of_nought() -> None:
    game = answer(bought(new_game(configure(RACEHORSE, "plain"), SEED), 150), 0)
    assert game.kind == Kind.PLAY


def lost(bid: int, **options: Any) -> Game:
    """Return a game whose bid can hardly be made.

    Seat 1 has bid it; the defenders meld aces (100).
    """
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


@pytest.mark.parametrize(
    ("rule", "played", "held", "may"),
    [
        # Worked examples 3 and 4.
        ("if_wins", "QD JH", "AD JD", "AD JD"),
        ("if_wins", "QD JH", "JH JC", "JH JC"),
        ("if_wins", "QD JH", "QH 9H JC", "QH"),
        ("if_wins", "QD", "9H JC", "9H"),
        ("always", "QD JH", "JH JC", "JH"),
        ("always", "QD JH", "QH 9H JC", "QH"),
        ("always", "QD", "9H JC", "9H"),
        ("never", "QD", "9H JC", "9H JC"),
        ("never", "QD JH", "QH JC", "QH JC"),
        ("if_wins", "QD", "AD JD AH", "AD"),
        ("if_wins", "QH", "AH JH", "AH"),
        ("if_wins", "QH AH", "JH JC", "JH"),
    ],
)
def test_the_duties_of_racehorse(rule: str, played: str, held: str, may: str) -> None:
    assert may_play(configure(RACEHORSE, options={"trump_rule": rule}), "H", played, held) == set(may.split())


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


def test_a_declaring_side_of_racehorse_needs_no_point() -> None:
    game = scored(RACEHORSE, 250, [10, 200, 0, 60], ["AS", "", "", ""], last=0)
    assert (game.hand.outcome, game.hand.deltas) == (MADE, [30, 260, 30, 260])


@pytest.mark.parametrize(
    ("options", "taken", "delta"),
    [
        ({}, "JS", 0),
        ({"save_meld": "trick"}, "JS", 30),
        ({"save_meld": "trick"}, "", 0),
        ({"nines_need_save": False}, "JS", 30),
        ({"nines_need_save": False, "save_meld": "trick"}, "", 30),
        ({}, "TS", 40),
    ],
)
def test_what_saves_the_defenders_meld(options: dict[str, Any], taken: str, delta: int) -> None:
    game = scored(RACEHORSE, 250, [10, 250, 20, 0], [taken, "AS", "", ""], **options)
    assert game.hand.deltas[0] == game.hand.deltas[2] == delta


def test_the_opponents_gain_what_a_set_side_does_not_lose() -> None:
    game = scored(RACEHORSE, 500, [10, 250, 20, 0], ["TS", "AS", "", ""], set_scoring="opponents_gain")
    assert (game.hand.outcome, game.hand.deltas) == (SET, [540, 0, 540, 0])


def test_the_limits_play_no_part_in_the_hands_format() -> None:
    options: dict[str, Any] = {"win_needs_bid": True, "format": {"kind": "hands", "count": 2}}
    assert closed(RACEHORSE, [1600, -1300], **options).ended == ""


def test_a_redealt_hand_scores_nothing() -> None:
    game = answer(new_game(configure(RACEHORSE, options=ONE_HAND | {"opening": "redeal"}), SEED), *[PASS] * 4)
    assert (game.hand.outcome, game.hand.deltas, game.result().ranks) == ("passed_out", [0] * 4, (1, 1, 1, 1))


def test_the_presets_of_racehorse() -> None:
    plain, four = configure(RACEHORSE, "plain"), configure(RACEHORSE, "four-hands")
    assert [options_of(plain)[name] for name in ("pass_count", "min_bid", "target")] == [0, 150, 1200]
    assert options_of(four)["format"] == {"kind": "hands", "count": 4}
