"""Pinochle (pinochle.md)."""

from arena.rules.options import COMMON, Choice, Flag, Option, Whole
from arena.rules.rules import (
    Auction,
    Contract,
    Deal,
    Deck,
    DefendersScore,
    Exchange,
    FirstLead,
    Lead,
    Length,
    Melds,
    MustBeat,
    Opening,
    Phase,
    Rules,
    Tricks,
    WhenVoid,
)
from arena.rules.variants.page import Page

MOST_BID = 10000

SINGLE_DECK = Deck("ATKQJ9", copies=2)
SINGLE_DECK_MELDS = Melds(
    run=(15, 150),
    royal_marriage=4,
    marriage=2,
    nine=1,
    aces=(10, 100),
    kings=(8, 80),
    queens=(6, 60),
    jacks=(4, 40),
    pinochle=(4, 30),
)

AUCTION_OPTIONS = (
    Option("opening", "auction", "opening", Choice(Opening)),
    Option("min_bid", "auction", "min_bid", Whole(1, MOST_BID)),
    Option("max_bid", "auction", "max_bid", Whole(1, MOST_BID)),
    Option("rounds", "auction", "rounds", Whole(1, 1, none="until all but one have passed")),
    Option("bidder_needs_marriage", "auction", "bidder_needs_marriage", Flag()),
)
TARGET = Option("target", "length", "target", Whole(10, 10000))

CUTTHROAT = Page(
    Rules(
        name="pinochle-cutthroat",
        revision=1,
        seats=3,
        phases=(
            Phase.DEAL,
            Phase.AUCTION,
            Phase.KITTY,
            Phase.TRUMP,
            Phase.MELDS,
            Phase.TRICKS,
            Phase.SCORE_CONTRACT,
        ),
        deck=SINGLE_DECK,
        deal=Deal(hand=15, kitty=3),
        auction=Auction(min_bid=15, max_bid=400, opening=Opening.DEALER_TAKES_IT),
        exchange=Exchange(discards=3),
        melds=SINGLE_DECK_MELDS,
        tricks=Tricks(
            first_lead=FirstLead.DECLARER,
            lead=Lead.ANYTHING,
            must_beat=MustBeat.UNLESS_TRUMPED,
            when_void=WhenVoid.TRUMP_OVER,
        ),
        contract=Contract(last_trick=1, defenders_score=DefendersScore.TEAM),
        length=Length(target=250),
    ),
    (
        *COMMON,
        TARGET,
        *AUCTION_OPTIONS,
        Option("defenders_score", "contract", "defenders_score", Choice(DefendersScore)),
    ),
    {"default": {}},
)
