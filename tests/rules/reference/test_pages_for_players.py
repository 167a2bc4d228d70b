"""The pages as a card player reads them.

True under every option, and in the words of the sheets.
"""

from typing import Any

import pytest

from arena.rules import VARIANTS, configure, presets_of
from tests.rules.reference.unwrapped import unwrapped_page

SERIES = {"kind": "series", "wins": 3}
HANDS = {"kind": "hands", "count": 4}
GAINING = {"set_scoring": "opponents_gain", "nines_need_save": False}
ALTERNATE = {"scoring": "alternate"}


def told(variant: str, preset: str | None = None, options: dict[str, Any] | None = None) -> str:
    """The page without its tables of options and presets."""
    return unwrapped_page(configure(variant, preset, options)).partition("## Options")[0]


@pytest.mark.parametrize(
    "says",
    [
        "Aces, tens and kings are the counters, worth 1 each to who takes them. The last trick is worth 1",
        "their counters count with the declarer's tricks once it has won one.",
        "The declarer's counters are those of its tricks and those it discarded.",
        "a conceded bid is not doubled, for no trump is named yet.",
        "pays the worth to the kitty, whatever the bid, and nobody else.",
        "The match has no deadline. A deadline would end the match between hands",
        "The kitty is a pot of money; the widow is cards.",
        "- The declarer takes the widow, which nobody else sees.",
        "blue for 10 dollars, red for 5, white for 1.",
    ],
)
def test_the_page_of_chips(says: str) -> None:
    assert says in told("pinochle-chips")


@pytest.mark.parametrize("length", [{}, {"format": SERIES}, {"format": HANDS}, {"deadline": 60}])
def test_chips_have_no_target(length: dict[str, Any]) -> None:
    assert "target" not in told("pinochle-chips", options=length)


def test_what_a_deadline_does() -> None:
    page = told("pinochle-chips", options={"deadline": 60})
    assert (
        "The match has a deadline after 60 seconds of play. A deadline ends the match between hands: the hand" in page
    )
    assert "deadline" not in told("pinochle-cutthroat")


def test_kitty_is_one_thing_on_a_page() -> None:
    chips = told("pinochle-chips")
    assert "## Widow" in chips
    cards, _, money = chips.partition("## Money")
    assert "kitty" not in cards
    assert "into the kitty" in money
    for variant in ("pinochle-two-handed", "pinochle-cutthroat"):
        assert "## Kitty" in told(variant)
        assert "widow" not in told(variant)


def test_the_alternate_scoring_is_told_as_it_is_played() -> None:
    page = told("pinochle-two-handed", options=ALTERNATE)
    assert "Made, it scores 2. Set, it scores -1 and the other player 1." in page
    assert "The declarer alone lays melds." in page
    assert "Who has 15 or more" in page
    assert "it loses the bid" not in page
    assert "The other player scores its meld" not in page
    standard = told("pinochle-two-handed")
    assert "Set, it loses the bid" in standard
    assert (
        "The other player scores its meld and its points, if it has at least one point in tricks; else nothing."
        in standard
    )


@pytest.mark.parametrize("variant", VARIANTS)
def test_only_who_may_throw_in_reads_of_it(variant: str) -> None:
    assert ("may throw the hand in" in told(variant)) is (variant == "pinochle-racehorse")


def test_when_the_hand_may_be_thrown_in() -> None:
    assert "the declarer may throw the hand in, the play" in told("pinochle-two-handed", options=ALTERNATE)
    assert "the declarer may throw the hand in if the bid is out of reach, the play" in told("pinochle-racehorse")


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_match_is_a_game_or_hands_or_a_series(variant: str) -> None:
    for preset in presets_of(variant):
        series = told(variant, preset, {"format": SERIES})
        assert "The match is a series: games until somebody has 3 wins." in series
        assert "one game" not in series
        hands = told(variant, preset, {"format": HANDS})
        assert "The match is 4 hands" in hands
        assert "series" not in hands
        assert "or more after a hand wins" not in hands


@pytest.mark.parametrize(
    ("limit", "says"),
    [
        (1, "50 or more behind the highest score, once in a game."),
        (2, "50 or more behind the highest score, twice in a game."),
        (5, "50 or more behind the highest score, 5 times in a game."),
        (None, "50 or more behind the highest score, as often as it likes."),
        (0, "- `blind_six` is not played."),
    ],
)
def test_how_often_six_may_be_bid_blind(limit: int | None, says: str) -> None:
    page = told("spades-4", options={"blind_six_limit": limit})
    assert says in page
    assert ("| `blind_six` |" in page) is (limit != 0)


@pytest.mark.parametrize(
    ("jacks", "says", "silent"),
    [
        ([], "No jack is worth anything.", "gets nothing"),
        (["JC"], "gains: 10 points for JC.", "gets nothing"),
        (["JD", "JC"], "Who captures both gets nothing for either.", "one bag less"),
        (["JD", "JC", "JH"], "10 points for JD, 10 points for JC, one bag less for JH.", "both"),
    ],
)
def test_what_the_jacks_are_worth(jacks: list[str], says: str, silent: str) -> None:
    part = told("spades-4", options={"award_jacks": jacks}).partition("## Award jacks")[2].partition("## ")[0]
    assert says in part
    assert silent not in part


def test_bags_are_told_as_they_are_paid() -> None:
    assert "a seat that has 10 or more after a hand loses 10 for each it has" in told("spades-4")
    each = told("spades-4", "short-each")
    assert "Each costs 10 at once" in each
    assert "10 or more" not in each


@pytest.mark.parametrize(
    ("variant", "options", "says", "silent"),
    [
        ("pinochle-racehorse", GAINING, "Set, it scores 0, and the others add the bid to their own.", "loses the bid"),
        ("pinochle-racehorse", GAINING, "else only the nines of trump.", "else nothing"),
        ("pinochle-racehorse", {"pass_count": 0}, "No cards are given.", "the partners give"),
        ("pinochle-racehorse", {"extra_royalty": "40/20"}, "is worth 40 and each further queen 20", "(40, 20)"),
        (
            "pinochle-racehorse",
            {"win_needs_bid": True},
            "Only a declaring side that made its bid wins",
            "that hand's declarer",
        ),
        ("pinochle-cutthroat", {"defenders_score": "own"}, "Each defender scores its own meld and points", "added up"),
        ("pinochle-cutthroat", {}, "Each defender scores the melds and points of both, added up", "its own meld"),
        ("pinochle-double-deck", {}, "the next must be at least 5 more", "nine of trump"),
        ("spades-5-2jokers", {}, "| 1..11 (the dealer: 1..10) |", "then the kitty"),
    ],
)
def test_what_is_true_under_these_options(variant: str, options: dict[str, Any], says: str, silent: str) -> None:
    page = told(variant, options=options)
    assert says in page
    assert silent not in page


def test_a_number_of_hands_that_is_never_reached_is_not_told() -> None:
    assert "A game ends after 12 hands." in told("pinochle-chips", None, {"max_hands": 12})
    assert "A game ends after 12 hands." in told("pinochle-chips", None, {"max_hands": 13})
    assert "A game ends after 12 hands." not in told("pinochle-chips", None, {"max_hands": 11})
