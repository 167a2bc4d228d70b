"""Pinochle (pinochle.md)."""

from dataclasses import replace

from arena.rules.options import COMMON, Choice, Flag, Option, Rounds, Whole
from arena.rules.rules import (
    Auction,
    Bidding,
    BothReach,
    Contract,
    Deal,
    Deck,
    DefendersScore,
    Exchange,
    FirstLead,
    KittySeenBy,
    LaidBy,
    Lead,
    Length,
    Melds,
    MustBeat,
    Offered,
    Opening,
    Phase,
    Rules,
    SavedBy,
    Stakes,
    ThrowIn,
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

LINEAR_MELDS = Melds(
    run=(15, 30),
    royal_marriage=4,
    marriage=2,
    nine=1,
    aces=(10, 20),
    kings=(8, 16),
    queens=(6, 12),
    jacks=(4, 8),
    pinochle=(4, 8),
)

BID_OPTIONS = (
    Option("opening", "auction", "opening", Choice(Opening)),
    Option("min_bid", "auction", "min_bid", Whole(1, MOST_BID)),
    Option("max_bid", "auction", "max_bid", Whole(1, MOST_BID)),
    Option("bidder_needs_marriage", "auction", "bidder_needs_marriage", Flag()),
)
AUCTION_OPTIONS = (*BID_OPTIONS, Option("rounds", "auction", "bidding", Rounds()))
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
            Phase.DISCARD,
            Phase.TRUMP,
            Phase.MELDS,
            Phase.TRICKS,
            Phase.SCORE_CONTRACT,
        ),
        deck=SINGLE_DECK,
        deal=Deal(hand=15, kitty=3),
        auction=Auction(min_bid=15, max_bid=400, opening=Opening.DEALER_TAKES_IT),
        exchange=Exchange(discards=3),
        melds=replace(SINGLE_DECK_MELDS, needs_royal_marriage=True),
        tricks=Tricks(
            first_lead=FirstLead.DECLARER,
            lead=Lead.ANYTHING,
            must_beat=MustBeat.UNLESS_TRUMPED,
            when_void=WhenVoid.TRUMP_OVER,
        ),
        # The discards count as the declarer's first trick, so its meld is always saved.
        contract=Contract(
            last_trick=1,
            declarer_saved_by=SavedBy.NOTHING,
            defenders_saved_by=SavedBy.TRICK,
            defenders_score=DefendersScore.TEAM,
        ),
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

TWO_HANDED = Page(
    Rules(
        name="pinochle-two-handed",
        revision=1,
        seats=2,
        phases=(
            Phase.DEAL,
            Phase.AUCTION,
            Phase.KITTY,
            Phase.TRUMP,
            Phase.DISCARD,
            Phase.MELDS,
            Phase.THROW_IN,
            Phase.TRICKS,
            Phase.SCORE_CONTRACT,
        ),
        deck=SINGLE_DECK,
        deal=Deal(hand=15, dummy=15, kitty=3),
        auction=Auction(min_bid=20, max_bid=400, opening=Opening.DEALER_MUST, bidding=Bidding.SINGLE),
        exchange=Exchange(discards=3, kitty_seen_by=KittySeenBy.ALL),
        melds=LINEAR_MELDS,
        throw_in=ThrowIn(Offered.NEVER),
        tricks=Tricks(
            first_lead=FirstLead.DECLARER,
            lead=Lead.TRUMP_FIRST,
            must_beat=MustBeat.TRUMP_LED,
            when_void=WhenVoid.ANY_TRUMP,
        ),
        contract=Contract(last_trick=1, declarer_saved_by=SavedBy.POINT, defenders_saved_by=SavedBy.POINT),
        length=Length(target=120, both_reach=BothReach.DECLARER),
    ),
    (
        *COMMON,
        Option(
            "scoring",
            "contract",
            "stakes",
            Choice(Stakes),
            {
                Stakes.STANDARD: (
                    ("melds", "laid_by", LaidBy.ALL),
                    ("throw_in", "offered", Offered.NEVER),
                    ("length", "target", 120),
                ),
                Stakes.ALTERNATE: (
                    ("melds", "laid_by", LaidBy.DECLARER),
                    ("throw_in", "offered", Offered.ALWAYS),
                    ("length", "target", 15),
                ),
            },
        ),
        TARGET,
        Option("bidding", "auction", "bidding", Choice(Bidding)),
        *BID_OPTIONS,
    ),
    {"default": {}},
)
