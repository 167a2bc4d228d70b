"""Define cutthroat spades for three, four and five seats (docs/rules/sheets/spades.md)."""

from dataclasses import replace

from arena.rules.cards import CARD_CODES, SPADES
from arena.rules.rules import (
    SERIES_WINS_MOST,
    Awards,
    BagRule,
    Bags,
    Bids,
    Deal,
    Deck,
    FirstLead,
    Lead,
    Length,
    MustBeat,
    Phase,
    Rules,
    Tricks,
    WhenVoid,
)
from arena.rules.variants.options import COMMON, Choice, Flag, Option, SomeOf, Variant, Whole

OPTIONS = (
    *COMMON,
    Option("target", "length", "target", Whole(10, 10000)),
    Option("series_wins", "length", "series_wins", Whole(1, SERIES_WINS_MOST)),
    Option("blind_nil_allowed", "bids", "blind_nil_allowed", Flag()),
    Option("blind_six_deficit", "bids", "blind_six_deficit", Whole(0, 1000)),
    Option("blind_six_limit", "bids", "blind_six_limit", Whole(0, 100, none="no limit")),
    Option("bag_rule", "bags", "rule", Choice(BagRule)),
    Option("bag_limit", "bags", "limit", Whole(1, 100)),
    Option("award_jacks", "awards", "jacks", SomeOf(("JC", "JD", "JH"))),
    Option("award_points", "awards", "points", Whole(0, 100)),
)

_ONE_JACK = {"blind_six_limit": 1, "award_jacks": ["JC"], "series_wins": 3}
PRESETS = {
    "official": {
        "target": 500,
        "bag_rule": "limit",
        "bag_limit": 10,
        "blind_six_limit": 1,
        "award_jacks": ["JD", "JC"],
        "series_wins": 5,
    },
    "short-limit": {"target": 300, "bag_rule": "limit", "bag_limit": 5, **_ONE_JACK},
    "short-each": {"target": 300, "bag_rule": "each", **_ONE_JACK},
    "three-jacks": {
        "target": 500,
        "bag_rule": "limit",
        "bag_limit": 10,
        "blind_six_limit": None,
        "award_jacks": ["JD", "JC", "JH"],
        "series_wins": 5,
    },
}

RANKS = "AKQJT98765432"
PHASES = (Phase.DEAL, Phase.BIDS, Phase.TRICKS, Phase.SCORE_BIDS)
TRICKS = Tricks(
    first_lead=FirstLead.DEALERS_LEFT,
    lead=Lead.TRUMP_ONCE_BROKEN,
    must_beat=MustBeat.NEVER,
    when_void=WhenVoid.ANYTHING,
    trump=SPADES,
)
JOKER_TRICKS = replace(TRICKS, first_lead=FirstLead.HOLDER_OF_2C)
AWARDS = Awards(jacks=(CARD_CODES["JD"], CARD_CODES["JC"]))
LENGTH = Length(target=500, draw_seats_players=True, series_wins=5)


def cutthroat(number: int, name: str, seats: int, deck: Deck, deal: Deal, tricks: Tricks = TRICKS) -> Variant:
    rules = Rules(
        name=name,
        revision=1,
        seats=seats,
        phases=PHASES,
        deck=deck,
        deal=deal,
        bids=Bids(),
        tricks=tricks,
        bags=Bags(),
        awards=AWARDS,
        length=LENGTH,
    )
    jokers = f", {deck.jokers} jokers" if deck.jokers else ""
    return Variant(rules, OPTIONS, PRESETS, number, "spades", f"Cutthroat Spades, {seats} players{jokers}")


VARIANTS = (
    cutthroat(1, "spades-3", 3, Deck(RANKS, without=(CARD_CODES["2C"],)), Deal(hand=17)),
    cutthroat(2, "spades-4", 4, Deck(RANKS), Deal(hand=13)),
    cutthroat(3, "spades-5", 5, Deck(RANKS, without=(CARD_CODES["2C"], CARD_CODES["2D"])), Deal(hand=10)),
    cutthroat(4, "spades-5-2jokers", 5, Deck(RANKS, jokers=2), Deal(hand=11, dealer_one_less=True), JOKER_TRICKS),
    cutthroat(5, "spades-5-3jokers", 5, Deck(RANKS, jokers=3), Deal(hand=11), JOKER_TRICKS),
)
