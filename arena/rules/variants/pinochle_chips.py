"""Pinochle for three, for chips (docs/rules/sheets/pinochle.md)."""

from dataclasses import replace

from arena.rules.cards import SPADES
from arena.rules.rules import Auction, Chips, Deal, Exchange, LaidBy, Length, MustBeat, Opening, Phase, PlayedTo, Rules
from arena.rules.variants.options import COMMON, Option, Variant, Whole
from arena.rules.variants.pinochle import (
    FAMILY,
    HOUSE_OPTIONS,
    MOST_BID,
    ROUNDS,
    SINGLE_DECK,
    SINGLE_DECK_MELDS,
    STRICT,
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
        melds=replace(SINGLE_DECK_MELDS, laid_by=LaidBy.DECLARER),
        tricks=replace(STRICT, must_beat=MustBeat.ALWAYS, played_to=PlayedTo.DECISION),
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
        Option("min_bid", "auction", "min_bid", Whole(LEAST_PAID_BID, MOST_BID)),
        *HOUSE_OPTIONS,
        ROUNDS,
    ),
    {"default": {}},
    number=6,
    family=FAMILY,
)
