"""Partnership pinochle (pinochle.md §2, §4, §5): sides, giving, throwing in, scores and ends, on constructed tables."""

from typing import Any

import pytest

from arena.rules import (
    PASS,
    PLAY_ON,
    THROW_IN,
    Game,
    Hid,
    Kind,
    Melded,
    Rules,
    Said,
    card_text,
    configure,
    legal_bids,
    new_game,
    options_of,
    pack_cards,
    partner_of,
    side_of,
    sides_of,
)
from arena.rules.hand import MADE, NO_ROYAL_MARRIAGE, SET, THROWN_IN
from arena.rules.length import close_hand
from arena.rules.melding import NINES, has_royal_marriage
from arena.rules.phases import score_contract
from tests.rules.playing import codes, gather, melded, stacked
from tests.rules.test_tricks import may_play

SEED = bytes(32)
ONE_HAND: dict[str, Any] = {"format": {"kind": "hands", "count": 1}}
RACEHORSE, DOUBLE, SINGLE = "pinochle-racehorse", "pinochle-double-deck", "pinochle-single-deck"
PARTNERS = (SINGLE, DOUBLE, RACEHORSE)


def dealt(variant: str, *hands: str, preset: str | None = None, **options: Any) -> Game:
    """The first hand, dealt by seat 0; what the hands lack is filled up from the deck."""
    rules = configure(variant, preset, options)
    return new_game(rules, SEED, deals=[stacked(rules, 0, [codes(hand) for hand in (*hands, "", "", "")[:4]])])


def answer(game: Game, *actions: int) -> Game:
    for action in actions:
        game.apply(action)
    return game


def bought(game: Game, bid: int) -> Game:
    """Seat 1 has it for *bid*."""
    return answer(game, bid, PASS, PASS, PASS)


def played_out(game: Game) -> Game:
    while not game.is_over:
        game.apply(game.fallback())
    return game


def laid(variant: str, cards: str, trump: str, **options: Any) -> Melded:
    return melded(configure(variant, options=options), cards, trump)


@pytest.mark.parametrize("variant", PARTNERS)
def test_the_seat_across_is_the_partner(variant: str) -> None:
    rules = configure(variant)
    assert [partner_of(rules, seat) for seat in range(4)] == [2, 3, 0, 1]
    assert [side_of(rules, seat) for seat in range(4)] == [[0, 2], [1, 3], [0, 2], [1, 3]]
    assert sides_of(rules) == 2


def test_alone_there_is_no_partner(pinochle: Rules) -> None:
    assert (partner_of(pinochle, 1), side_of(pinochle, 1), sides_of(pinochle)) == (-1, [1], 3)


# The deck of 80 cards.


def test_the_double_deck_has_four_of_each_and_no_nines() -> None:
    game = new_game(configure(DOUBLE), SEED)
    deck = [card_text(card) for card in game.layout.deck]
    assert (len(deck), deck.count("QS"), deck[:6]) == (80, 4, ["AS", "AS", "AS", "AS", "TS", "TS"])
    assert not any(card.startswith("9") for card in deck)
    hand = game.layout.hand(codes("AH AH AH AH JS"))
    assert (game.layout.count(hand, codes("AH")[0]), hand < 2**62) == (4, True)


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("AS TS KS QS JS", [15, 150, 225, 300]),
        ("KS QS", [4, 8, 12, 16]),
        ("KD QD", [2, 4, 6, 8]),
        ("AS AD AC AH", [10, 100, 150, 200]),
        ("KS KD KC KH", [8, 80, 120, 160]),
        ("QS QD QC QH", [6, 60, 90, 120]),
        ("JS JD JC JH", [4, 40, 60, 80]),
        ("QS JD", [4, 30, 60, 90]),
    ],
)
def test_melds_of_the_double_deck_up_to_four(cards: str, points: list[int]) -> None:
    for copies in range(4):
        meld = laid(DOUBLE, f"{cards} " * (copies + 1), "S")
        assert (meld.points, [entry[1] for entry in meld.melds]) == (points[copies], [copies + 1])
        assert list(meld.shown) == sorted(meld.shown, key=new_game(configure(DOUBLE), SEED).layout.deck.index)


def test_the_worked_example_in_tens() -> None:
    meld = laid(RACEHORSE, "AD TD KD KD QD JD 9D KS QS KH KC", "D")
    assert list(meld.melds) == [
        ("run", 1, 150), ("marriage", 1, 20), ("nine", 1, 10), ("kings", 1, 80), ("pinochle", 1, 40),
    ]  # fmt: skip
    assert meld.points == 300


def test_double_run_and_double_pinochle_by_variant() -> None:
    run = "AH AH TH TH KH KH QH QH JH JH"
    assert [laid(variant, run, "H").points for variant in PARTNERS] == [150, 150, 1500]
    assert [laid(variant, "QS QS JD JD", "H").points for variant in PARTNERS] == [30, 30, 300]


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


# The auction.


def test_the_least_raise_of_the_double_deck() -> None:
    game = answer(new_game(configure(DOUBLE), SEED), 58)
    assert game.legal() == legal_bids(59, 1, 1000, True)
    assert answer(game.copy(), 59).legal().least == 60
    answer(game, 63)
    assert game.legal() == legal_bids(68, 1, 1000, True)
    assert not game.legal().allows(67)
    assert answer(game, 69).legal().least == 74


def test_a_raise_over_sixty_that_the_cap_does_not_leave() -> None:
    game = answer(new_game(configure(DOUBLE, options={"max_bid": 64}), SEED), 60)
    assert game.legal().single == PASS


def test_racehorse_bids_in_tens() -> None:
    game = answer(new_game(configure(RACEHORSE), SEED), 250)
    assert game.legal() == legal_bids(260, 10, 4000, True)
    assert [game.legal().allows(bid) for bid in (255, 260, 265, 4000, 4010)] == [False, True, False, True, False]
    answer(game, PASS, PASS, PASS)
    assert (game.kind, game.to_act) == (Kind.TRUMP, 1)


def test_who_opens_where_nobody_bids() -> None:
    race = answer(new_game(configure(RACEHORSE), SEED), PASS, PASS, PASS)
    assert (race.to_act, race.kind, race.legal()) == (0, Kind.AUCTION, legal_bids(250, 10, 4000, False))
    for variant, least in ((SINGLE, 15), (DOUBLE, 50)):
        game = answer(new_game(configure(variant), SEED), PASS, PASS, PASS)
        assert (game.to_act, game.kind, game.hand.bid) == (0, Kind.TRUMP, least)
        assert answer(game, 0).view(3).bid == least


# Giving.


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
            assert told == [Hid(3, Kind.GIVE, 3), Hid(1, Kind.GIVE, 3)]
    assert set(codes("AS KS QS")) <= set(game.view(3).cards)


def test_what_is_given_back_is_the_partners_to_meld() -> None:
    game = answer(bought(dealt(RACEHORSE, "", "KS QS", "", "9D 9D 9C"), 250), 0)
    answer(game, pack_cards(codes("9D 9D 9C")), pack_cards(codes("KS QS 9C")))
    assert not has_royal_marriage(game.seats[1].melds)
    assert has_royal_marriage(game.seats[3].melds)


@pytest.mark.parametrize(("variant", "count"), [(RACEHORSE, 3), (DOUBLE, 4)])
def test_how_many_cards_are_given(variant: str, count: int) -> None:
    game = answer(bought(new_game(configure(variant), SEED), 250), 0)
    assert (game.kind, game.legal().count) == (Kind.GIVE, count)


def test_no_card_is_given_at_a_pass_count_of_nought() -> None:
    game = answer(bought(new_game(configure(RACEHORSE, "plain"), SEED), 150), 0)
    assert game.kind == Kind.PLAY


# Melds and throwing in.


@pytest.mark.parametrize(("variant", "gain"), [(SINGLE, 0), (DOUBLE, 50)])
def test_no_royal_marriage_of_its_own(variant: str, gain: int) -> None:
    """The partner's does not count; §5 gives the others nothing, §4 the bid."""
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


def lost(bid: int, **options: Any) -> Game:
    """Seat 1 has bid what its side can hardly make; the defenders meld aces (100)."""
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


# Play.


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


@pytest.mark.parametrize("variant", [SINGLE, DOUBLE])
def test_the_duties_of_the_others(variant: str) -> None:
    rules = configure(variant)
    assert may_play(rules, "H", "QD JH", "AD JD") == {"AD", "JD"}
    assert may_play(rules, "H", "QD JH", "JH JC") == {"JH"}
    assert may_play(rules, "H", "QD", "AD JD") == {"AD"}


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


# Scores.


def scored(variant: str, bid: int, melds: list[int], points: list[str], last: int = 1, **options: Any) -> Game:
    """The score of a hand that seat 1 declared; *melds* and the counters taken by seat, a trick for each that has some
    cards; seat *last* won the last trick."""
    game = new_game(configure(variant, options=options), SEED)
    hand = game.hand
    hand.declarer, hand.bid, hand.trump = 1, bid, 0
    gather(hand, [last])
    assert game.rules.melds is not None
    nine = game.rules.melds.nine
    for holder, worth in zip(hand.seats, melds, strict=True):
        holder.melded, holder.melds = worth, worth // nine << NINES if nine else 0
    for seat, cards in enumerate(points):
        game.seats[seat].taken = game.layout.hand(codes(cards))
        game.seats[seat].tricks = 1 if cards else 0
    score_contract.begin(game)
    return game


def test_made_and_set_by_what_the_side_has_together() -> None:
    """§5: meld 10 + 4, tricks AS TS + KC, the last trick."""
    made = scored(SINGLE, 18, [2, 10, 3, 4], ["AD", "AS TS", "", "KC"])
    assert (made.hand.outcome, made.hand.points) == (MADE, [1, 3, 0, 1])
    assert (made.hand.deltas, made.hand.scores) == ([6, 18, 6, 18], [6, 18, 6, 18])
    down = scored(SINGLE, 19, [2, 10, 3, 4], ["AD", "AS TS", "", "KC"])
    assert (down.hand.outcome, down.hand.deltas) == (SET, [6, -19, 6, -19])


def test_the_last_trick_of_the_double_deck_counts_two() -> None:
    game = scored(DOUBLE, 60, [0, 50, 0, 8], ["AS", "", "", "JS"], last=3)
    assert (game.hand.points, game.hand.deltas) == ([1, 0, 0, 2], [1, 60, 1, 60])


@pytest.mark.parametrize("variant", [SINGLE, DOUBLE])
def test_a_side_without_a_trick_has_lost_its_meld(variant: str) -> None:
    declarer = scored(variant, 50, [0, 100, 0, 0], ["AS", "", "", ""], last=0)
    assert (declarer.hand.outcome, declarer.hand.deltas[1]) == (SET, -50)
    defence = scored(variant, 50, [20, 100, 20, 0], ["", "AS", "", ""])
    assert defence.hand.deltas[0] == defence.hand.deltas[2] == 0
    bare = scored(variant, 50, [20, 100, 20, 0], ["", "AS", "JS", ""])
    assert bare.hand.deltas[0] == 40


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


# Ends.


def closed(variant: str, scores: list[int], outcome: str = MADE, declarer: int = 1, **options: Any) -> Game:
    """A game in which a hand that *declarer* declared has just left these scores, for sides 0+2 and 1+3."""
    game = new_game(configure(variant, options=options), SEED)
    for number, seat in enumerate(game.seats):
        seat.score = scores[number % 2]
    game.hand.declarer, game.hand.outcome = declarer, outcome
    close_hand(game)
    return game


@pytest.mark.parametrize(
    ("variant", "options", "scores", "outcome", "winner"),
    [
        # Worked example 7.
        (RACEHORSE, {}, [1540, 1660], MADE, [1, 3]),
        (RACEHORSE, {}, [2000, 1660], MADE, [1, 3]),
        (RACEHORSE, {}, [1540, 1400], SET, [0, 2]),
        (RACEHORSE, {}, [1540, 1540], MADE, [1, 3]),
        (RACEHORSE, {}, [1490, 1400], MADE, []),
        (RACEHORSE, {"both_reach": "highest"}, [2000, 1660], MADE, [0, 2]),
        (RACEHORSE, {"both_reach": "highest"}, [1660, 1660], MADE, []),
        (RACEHORSE, {"win_needs_bid": True}, [1600, 1400], MADE, []),
        (RACEHORSE, {"win_needs_bid": True}, [1600, 1500], MADE, [1, 3]),
        (RACEHORSE, {"win_needs_bid": True}, [1600, 1500], SET, []),
        (RACEHORSE, {"win_needs_bid": True}, [1600, 100], SET, [0, 2]),
        (RACEHORSE, {"win_needs_bid": True}, [1599, 100], SET, []),
        (RACEHORSE, {"win_needs_bid": True}, [-1200, -600], SET, [1, 3]),
        (RACEHORSE, {"win_needs_bid": True}, [-1190, -600], SET, []),
        (RACEHORSE, {"win_needs_bid": True}, [-1200, -1200], SET, []),
        (RACEHORSE, {"win_needs_bid": True, "both_reach": "highest"}, [2000, 1500], MADE, [1, 3]),
        (SINGLE, {}, [260, 255], MADE, [0, 2]),
        (SINGLE, {}, [255, 255], MADE, []),
        (DOUBLE, {}, [260, 499], MADE, []),
        (DOUBLE, {}, [510, 500], MADE, [0, 2]),
    ],
)
def test_who_has_won(variant: str, options: dict[str, Any], scores: list[int], outcome: str, winner: list[int]) -> None:
    game = closed(variant, scores, outcome, **options)
    assert (game.hand.game_winners, game.ended) == (winner, "target" if winner else "")
    if winner:
        assert game.result().ranks == tuple(1 if seat in winner else 2 for seat in range(4))


def test_the_limits_play_no_part_in_the_hands_format() -> None:
    options: dict[str, Any] = {"win_needs_bid": True, "format": {"kind": "hands", "count": 2}}
    assert closed(RACEHORSE, [1600, -1300], **options).ended == ""


def test_a_tie_is_won_by_all_four() -> None:
    game = closed(SINGLE, [100, 100], max_hands=1)
    assert (game.ended, game.hand.game_winners) == ("max_hands", [0, 1, 2, 3])
    assert game.result().ranks == (1, 1, 1, 1)


def test_a_series_is_ranked_by_side() -> None:
    game = closed(SINGLE, [300, 100], max_hands=1, format={"kind": "series", "wins": 1})
    assert game.ended == "series"
    assert (game.result().scores, game.result().ranks) == ((1, 0, 1, 0), (1, 2, 1, 2))


def test_a_redealt_hand_scores_nothing() -> None:
    game = answer(new_game(configure(RACEHORSE, options=ONE_HAND | {"opening": "redeal"}), SEED), *[PASS] * 4)
    assert (game.hand.outcome, game.hand.deltas, game.result().ranks) == ("passed_out", [0] * 4, (1, 1, 1, 1))


@pytest.mark.parametrize("variant", PARTNERS)
def test_all_trick_points_are_there(variant: str) -> None:
    game = played_out(new_game(configure(variant, options={"format": {"kind": "hands", "count": 12}}), SEED))
    full = {SINGLE: 25, DOUBLE: 50, RACEHORSE: 250}[variant]
    assert {sum(hand.points) for hand in game.hands if hand.played()} <= {full}
    for hand in game.hands:
        assert hand.scores[:2] == hand.scores[2:]


def test_the_presets_of_racehorse() -> None:
    plain, four = configure(RACEHORSE, "plain"), configure(RACEHORSE, "four-hands")
    assert [options_of(plain)[name] for name in ("pass_count", "min_bid", "target")] == [0, 150, 1200]
    assert options_of(four)["format"] == {"kind": "hands", "count": 4}
