"""Define rules that several variants of pinochle share (docs/rules/sheets/pinochle.md)."""

from arena.rules.rules import Deck, FirstLead, Lead, Melds, MustBeat, Opening, Tricks, WhenVoid
from arena.rules.variants.options import Choice, Flag, Option, Rounds, Whole

FAMILY = "pinochle"
MAX_BID = 10000

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

MIN_BID = Option("min_bid", "auction", "min_bid", Whole(1, MAX_BID))
HOUSE_OPTIONS = (
    Option("opening", "auction", "opening", Choice(Opening)),
    Option("max_bid", "auction", "max_bid", Whole(1, MAX_BID)),
    Option("bidder_needs_marriage", "auction", "bidder_needs_marriage", Flag()),
)
ROUNDS = Option("rounds", "auction", "bidding", Rounds())
AUCTION_OPTIONS = (MIN_BID, *HOUSE_OPTIONS, ROUNDS)
TARGET = Option("target", "length", "target", Whole(10, 10000))

# The play of §4-6: follow suit and beat, unless another suit was trumped; without the suit, trump or overtrump.
STRICT = Tricks(
    first_lead=FirstLead.DECLARER, lead=Lead.ANYTHING, must_beat=MustBeat.UNLESS_TRUMPED, when_void=WhenVoid.TRUMP_OVER
)
