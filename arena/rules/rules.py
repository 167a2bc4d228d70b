"""Define the rules of a variant: one frozen record, with one part for each phase or topic.

Fields are named with players' words, and each is read in one place. The option tables in `arena/rules/variants` list
the fields that a match may change.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeVar

SERIES_WINS_MOST: Final = 100
DRAW: Final = "draw"
Part = TypeVar("Part")


class Phase(Enum):
    """A phase of a hand. Each variant has its own order of phases; each phase has a module."""

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
    """Whether each seat plays alone, or seats 0 and 2 against 1 and 3."""

    ALONE = "each alone"
    PARTNERS = "partners"


@dataclass(frozen=True)
class Deck:
    """The cards of a deck: *ranks* from high to low, the number of *copies* of each card, and jokers."""

    ranks: str
    copies: int = 1
    without: tuple[int, ...] = ()  # card codes that are taken out
    jokers: int = 0  # number of jokers

    def __hash__(self) -> int:
        """Return a hash that is quick to compute, since each new game looks up its deck's layout."""
        return self.copies * 8 + self.jokers


@dataclass(frozen=True)
class Deal:
    """The number of cards for each seat, the kitty and the dummy.

    The dummy has one card for each trick. A card of the dummy is turned up when a trick is over, and the winner gets
    it. With *dealer_one_less* the dealer gets one card less than the others, and sits out the first trick.
    """

    hand: int
    kitty: int = 0
    dummy: int = 0
    dealer_one_less: bool = False


@dataclass(frozen=True)
class Bids:
    """The bids of cutthroat spades, one for each seat (spades.md, Bidding)."""

    blind_nil_allowed: bool = True
    blind_six_deficit: int = 50  # points behind the leader from which a seat may bid blind six
    blind_six_limit: int | None = 1  # blind sixes of a seat in a game; None: no limit


class Opening(Enum):
    """The outcome of an auction in which nobody wants to open (pinochle.md, `opening`)."""

    LEFT_MUST = "left_must"
    DEALER_MUST = "dealer_must"
    DEALER_TAKES_IT = "dealer_takes_it"
    REDEAL = "redeal"


class Bidding(Enum):
    """The length of the auction: one round, or until all but one pass. `REVEAL` shows the kitty (pinochle.md §3)."""

    SINGLE = "single"
    AUCTION = "auction"
    REVEAL = "reveal"


@dataclass(frozen=True)
class Auction:
    """The auction for the contract (pinochle.md, "The six side by side").

    Bids are multiples of *step*. Over a bid of *big_raise_from* or more, a bid must be higher by at least *big_raise*;
    None means that this never applies.
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
    """The seats that see the kitty when the declarer takes it."""

    DECLARER = "declarer"
    ALL = "all"


@dataclass(frozen=True)
class Exchange:
    """The declarer takes the kitty and lays *discards* cards away face down."""

    discards: int
    kitty_seen_by: KittySeenBy = KittySeenBy.DECLARER
    may_concede: bool = False  # whether the declarer may concede instead of discarding


@dataclass(frozen=True)
class Giving:
    """Each partner gives the other *count* cards, possibly 0 (pinochle.md §2, §4)."""

    count: int


@dataclass(frozen=True)
class Melds:
    """The points of each kind of meld (pinochle.md, Melds).

    A tuple has the points of one meld, of two, and so on; a single number is for each meld. *royalty*: the points of
    each king and of each queen of trump next to a run, if it is not in a royal marriage.
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
    """When the declarer may throw the hand in, after the melds are laid."""

    NEVER = "never"
    IF_HOPELESS = "if the meld and all tricks together would not reach the bid"
    ALWAYS = "always"


@dataclass(frozen=True)
class ThrowIn:
    """Whether the declarer may throw its hand in, which then fails the bid."""

    offered: Offered
    all_tricks: int = 25  # points of all tricks together


class FirstLead(Enum):
    """The seat that leads the first trick."""

    DEALERS_LEFT = "dealer's left"
    HOLDER_OF_2C = "who holds 2C"  # the dealer's left, if the holder sits out the first trick
    DECLARER = "declarer"


class Lead(Enum):
    """The cards that may be led."""

    ANYTHING = "anything"
    TRUMP_ONCE_BROKEN = "trump once broken"
    TRUMP_FIRST = "trump to the first trick, if the leader has one"


class MustBeat(Enum):
    """Whether a seat that follows suit must beat the best card of that suit if it can."""

    NEVER = "never"
    TRUMP_LED = "only when trump was led"
    ALWAYS = "always, trumped or not"
    UNLESS_TRUMPED = "unless another suit was led and a trump has fallen on it"


class WhenVoid(Enum):
    """The cards that a seat must play if it cannot follow suit."""

    ANYTHING = "anything"
    ANY_TRUMP = "a trump, any"
    TRUMP_IF_IT_WINS = "a trump that wins if able, else anything"
    TRUMP_OVER = "a trump, over the highest one if able"


@dataclass(frozen=True)
class Tricks:
    """The rules for the play of tricks."""

    first_lead: FirstLead
    lead: Lead
    must_beat: MustBeat
    when_void: WhenVoid
    trump: int | None = None  # the suit, 0 to 3; None: the declarer names it
    ends_when_decided: bool = False  # whether a hand ends as soon as the bid is made or lost


class BagRule(Enum):
    """Whether tricks beyond the bid are penalized at a limit or each at once (spades.md, Scoring)."""

    LIMIT = "limit"
    EACH = "each"


@dataclass(frozen=True)
class Bags:
    """The penalty for tricks beyond the bid: when *limit* have accumulated, or at once."""

    rule: BagRule = BagRule.LIMIT
    limit: int = 10


@dataclass(frozen=True)
class Awards:
    """Jacks that give *points* to the seat that captures them; *jacks*: card codes."""

    jacks: tuple[int, ...]
    points: int = 10


class DefendersScore(Enum):
    """The seats whose melds and tricks a defender scores: all defenders, or only its own (pinochle.md §6)."""

    TEAM = "team"
    OWN = "own"


class SavedBy(Enum):
    """The least that a side must win so that its meld scores. Without it, neither meld nor points score."""

    NOTHING = "nothing"
    TRICK = "one trick"
    POINT = "one point in tricks"


class Stakes(Enum):
    """The scores of a contract (pinochle.md §3, `scoring`).

    `STANDARD`: melds and points, or minus the bid. `ALTERNATE`: 2 for a declarer that makes its bid. Otherwise -1 for
    the declarer and 1 for each of the others.
    """

    STANDARD = "standard"
    ALTERNATE = "alternate"


class SetScoring(Enum):
    """The penalty for a bid that is not made: the declarer's side loses it, or the others gain it (pinochle.md §2)."""

    MINUS_BID = "minus_bid"
    OPPONENTS_GAIN = "opponents_gain"


@dataclass(frozen=True)
class Contract:
    """The rules for scoring a contract (pinochle.md §2-6).

    *counter*: points of each ace, ten and king in tricks. *nines_need_save*: whether defenders who have not saved their
    meld also lose the points of nines. *gain_without_royal*: whether the others score the bid of a declarer without a
    royal marriage.
    """

    last_trick: int  # points of the last trick
    declarer_saved_by: SavedBy
    defenders_saved_by: SavedBy
    defenders_score: DefendersScore = DefendersScore.TEAM
    stakes: Stakes = Stakes.STANDARD
    counter: int = 1
    nines_need_save: bool = True
    set_scoring: SetScoring = SetScoring.MINUS_BID
    gain_without_royal: bool = True


@dataclass(frozen=True)
class Chips:
    """The stakes of a game for money, in dollars (pinochle.md §1).

    *purse*: each player's dollars at the start, of which *ante* go to the kitty. *values*: pairs of a least bid and an
    amount, from high to low. A bid is worth the amount of the first pair whose least bid it reaches. *doubled_trump*:
    the suit with which a bid is worth double. From a bid of *kitty_from* on, the kitty pays and is paid too.
    *last_trick*: points of the last trick.
    """

    purse: int
    ante: int
    values: tuple[tuple[int, int], ...]
    doubled_trump: int
    kitty_from: int
    last_trick: int


class Format(Enum):
    """The length of a match: a game, hands, or a series (docs/rules/sheets/README.md, "Game length and ranks")."""

    GAME = "game"
    HANDS = "hands"
    SERIES = "series"


class BothReach(Enum):
    """The winner if both sides reach the target in the same hand: the higher score, or the declarer."""

    HIGHEST = "highest"
    DECLARER = "declarer"


@dataclass(frozen=True)
class Length:
    """When a game ends, and who deals first (docs/rules/sheets/README.md, "Game length and ranks").

    *target*: the score that wins, None without one. *hands*: the most hands of a game, None if only *max_hands* limits
    them. *deadline*: seconds of play time after which the match is stopped, None without one. *number*: hands of the
    format `hands`, or wins of the format `series`, else 0. *first_dealer*: a seat or `DRAW`. *draw_seats_players*:
    whether the draw also assigns seats. *series_wins*: the default number of wins, None if the variant has no such
    option. *win_needs_bid*: only a made contract wins by the target. Then a side that is far down or far ahead also
    ends the game.
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
    """A variant with its options. A part is None if the variant does not have it."""

    name: str
    revision: int  # increased whenever play or scoring changes
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
    """Return *part* of the rules, which must not be None in this variant."""
    assert part is not None
    return part
