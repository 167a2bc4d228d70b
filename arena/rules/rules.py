"""The rules of a variant as one frozen record: a sub-record for each phase, and the order of the phases.

A field is named as a player says it and is read in one place. The option tables (`arena/rules/variants`) name the
fields that a match may change.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

SERIES_WINS_MOST: Final = 100
DRAW: Final = "draw"


class Phase(Enum):
    """What happens in a hand, in an order that each variant chooses; one module of `phases` for each."""

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
    """Who plays together for the whole match: each alone, or with the seat across (0 and 2 against 1 and 3)."""

    ALONE = "each alone"
    PARTNERS = "partners"


@dataclass(frozen=True)
class Deck:
    """The cards: *ranks* from high to low in each suit, how many copies there are of each card, and jokers.

    *without* are the cards (codes) that are taken out.
    """

    ranks: str
    copies: int = 1
    without: tuple[int, ...] = ()
    jokers: int = 0

    def __hash__(self) -> int:
        """A number that is found quickly: every new game looks for its deck's layout."""
        return self.copies * 8 + self.jokers


@dataclass(frozen=True)
class Deal:
    """How many cards each seat gets, then the dummy, and how many are left for the kitty.

    The dummy is one card for each trick: it is turned up when the trick is over and goes to its winner. With
    *dealer_one_less* the dealer gets a card less than the others, and sits out the first trick for it.
    """

    hand: int
    kitty: int = 0
    dummy: int = 0
    dealer_one_less: bool = False


@dataclass(frozen=True)
class Bids:
    """Cutthroat spades' bids: one for each seat, once round (spades.md, Bidding). A limit of None is no limit."""

    blind_nil_allowed: bool = True
    blind_six_deficit: int = 50
    blind_six_limit: int | None = 1


class Opening(Enum):
    """What happens when nobody wants to open the auction (pinochle.md, `opening`)."""

    LEFT_MUST = "left_must"
    DEALER_MUST = "dealer_must"
    DEALER_TAKES_IT = "dealer_takes_it"
    REDEAL = "redeal"


class Bidding(Enum):
    """How long the auction goes on, and whether the kitty is turned up meanwhile (pinochle.md §3, `bidding`)."""

    SINGLE = "single"
    AUCTION = "auction"
    REVEAL = "reveal"


@dataclass(frozen=True)
class Auction:
    """The auction for the contract (pinochle.md, "The six side by side"): once round, or until all but one pass.

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
    """Who sees the cards that the declarer takes."""

    DECLARER = "declarer"
    ALL = "all"


@dataclass(frozen=True)
class Exchange:
    """The declarer takes the kitty and lays *discards* cards away, unseen; or concedes, where it may."""

    discards: int
    kitty_seen_by: KittySeenBy = KittySeenBy.DECLARER
    may_concede: bool = False


@dataclass(frozen=True)
class Giving:
    """The declarer's partner gives it *count* cards and gets as many back; 0: neither (pinochle.md §2, §4)."""

    count: int


class LaidBy(Enum):
    """Who lays melds."""

    ALL = "all"
    DECLARER = "declarer"


@dataclass(frozen=True)
class Melds:
    """The points of melds (pinochle.md, Melds). A tuple has the points of one, of two, ...; a number is for each.

    *royalty* is what each king and each queen of trump is worth beside a run that no royal marriage has used.
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
    laid_by: LaidBy = LaidBy.ALL
    needs_royal_marriage: bool = False
    royalty: tuple[int, int] = (0, 0)


class Offered(Enum):
    """When the declarer may throw the hand in, once the melds are laid."""

    NEVER = "never"
    IF_HOPELESS = "if the meld and all tricks together would not reach the bid"
    ALWAYS = "always"


@dataclass(frozen=True)
class ThrowIn:
    """Whether the declarer may give up in place of playing: the hand has failed then. *all_tricks*: their points."""

    offered: Offered
    all_tricks: int = 25


class FirstLead(Enum):
    """Who leads the first trick. A holder of 2C that sits out the first trick leaves the lead to the dealer's left."""

    DEALERS_LEFT = "dealer's left"
    HOLDER_OF_2C = "who holds 2C"
    DECLARER = "declarer"


class Lead(Enum):
    """What may be led."""

    ANYTHING = "anything"
    TRUMP_ONCE_BROKEN = "trump once broken"
    TRUMP_FIRST = "trump to the first trick, if the leader has one"


class MustBeat(Enum):
    """Whether a seat that follows suit must beat the best card of that suit, if it can."""

    NEVER = "never"
    TRUMP_LED = "only when trump was led"
    ALWAYS = "always, trumped or not"
    UNLESS_TRUMPED = "unless another suit was led and a trump has fallen on it"


class WhenVoid(Enum):
    """What a seat plays that cannot follow."""

    ANYTHING = "anything"
    ANY_TRUMP = "a trump, any"
    TRUMP_IF_IT_WINS = "a trump that wins if able, else anything"
    TRUMP_OVER = "a trump, over the highest one if able"


class PlayedTo(Enum):
    """How long a hand is played."""

    LAST_TRICK = "the last trick"
    DECISION = "the trick that decides it"


@dataclass(frozen=True)
class Tricks:
    """The play of the cards. *trump* is a suit 0..3, or None where the declarer names it."""

    first_lead: FirstLead
    lead: Lead
    must_beat: MustBeat
    when_void: WhenVoid
    trump: int | None = None
    played_to: PlayedTo = PlayedTo.LAST_TRICK


class BagRule(Enum):
    """What tricks beyond the bid cost (spades.md, Scoring)."""

    LIMIT = "limit"
    EACH = "each"


@dataclass(frozen=True)
class Bags:
    """Tricks beyond the bid: added up to *limit*, or each paid at once."""

    rule: BagRule = BagRule.LIMIT
    limit: int = 10


@dataclass(frozen=True)
class Awards:
    """Jacks (card codes) that reward the seat that captures them."""

    jacks: tuple[int, ...]
    points: int = 10


class DefendersScore(Enum):
    """Whose melds and tricks a defender scores (pinochle.md §6)."""

    TEAM = "team"
    OWN = "own"


class SavedBy(Enum):
    """What saves a meld: without it neither the meld nor the points score."""

    NOTHING = "nothing"
    TRICK = "one trick"
    POINT = "one point in tricks"


class Stakes(Enum):
    """What a contract is played for (pinochle.md §3, `scoring`).

    Standard: melds and points, or minus the bid.
    Alternate: 2 for the declarer that makes it; else -1, and 1 for the others.
    """

    STANDARD = "standard"
    ALTERNATE = "alternate"


class SetScoring(Enum):
    """What a set contract costs: minus the bid for its side, or the bid for the others (pinochle.md §2)."""

    MINUS_BID = "minus_bid"
    OPPONENTS_GAIN = "opponents_gain"


@dataclass(frozen=True)
class Contract:
    """How the declarer's contract is judged (pinochle.md §2-6). Each *counter* and the last trick have their points.

    *nines_need_save*: whether defenders who have not saved their meld lose their nines with it.
    *gain_without_royal*: whether the others are awarded the bid of a declarer without a royal marriage.
    """

    last_trick: int
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
    """Money for purses (pinochle.md §1), in dollars: each starts with *purse*, of which *ante* goes to the kitty.

    A contract is worth the amount in *values* (least bid, amount; from high to low) that its bid comes to, and double
    once *doubled_trump* is named. From a bid of *kitty_from* on the kitty pays and is paid too.
    """

    purse: int
    ante: int
    values: tuple[tuple[int, int], ...]
    doubled_trump: int
    kitty_from: int
    last_trick: int


class Format(Enum):
    """How long a match of this variant is (docs/rules/sheets/README.md, "Game length and ranks")."""

    GAME = "game"
    HANDS = "hands"
    SERIES = "series"


class BothReach(Enum):
    """Who wins where both sides reach the target with one hand."""

    HIGHEST = "highest"
    DECLARER = "declarer"


@dataclass(frozen=True)
class Length:
    """When a game ends and who deals first (docs/rules/sheets/README.md, "Game length and ranks").

    *target* is None where there is none; *hands* are the most of a game, None where only `max_hands` bounds it;
    *deadline* is the play time in seconds after which the match is stopped, None for none.
    *number* is the hands of the format `hands` or the wins of `series`, else 0. *first_dealer* is a seat or `DRAW`;
    with *draw_seats_players* the draw also seats them. *series_wins* is None where the variant has no such option.
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
    """A variant with its options. *revision* is raised by hand when play or scoring changes."""

    name: str
    revision: int
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
