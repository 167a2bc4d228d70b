"""Cutthroat pinochle for three (docs/rules/sheets/pinochle.md)."""

from dataclasses import replace

from arena.rules.rules import Auction, Contract, Deal, DefendersScore, Exchange, Length, Opening, Phase, Rules, SavedBy
from arena.rules.variants.options import COMMON, Choice, Option, Variant
from arena.rules.variants.pinochle import (
    AUCTION_OPTIONS,
    FAMILY,
    SINGLE_DECK,
    SINGLE_DECK_MELDS,
    STRICT,
    TARGET,
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
)
