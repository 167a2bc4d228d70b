"""Pinochle (pinochle.md)."""

from dataclasses import replace

from arena.rules.cards import SPADES
from arena.rules.rules import (
    Auction,
    Bidding,
    BothReach,
    Chips,
    Contract,
    Deal,
    Deck,
    DefendersScore,
    Exchange,
    FirstLead,
    Giving,
    KittySeenBy,
    LaidBy,
    Lead,
    Length,
    Melds,
    MustBeat,
    Offered,
    Opening,
    Phase,
    PlayedTo,
    Rules,
    SavedBy,
    SetScoring,
    Sides,
    Stakes,
    ThrowIn,
    Tricks,
    WhenVoid,
)
from arena.rules.variants.options import COMMON, Choice, Flag, OneOf, Option, Rounds, Whole
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

LEAST_PAID_BID = 20  # the least bid that has a value in money

MIN_BID = Option("min_bid", "auction", "min_bid", Whole(1, MOST_BID))
HOUSE_OPTIONS = (
    Option("opening", "auction", "opening", Choice(Opening)),
    Option("max_bid", "auction", "max_bid", Whole(1, MOST_BID)),
    Option("bidder_needs_marriage", "auction", "bidder_needs_marriage", Flag()),
)
ROUNDS = Option("rounds", "auction", "bidding", Rounds())
AUCTION_OPTIONS = (MIN_BID, *HOUSE_OPTIONS, ROUNDS)
TARGET = Option("target", "length", "target", Whole(10, 10000))

# The duties of §4-6: follow and beat, unless a trump has fallen on another suit; void, trump over if able.
STRICT = Tricks(
    first_lead=FirstLead.DECLARER,
    lead=Lead.ANYTHING,
    must_beat=MustBeat.UNLESS_TRUMPED,
    when_void=WhenVoid.TRUMP_OVER,
)

CHIPS = Page(
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
)

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
        MIN_BID,
        *HOUSE_OPTIONS,
    ),
    {"default": {}},
    number=8,
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
PARTNERS_SINGLE = Page(SINGLE_DECK_PARTNERS, (*COMMON, TARGET, *AUCTION_OPTIONS), {"default": {}}, number=10)

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
PARTNERS_DOUBLE = Page(DOUBLE_DECK_PARTNERS, (*COMMON, TARGET, *AUCTION_OPTIONS), {"default": {}}, number=9)

RACEHORSE = Page(
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
            last_trick=10,
            counter=10,
            declarer_saved_by=SavedBy.NOTHING,
            defenders_saved_by=SavedBy.POINT,
        ),
        length=Length(target=1500, both_reach=BothReach.DECLARER),
    ),
    (
        *COMMON,
        TARGET,
        Option("opening", "auction", "opening", Choice(Opening)),
        Option("min_bid", "auction", "min_bid", Whole(10, MOST_BID, step=10)),
        Option("max_bid", "auction", "max_bid", Whole(10, MOST_BID, step=10)),
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
                (
                    ("if_wins", WhenVoid.TRUMP_IF_IT_WINS),
                    ("always", WhenVoid.TRUMP_OVER),
                    ("never", WhenVoid.ANYTHING),
                )
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
)
