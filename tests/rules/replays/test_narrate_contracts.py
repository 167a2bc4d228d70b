"""What is told of a contract follows from the hand. It is counted here once more."""

from typing import Any

import pytest

from arena.rules import Game, configure
from arena.rules.hands.hand import MADE, NO_ROYAL_MARRIAGE, PASSED_OUT, SET, Hand
from arena.rules.replays.contract import format_outcome
from arena.rules.replays.narrate import narrate
from arena.rules.rules import DefendersScore, SavedBy, SetScoring
from arena.rules.sides import side_of
from arena.rules.words import SUIT_NAMES
from tests.rules.playing import random_game
from tests.sizes import sized

GAMES = [*range(sized(45, 400)), 321]  # the last has a rare hand of racehorse, whose meld is lost
NEEDED = {SavedBy.TRICK: "trick", SavedBy.POINT: "point in tricks"}


def had_nothing(hand: Hand, seats: list[int], saved_by: SavedBy) -> bool:
    """Whether these seats lack what saves their melds."""
    if saved_by is SavedBy.TRICK:
        return not any(hand.seats[seat].tricks for seat in seats)
    return saved_by is SavedBy.POINT and not any(hand.points[seat] for seat in seats)


def assert_told(game: Game, hand: Hand) -> set[str]:
    """Check that what is told of a hand is right and whole. Returns which of the cases below it was."""
    rules, lines = game.rules, narrate(game, hand.number)
    terms = rules.contract
    assert terms is not None
    words = set[str]()
    declarers = [] if hand.outcome == PASSED_OUT else side_of(rules, hand.declarer)
    others = [seat for seat in range(rules.seats) if seat not in declarers]
    together = " and ".join(f"seat {seat}" for seat in others)

    gains = hand.outcome == NO_ROYAL_MARRIAGE and terms.gain_without_royal
    gains |= hand.outcome not in (MADE, PASSED_OUT) and terms.set_scoring is SetScoring.OPPONENTS_GAIN
    assert (f"  {together}: +{hand.bid} for the bid" in lines) == gains
    if gains:
        words.add("gain")

    is_team = terms.defenders_score is DefendersScore.TEAM and len(others) > 1 and hand.outcome in (MADE, SET)
    assert any(line.startswith(f"  {together} have ") for line in lines) == is_team

    teams = [[seat] for seat in others] if terms.defenders_score is DefendersScore.OWN else [others]
    for team in teams if hand.outcome in (MADE, SET) else []:
        is_lost = had_nothing(hand, team, terms.defenders_saved_by) and any(hand.seats[seat].melded for seat in team)
        names = " and ".join(f"seat {seat}" for seat in team)
        said = f"  {names}: no {NEEDED[terms.defenders_saved_by]}, so the meld is not saved"
        assert any(line.startswith(said) for line in lines) == is_lost
        if is_lost:
            words.add("lost meld")

    for seat in range(rules.seats):
        (line,) = [each for each in lines if each.startswith(f"  seat {seat}: ") and ", score " in each]
        is_last = hand.last_winner == seat and not any(player.cards for player in hand.seats)
        assert (f"{terms.last_trick} for the last trick" in line) == (is_last and hand.points[seat] > 0)
    return words


@pytest.mark.parametrize(
    ("variant", "options", "cases"),
    [
        ("pinochle-two-handed", {}, {"lost meld"}),
        ("pinochle-single-deck", {}, set[str]()),
        ("pinochle-double-deck", {}, {"gain"}),
        ("pinochle-racehorse", {}, {"lost meld"}),
        ("pinochle-racehorse", {"set_scoring": "opponents_gain", "save_meld": "trick"}, {"gain", "lost meld"}),
        ("pinochle-cutthroat", {}, {"gain"}),
        ("pinochle-cutthroat", {"defenders_score": "own"}, {"gain", "lost meld"}),
    ],
)
def test_a_contract_is_narrated_correctly(variant: str, options: dict[str, Any], cases: set[str]) -> None:
    rules = configure(variant, None, {"format": {"kind": "hands", "count": 4}, **options})
    words = set[str]()
    for number in GAMES:
        game = random_game(rules, number)
        for hand in game.hands:
            words |= assert_told(game, hand)
    assert cases <= words, words


@pytest.mark.parametrize(
    ("variant", "lacks"), [("pinochle-single-deck", "trick"), ("pinochle-two-handed", "point in tricks")]
)
def test_who_has_enough_and_is_set_lacks_what_saves_the_bid(variant: str, lacks: str) -> None:
    rules = configure(variant, None, {"format": {"kind": "hands", "count": 4}})
    hands = (hand for number in GAMES for hand in random_game(rules, number).hands)
    hand = next(hand for hand in hands if hand.outcome == SET)
    hand.bid = 1
    said = format_outcome(rules, hand, [f"seat {seat}" for seat in range(rules.seats)])
    assert f", enough for the bid of 1, {SUIT_NAMES[hand.trump]} trump, but no {lacks}." in said
