"""What the games of partnership pinochle share, and the single deck.

Sides, scores, ends (pinochle.md §2, §4, §5).
"""

from typing import Any

import pytest

from arena.rules import (
    PASS,
    Game,
    Kind,
    Rules,
    card_text,
    configure,
    legal_bids,
    new_game,
    pack_cards,
    partner_of,
    side_of,
    sides_of,
)
from arena.rules.hands.hand import MADE, NO_ROYAL_MARRIAGE, SET
from tests.rules.games.partners import (
    DOUBLE,
    ONE_HAND,
    PARTNERS,
    RACEHORSE,
    SEED,
    SINGLE,
    bought,
    closed,
    dealt,
    laid,
    scored,
)
from tests.rules.phases.test_tricks import may_play
from tests.rules.playing import answer


@pytest.mark.parametrize("variant", PARTNERS)
def test_the_seat_across_is_the_partner(variant: str) -> None:
    rules = configure(variant)
    assert [partner_of(rules, seat) for seat in range(4)] == [2, 3, 0, 1]
    assert [side_of(rules, seat) for seat in range(4)] == [[0, 2], [1, 3], [0, 2], [1, 3]]
    assert sides_of(rules) == 2


def test_alone_there_is_no_partner(pinochle: Rules) -> None:
    assert (partner_of(pinochle, 1), side_of(pinochle, 1), sides_of(pinochle)) == (-1, [1], 3)


def test_double_run_and_double_pinochle_by_variant() -> None:
    run = "AH AH TH TH KH KH QH QH JH JH"
    assert [laid(variant, run, "H").points for variant in PARTNERS] == [150, 150, 1500]
    assert [laid(variant, "QS QS JD JD", "H").points for variant in PARTNERS] == [30, 30, 300]


def test_who_opens_where_nobody_bids() -> None:
    race = answer(new_game(configure(RACEHORSE), SEED), PASS, PASS, PASS)
    assert (race.to_act, race.kind, race.legal()) == (0, Kind.AUCTION, legal_bids(250, 10, 4000, False))
    for variant, least in ((SINGLE, 15), (DOUBLE, 50)):
        game = answer(new_game(configure(variant), SEED), PASS, PASS, PASS)
        assert (game.to_act, game.kind, game.hand.bid) == (0, Kind.TRUMP, least)
        assert answer(game, 0).view(3).bid == least


@pytest.mark.parametrize(("variant", "count"), [(RACEHORSE, 3), (DOUBLE, 4)])
def test_how_many_cards_are_given(variant: str, count: int) -> None:
    game = answer(bought(new_game(configure(variant), SEED), 250), 0)
    assert (game.kind, game.legal().count) == (Kind.GIVE, count)


@pytest.mark.parametrize(("variant", "gain"), [(SINGLE, 0), (DOUBLE, 50)])
def test_no_royal_marriage_of_its_own(variant: str, gain: int) -> None:
    """The partner's royal marriage does not count.

    §5 gives the others nothing, §4 the bid.
    """
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


@pytest.mark.parametrize("variant", [SINGLE, DOUBLE])
def test_the_duties_of_the_others(variant: str) -> None:
    rules = configure(variant)
    assert may_play(rules, "H", "QD JH", "AD JD") == {"AD", "JD"}
    assert may_play(rules, "H", "QD JH", "JH JC") == {"JH"}
    assert may_play(rules, "H", "QD", "AD JD") == {"AD"}


def test_made_and_set_by_what_the_side_has_together() -> None:
    """A side's meld, tricks and last trick count together (§5).

    Meld 10 + 4, tricks AS TS + KC, the last trick.
    """
    made = scored(SINGLE, 18, [2, 10, 3, 4], ["AD", "AS TS", "", "KC"])
    assert (made.hand.outcome, made.hand.points) == (MADE, [1, 3, 0, 1])
    assert (made.hand.deltas, made.hand.scores) == ([6, 18, 6, 18], [6, 18, 6, 18])
    down = scored(SINGLE, 19, [2, 10, 3, 4], ["AD", "AS TS", "", "KC"])
    assert (down.hand.outcome, down.hand.deltas) == (SET, [6, -19, 6, -19])


@pytest.mark.parametrize("variant", [SINGLE, DOUBLE])
def test_a_side_without_a_trick_has_lost_its_meld(variant: str) -> None:
    declarer = scored(variant, 50, [0, 100, 0, 0], ["AS", "", "", ""], last=0)
    assert (declarer.hand.outcome, declarer.hand.deltas[1]) == (SET, -50)
    defence = scored(variant, 50, [20, 100, 20, 0], ["", "AS", "", ""])
    assert defence.hand.deltas[0] == defence.hand.deltas[2] == 0
    bare = scored(variant, 50, [20, 100, 20, 0], ["", "AS", "JS", ""])
    assert bare.hand.deltas[0] == 40


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


def test_a_tie_is_won_by_all_four() -> None:
    game = closed(SINGLE, [100, 100], max_hands=1)
    assert (game.ended, game.hand.game_winners) == ("max_hands", [0, 1, 2, 3])
    assert game.result().ranks == (1, 1, 1, 1)


def test_a_series_is_ranked_by_side() -> None:
    game = closed(SINGLE, [300, 100], max_hands=1, format={"kind": "series", "wins": 1})
    assert game.ended == "series"
    assert (game.result().scores, game.result().ranks) == ((1, 0, 1, 0), (1, 2, 1, 2))


def played_out(game: Game) -> Game:
    while not game.is_over:
        game.apply(game.fallback())
    return game


@pytest.mark.parametrize("variant", PARTNERS)
def test_all_trick_points_are_there(variant: str) -> None:
    game = played_out(new_game(configure(variant, options={"format": {"kind": "hands", "count": 12}}), SEED))
    full = {SINGLE: 25, DOUBLE: 50, RACEHORSE: 250}[variant]
    assert {sum(hand.points) for hand in game.hands if hand.played()} <= {full}
    for hand in game.hands:
        assert hand.scores[:2] == hand.scores[2:]
