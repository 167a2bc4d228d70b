"""Define pinochle in which each seat plays alone: for chips, cutthroat, two-handed (pinochle.md §1, §3, §6)."""

from dataclasses import replace

from arena.rules.cards import SPADES
from arena.rules.rules import (
    Auction,
    Bidding,
    BothReach,
    Chips,
    Contract,
    Deal,
    DefendersScore,
    Exchange,
    FirstLead,
    KittySeenBy,
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
from arena.rules.variants.options import COMMON, Choice, Option, Variant, Whole
from arena.rules.variants.pinochle import (
    AUCTION_OPTIONS,
    FAMILY,
    HOUSE_OPTIONS,
    MAX_BID,
    MIN_BID,
    ROUNDS,
    SINGLE_DECK,
    SINGLE_DECK_MELDS,
    STRICT,
    TARGET,
)

LEAST_PAID_BID = 20  # the least bid that has a value in money

CHIPS = Variant(
    Rules(
        name="pinochle-chips",
        revision=1,
        seats=3,
        phases=(
            Phase.DEAL,
            Phase.AUCTION,
            Phase.WIDOW,
            Phase.KITTY,
            Phase.DISCARD,
            Phase.TRUMP,
            Phase.MELDS,
            Phase.TRICKS,
            Phase.SCORE_CHIPS,
        ),
        deck=SINGLE_DECK,
        deal=Deal(hand=15, kitty=3),
        auction=Auction(min_bid=20, max_bid=400, opening=Opening.LEFT_MUST),
        exchange=Exchange(discards=3, may_concede=True),
        melds=replace(SINGLE_DECK_MELDS, only_declarer_lays=True),
        tricks=replace(STRICT, must_beat=MustBeat.ALWAYS, ends_when_decided=True),
        chips=Chips(
            purse=150,
            ante=25,
            values=((55, 20), (50, 16), (45, 13), (40, 10), (35, 7), (30, 4), (25, 2), (LEAST_PAID_BID, 1)),
            doubled_trump=SPADES,
            kitty_from=35,
            last_trick=1,
        ),
        length=Length(hands=12),
    ),
    (
        *COMMON,
        Option("purse", "chips", "purse", Whole(1, 10000)),
        Option("ante", "chips", "ante", Whole(0, 10000)),
        Option("hands", "length", "hands", Whole(1, 1000)),
        Option("deadline", "length", "deadline", Whole(1, 604800, none="no deadline")),
        Option("min_bid", "auction", "min_bid", Whole(LEAST_PAID_BID, MAX_BID)),
        *HOUSE_OPTIONS,
        ROUNDS,
    ),
    {"default": {}},
    number=6,
    family=FAMILY,
    title="Pinochle for Chips, 3 players",
)

CUTTHROAT = Variant(
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
        tricks=STRICT,
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
    number=11,
    family=FAMILY,
    title="Cutthroat Pinochle, 3 players",
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

TWO_HANDED = Variant(
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
                    ("melds", "only_declarer_lays", False),
                    ("throw_in", "offered", Offered.NEVER),
                    ("length", "target", 120),
                ),
                Stakes.ALTERNATE: (
                    ("melds", "only_declarer_lays", True),
                    ("throw_in", "offered", Offered.ALWAYS),
                    ("length", "target", 15),
                ),
            },
        ),
        TARGET,
        Option("bidding", "auction", "bidding", Choice(Bidding)),
        MIN_BID,
        *HOUSE_OPTIONS,
    ),
    {"default": {}},
    number=8,
    family=FAMILY,
    title="Two-handed Pinochle",
)
