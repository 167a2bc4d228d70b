"""Define pinochle for partners: racehorse, double deck, single deck (docs/rules/sheets/pinochle.md §2, §4, §5)."""

from dataclasses import replace

from arena.rules.rules import (
    Auction,
    BothReach,
    Contract,
    Deal,
    Deck,
    Giving,
    Lead,
    Length,
    Melds,
    Offered,
    Opening,
    Phase,
    Rules,
    SavedBy,
    SetScoring,
    Sides,
    ThrowIn,
    WhenVoid,
)
from arena.rules.variants.options import COMMON, Choice, Flag, OneOf, Option, Variant, Whole
from arena.rules.variants.pinochle import (
    AUCTION_OPTIONS,
    FAMILY,
    MAX_BID,
    ROUNDS,
    SINGLE_DECK,
    SINGLE_DECK_MELDS,
    STRICT,
    TARGET,
)

SINGLE_DECK_TENS = Melds(
    run=(150, 1500),
    royal_marriage=40,
    marriage=20,
    nine=10,
    aces=(100, 1000),
    kings=(80, 800),
    queens=(60, 600),
    jacks=(40, 400),
    pinochle=(40, 300),
)

RACEHORSE = Variant(
    Rules(
        name="pinochle-racehorse",
        revision=1,
        seats=4,
        sides=Sides.PARTNERS,
        phases=(
            Phase.DEAL,
            Phase.AUCTION,
            Phase.TRUMP,
            Phase.GIVE,
            Phase.MELDS,
            Phase.THROW_IN,
            Phase.TRICKS,
            Phase.SCORE_CONTRACT,
        ),
        deck=SINGLE_DECK,
        deal=Deal(hand=12),
        auction=Auction(min_bid=250, max_bid=4000, opening=Opening.DEALER_MUST, step=10),
        giving=Giving(3),
        melds=SINGLE_DECK_TENS,
        throw_in=ThrowIn(Offered.IF_HOPELESS, all_tricks=250),
        tricks=replace(STRICT, when_void=WhenVoid.TRUMP_IF_IT_WINS),
        contract=Contract(
            last_trick=10, counter=10, declarer_saved_by=SavedBy.NOTHING, defenders_saved_by=SavedBy.POINT
        ),
        length=Length(target=1500, both_reach=BothReach.DECLARER),
    ),
    (
        *COMMON,
        TARGET,
        Option("opening", "auction", "opening", Choice(Opening)),
        Option("min_bid", "auction", "min_bid", Whole(10, MAX_BID, step=10)),
        Option("max_bid", "auction", "max_bid", Whole(10, MAX_BID, step=10)),
        Option("bidder_needs_marriage", "auction", "bidder_needs_marriage", Flag()),
        ROUNDS,
        Option("pass_count", "giving", "count", OneOf(((0, 0), (3, 3), (4, 4)))),
        Option(
            "extra_royalty",
            "melds",
            "royalty",
            OneOf(((0, (0, 0)), (20, (20, 20)), (40, (40, 40)), ("40/20", (40, 20)))),
        ),
        Option(
            "trump_rule",
            "tricks",
            "when_void",
            OneOf(
                (("if_wins", WhenVoid.TRUMP_IF_IT_WINS), ("always", WhenVoid.TRUMP_OVER), ("never", WhenVoid.ANYTHING))
            ),
        ),
        Option("must_lead_trump", "tricks", "lead", OneOf(((False, Lead.ANYTHING), (True, Lead.TRUMP_FIRST)))),
        Option("set_scoring", "contract", "set_scoring", Choice(SetScoring)),
        Option(
            "save_meld", "contract", "defenders_saved_by", OneOf((("point", SavedBy.POINT), ("trick", SavedBy.TRICK)))
        ),
        Option("nines_need_save", "contract", "nines_need_save", Flag()),
        Option("both_reach", "length", "both_reach", Choice(BothReach)),
        Option("win_needs_bid", "length", "win_needs_bid", Flag()),
    ),
    {
        "racehorse": {"pass_count": 3, "min_bid": 250, "target": 1500},
        "plain": {"pass_count": 0, "min_bid": 150, "target": 1200},
        "four-hands": {"format": {"kind": "hands", "count": 4}},
    },
    number=7,
    family=FAMILY,
    title="Racehorse Pinochle, 4 players",
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
        last_trick=1, declarer_saved_by=SavedBy.TRICK, defenders_saved_by=SavedBy.TRICK, gain_without_royal=False
    ),
    length=Length(target=250),
)
PARTNERS_SINGLE = Variant(
    SINGLE_DECK_PARTNERS,
    (*COMMON, TARGET, *AUCTION_OPTIONS),
    {"default": {}},
    number=10,
    family=FAMILY,
    title="Single-deck Pinochle, 4 players",
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
    title="Double-deck Pinochle, 4 players",
)
