"""Two-handed pinochle (docs/rules/sheets/pinochle.md)."""

from arena.rules.rules import (
    Auction,
    Bidding,
    BothReach,
    Contract,
    Deal,
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
from arena.rules.variants.options import COMMON, Choice, Option, Variant
from arena.rules.variants.pinochle import FAMILY, HOUSE_OPTIONS, MIN_BID, SINGLE_DECK, TARGET

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
        MIN_BID,
        *HOUSE_OPTIONS,
    ),
    {"default": {}},
    number=8,
    family=FAMILY,
)
