"""Pinochle for two sides of partners, with one deck or two (docs/rules/sheets/pinochle.md)."""

from dataclasses import replace

from arena.rules.rules import (
    Auction,
    Contract,
    Deal,
    Deck,
    Giving,
    Length,
    Melds,
    Opening,
    Phase,
    Rules,
    SavedBy,
    Sides,
)
from arena.rules.variants.options import COMMON, Variant
from arena.rules.variants.pinochle import (
    AUCTION_OPTIONS,
    FAMILY,
    SINGLE_DECK,
    SINGLE_DECK_MELDS,
    STRICT,
    TARGET,
)

DOUBLE_DECK_MELDS = Melds(
    run=(15, 150, 225, 300),
    royal_marriage=4,
    marriage=2,
    nine=0,
    aces=(10, 100, 150, 200),
    kings=(8, 80, 120, 160),
    queens=(6, 60, 90, 120),
    jacks=(4, 40, 60, 80),
    pinochle=(4, 30, 60, 90),
    needs_royal_marriage=True,
)

SINGLE_DECK_PARTNERS = Rules(
    name="pinochle-single-deck",
    revision=1,
    seats=4,
    sides=Sides.PARTNERS,
    phases=(Phase.DEAL, Phase.AUCTION, Phase.TRUMP, Phase.MELDS, Phase.TRICKS, Phase.SCORE_CONTRACT),
    deck=SINGLE_DECK,
    deal=Deal(hand=12),
    auction=Auction(min_bid=15, max_bid=400, opening=Opening.DEALER_TAKES_IT),
    melds=replace(SINGLE_DECK_MELDS, needs_royal_marriage=True),
    tricks=STRICT,
    contract=Contract(
        last_trick=1,
        declarer_saved_by=SavedBy.TRICK,
        defenders_saved_by=SavedBy.TRICK,
        gain_without_royal=False,
    ),
    length=Length(target=250),
)
PARTNERS_SINGLE = Variant(
    SINGLE_DECK_PARTNERS,
    (*COMMON, TARGET, *AUCTION_OPTIONS),
    {"default": {}},
    number=10,
    family=FAMILY,
)

DOUBLE_DECK_PARTNERS = Rules(
    name="pinochle-double-deck",
    revision=1,
    seats=4,
    sides=Sides.PARTNERS,
    phases=(Phase.DEAL, Phase.AUCTION, Phase.TRUMP, Phase.GIVE, Phase.MELDS, Phase.TRICKS, Phase.SCORE_CONTRACT),
    deck=Deck("ATKQJ", copies=4),
    deal=Deal(hand=20),
    auction=Auction(min_bid=50, max_bid=1000, opening=Opening.DEALER_TAKES_IT, big_raise_from=60),
    giving=Giving(4),
    melds=DOUBLE_DECK_MELDS,
    tricks=STRICT,
    contract=Contract(last_trick=2, declarer_saved_by=SavedBy.TRICK, defenders_saved_by=SavedBy.TRICK),
    length=Length(target=500),
)
PARTNERS_DOUBLE = Variant(
    DOUBLE_DECK_PARTNERS,
    (*COMMON, TARGET, *AUCTION_OPTIONS),
    {"default": {}},
    number=9,
    family=FAMILY,
)
