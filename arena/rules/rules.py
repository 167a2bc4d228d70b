"""The rules of a variant as one frozen record, phase by phase.

Fields have players' words for names, and each is read in one place. The option tables (`arena/rules/variants`) list the
fields that a match may change.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeVar

SERIES_WINS_MOST: Final = 100
DRAW: Final = "draw"
Part = TypeVar("Part")


class Phase(Enum):
    """A phase of a hand; each variant has its order of phases, and each phase has one module."""

    DEAL = "deal"
    BIDS = "bids"
    AUCTION = "auction"
    WIDOW = "widow"
    KITTY = "kitty"
    DISCARD = "discard"
    TRUMP = "trump"
    GIVE = "give"
    MELDS = "melds"
    THROW_IN = "throw in"
    TRICKS = "tricks"
    SCORE_BIDS = "score bids"
    SCORE_CONTRACT = "score contract"
    SCORE_CHIPS = "score chips"


class Sides(Enum):
    """Each alone, or partners: 0 and 2 against 1 and 3."""

    ALONE = "each alone"
    PARTNERS = "partners"


@dataclass(frozen=True)
class Deck:
    """The cards: *ranks* from high to low, *copies* of each, and jokers."""

    ranks: str
    copies: int = 1
    without: tuple[int, ...] = ()  # card codes that are taken out
    jokers: int = 0

    def __hash__(self) -> int:
        """Hash quickly: each new game looks up its deck's layout."""
        return self.copies * 8 + self.jokers


@dataclass(frozen=True)
class Deal:
    """The cards for each seat, then for the dummy and the kitty.

    The dummy is one card for each trick. It is turned up when the trick is over and goes to its winner. With
    *dealer_one_less* the dealer gets one card less than the others, and sits out the first trick.
    """

    hand: int
    kitty: int = 0
    dummy: int = 0
    dealer_one_less: bool = False


@dataclass(frozen=True)
class Bids:
    """Cutthroat spades' bids, one per seat (spades.md, Bidding)."""

    blind_nil_allowed: bool = True
    blind_six_deficit: int = 50
    blind_six_limit: int | None = 1  # None: no limit


class Opening(Enum):
    """The rule for an auction that nobody opens (pinochle.md, `opening`)."""

    LEFT_MUST = "left_must"
    DEALER_MUST = "dealer_must"
    DEALER_TAKES_IT = "dealer_takes_it"
    REDEAL = "redeal"


class Bidding(Enum):
    """The length of the auction; `REVEAL` turns the kitty up (pinochle.md §3)."""

    SINGLE = "single"
    AUCTION = "auction"
    REVEAL = "reveal"


@dataclass(frozen=True)
class Auction:
    """The auction for the contract (pinochle.md, "The six side by side").

    Bids are multiples of *step*; over a bid of *big_raise_from* or more the least raise is *big_raise* (None: never).
    """

    min_bid: int
    max_bid: int
    opening: Opening
    step: int = 1
    big_raise_from: int | None = None
    big_raise: int = 5
    bidding: Bidding = Bidding.AUCTION
    bidder_needs_marriage: bool = False


class KittySeenBy(Enum):
    """Seats that see the cards that the declarer takes."""

    DECLARER = "declarer"
    ALL = "all"


@dataclass(frozen=True)
class Exchange:
    """The declarer takes the kitty and lays *discards* cards away face down."""

    discards: int
    kitty_seen_by: KittySeenBy = KittySeenBy.DECLARER
    may_concede: bool = False  # instead of the exchange


@dataclass(frozen=True)
class Giving:
    """Partners exchange *count* cards, or none (pinochle.md §2, §4)."""

    count: int


@dataclass(frozen=True)
class Melds:
    """The points of melds (pinochle.md, Melds).

    A tuple has the points of one, of two, ...; a number is for each. *royalty*: the worth of each king and queen of
    trump in addition to a run, if no royal marriage has used it.
    """

    run: tuple[int, ...]
    royal_marriage: int
    marriage: int
    nine: int
    aces: tuple[int, ...]
    kings: tuple[int, ...]
    queens: tuple[int, ...]
    jacks: tuple[int, ...]
    pinochle: tuple[int, ...]
    only_declarer_lays: bool = False
    needs_royal_marriage: bool = False
    royalty: tuple[int, int] = (0, 0)


class Offered(Enum):
    """When the declarer may throw in, once the melds are laid."""

    NEVER = "never"
    IF_HOPELESS = "if the meld and all tricks together would not reach the bid"
    ALWAYS = "always"


@dataclass(frozen=True)
class ThrowIn:
    """Whether the declarer may throw its hand in, which then counts as failed."""

    offered: Offered
    all_tricks: int = 25  # the points of all tricks together


class FirstLead(Enum):
    """The seat that leads the first trick."""

    DEALERS_LEFT = "dealer's left"
    HOLDER_OF_2C = "who holds 2C"  # the dealer's left, if the holder sits out the first trick
    DECLARER = "declarer"


class Lead(Enum):
    """Cards that may be led."""

    ANYTHING = "anything"
    TRUMP_ONCE_BROKEN = "trump once broken"
    TRUMP_FIRST = "trump to the first trick, if the leader has one"


class MustBeat(Enum):
    """Whether a follower must beat the best card of the suit if it can."""

    NEVER = "never"
    TRUMP_LED = "only when trump was led"
    ALWAYS = "always, trumped or not"
    UNLESS_TRUMPED = "unless another suit was led and a trump has fallen on it"


class WhenVoid(Enum):
    """The duty of a seat that cannot follow suit."""

    ANYTHING = "anything"
    ANY_TRUMP = "a trump, any"
    TRUMP_IF_IT_WINS = "a trump that wins if able, else anything"
    TRUMP_OVER = "a trump, over the highest one if able"


@dataclass(frozen=True)
class Tricks:
    """The play of the cards."""

    first_lead: FirstLead
    lead: Lead
    must_beat: MustBeat
    when_void: WhenVoid
    trump: int | None = None  # a suit 0..3; None: the declarer names it
    ends_when_decided: bool = False  # otherwise with the last trick


class BagRule(Enum):
    """The cost of tricks beyond the bid (spades.md, Scoring)."""

    LIMIT = "limit"
    EACH = "each"


@dataclass(frozen=True)
class Bags:
    """Tricks beyond the bid: accumulated to *limit*, or paid at once."""

    rule: BagRule = BagRule.LIMIT
    limit: int = 10


@dataclass(frozen=True)
class Awards:
    """Jacks (card codes) that reward the seat that captures them."""

    jacks: tuple[int, ...]
    points: int = 10


class DefendersScore(Enum):
    """The side whose melds and tricks a defender scores (pinochle.md §6)."""

    TEAM = "team"
    OWN = "own"


class SavedBy(Enum):
    """The condition that saves a meld; unsaved, neither meld nor points score."""

    NOTHING = "nothing"
    TRICK = "one trick"
    POINT = "one point in tricks"


class Stakes(Enum):
    """The stake of a contract (pinochle.md §3, `scoring`).

    Standard: melds and points, or minus the bid.
    Alternate: 2 for the declarer that makes it; else -1, and 1 for the others.
    """

    STANDARD = "standard"
    ALTERNATE = "alternate"


class SetScoring(Enum):
    """The cost of a set contract, or its gain for the others (pinochle.md §2)."""

    MINUS_BID = "minus_bid"
    OPPONENTS_GAIN = "opponents_gain"


@dataclass(frozen=True)
class Contract:
    """The rules that judge a contract (pinochle.md §2-6).

    *nines_need_save*: whether defenders who have not saved their meld lose their nines with it.
    *gain_without_royal*: whether the others get the bid of a declarer without a royal marriage.
    """

    last_trick: int  # points
    declarer_saved_by: SavedBy
    defenders_saved_by: SavedBy
    defenders_score: DefendersScore = DefendersScore.TEAM
    stakes: Stakes = Stakes.STANDARD
    counter: int = 1  # points each
    nines_need_save: bool = True
    set_scoring: SetScoring = SetScoring.MINUS_BID
    gain_without_royal: bool = True


@dataclass(frozen=True)
class Chips:
    """Stakes in dollars: of each *purse*, *ante* goes to the kitty (pinochle.md §1).

    *values* has pairs (least bid, amount), from high to low: a bid is worth the amount of the first least bid that it
    reaches. With *doubled_trump* as trump it is worth double. From a bid of *kitty_from* on the kitty pays and is paid
    too.
    """

    purse: int
    ante: int
    values: tuple[tuple[int, int], ...]
    doubled_trump: int
    kitty_from: int
    last_trick: int


class Format(Enum):
    """The unit of a match (docs/rules/sheets/README.md, "Game length and ranks")."""

    GAME = "game"
    HANDS = "hands"
    SERIES = "series"


class BothReach(Enum):
    """The winner if one hand takes both sides to the target."""

    HIGHEST = "highest"
    DECLARER = "declarer"


@dataclass(frozen=True)
class Length:
    """When a game ends, and who deals (docs/rules/sheets/README.md, "Game length and ranks").

    *target*: None without one. *hands*: the most hands of a game, None if only `max_hands` bounds it. *deadline*: the
    play time in seconds after which the match is stopped, None without one.
    *number* is the hands of the format `hands` or the wins of `series`, else 0. *first_dealer* is a seat or `DRAW`;
    with *draw_seats_players* the draw also seats them. *series_wins* is None if the variant has no such option.
    *win_needs_bid*: only a made contract wins by the target, and a side far down or far ahead ends the game too.
    """

    target: int | None = None
    hands: int | None = None
    deadline: int | None = None
    format: Format = Format.GAME
    number: int = 0
    both_reach: BothReach = BothReach.HIGHEST
    win_needs_bid: bool = False
    max_hands: int = 200
    first_dealer: int | str = 0
    draw_seats_players: bool = False
    series_wins: int | None = None


@dataclass(frozen=True)
class Rules:
    """A variant with its options."""

    name: str
    revision: int  # raised by hand when play or scoring changes
    seats: int
    phases: tuple[Phase, ...]
    deck: Deck
    deal: Deal
    tricks: Tricks
    length: Length
    sides: Sides = Sides.ALONE
    bids: Bids | None = None
    bags: Bags | None = None
    awards: Awards | None = None
    auction: Auction | None = None
    exchange: Exchange | None = None
    giving: Giving | None = None
    melds: Melds | None = None
    throw_in: ThrowIn | None = None
    contract: Contract | None = None
    chips: Chips | None = None


def require(part: Part | None) -> Part:
    """Return a part of the rules that this variant must have."""
    assert part is not None
    return part
