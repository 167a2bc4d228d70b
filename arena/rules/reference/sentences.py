"""What each field of a rules record says, in a sentence: `part.field` -> a text, or a text for each value.

`{v}` is the value. A field that is not here is shown as its name and value, and "" says that another one tells it.
"""

from collections.abc import Mapping
from typing import Final

from arena.rules.actions import BLIND_NIL, BLIND_SIX, MOON, NIL, ONE_FOR_50, TWO_FOR_40

Sentence = str | Mapping[object, str]

TITLES: Final[Mapping[str, str]] = {
    "deck": "Deck",
    "deal": "Deal",
    "bids": "Bids",
    "auction": "Auction",
    "exchange": "Kitty",
    "giving": "Giving cards",
    "melds": "Melds",
    "throw_in": "Throwing in",
    "tricks": "Play",
    "bags": "Bags",
    "awards": "Award jacks",
    "contract": "Contract and score",
    "chips": "Money",
    "length": "Game and match",
}

PHASES: Final[Mapping[str, str]] = {
    "deal": "the deal",
    "bids": "bids, once round",
    "auction": "the auction",
    "widow": "the declarer takes the widow or concedes",
    "kitty": "the declarer takes the kitty",
    "discard": "the declarer lays cards away",
    "trump": "the declarer names trump",
    "give": "the partners give each other cards",
    "melds": "melds",
    "throw in": "the declarer may throw the hand in",
    "tricks": "the play",
    "score bids": "the score",
    "score contract": "the score",
    "score chips": "the payments",
}

SENTENCES: Final[Mapping[str, Sentence]] = {
    "deck.ranks": "Suits are spades, diamonds, clubs and hearts; in each the cards rank `{v}`, from high to low.",
    "deck.copies": {1: "One of each card.", 2: "Two of each card, which nobody tells apart.", 4: "Four of each card."},
    "deck.without": {(): "", None: "Taken out: {v}."},
    "deck.jokers": {
        0: "",
        None: "{v} jokers, `X1` and on: alike, of no suit, and they never win a trick. In a draw they rank below all.",
    },
    "deal.hand": "Each seat gets {v} cards.",
    "deal.kitty": {0: "", None: "{v} cards are left for the kitty."},
    "deal.dummy": {
        0: "",
        None: "The dummy gets {v}: after each trick its top card is turned up and goes to the trick's winner.",
    },
    "deal.dealer_one_less": {
        False: "",
        True: "The dealer gets one card less, and sits out the first trick for it.",
    },
    "bids.blind_nil_allowed": {
        True: "Before it sees its hand a seat may bid `blind_nil`.",
        False: "`blind_nil` is not played.",
    },
    "bids.blind_six_deficit": (
        "Before it sees its hand a seat may bid `blind_six` if the highest score of any seat is at least {v} above its "
        "own."
    ),
    "bids.blind_six_limit": {
        0: "No `blind_six` is left to anybody.",
        "None": "A player may do so as often as it likes.",
        None: "A player may bid `blind_six` at most so many times in a game: {v}.",
    },
    "auction.min_bid": "The least bid is {v}.",
    "auction.max_bid": "The highest bid is {v}.",
    "auction.step": {1: "", None: "Bids are multiples of {v}."},
    "auction.big_raise_from": {"None": "", None: "Over a bid of {v} or more small raises are not enough."},
    "auction.big_raise": "Such a raise is at least {v}.",
    "auction.opening": {
        "left_must": "The dealer's left must open.",
        "dealer_must": "If nobody has bid, the last seat left must.",
        "dealer_takes_it": "If all but one pass and nobody bids, the last seat has it for the least bid, unasked.",
        "redeal": "If all pass, the hand is over without a score, and the deal goes to the left.",
    },
    "auction.bidding": {
        "single": "Each seat bids or passes once, and the highest has it.",
        "auction": "It goes round until all but one have passed; who passes stays out.",
        "reveal": (
            "It goes round until all but one have passed; after each round in which both have bid, one more card of "
            "the kitty is turned up for both to see."
        ),
    },
    "auction.bidder_needs_marriage": {
        False: "",
        True: (
            "A seat without K Q of one suit may only pass, unless it must open; the declarer names a suit of which it "
            "holds K Q, if it has one."
        ),
    },
    "exchange.discards": "The declarer lays {v} cards away, unseen; they are its own, and cannot be melded.",
    "exchange.kitty_seen_by": {
        "declarer": "The declarer alone sees the cards it takes.",
        "all": "The cards it takes are shown to all.",
    },
    "exchange.may_concede": {
        False: "",
        True: "The declarer may concede instead of taking the widow, or of laying away.",
    },
    "giving.count": {
        0: "No cards are given.",
        None: "The declarer's partner gives it {v} cards, then the declarer gives as many back, any that it holds.",
    },
    "melds.laid_by": {"all": "Everybody lays melds, the declarer first.", "declarer": "The declarer alone lays melds."},
    "melds.needs_royal_marriage": {
        False: "",
        True: "Without a royal marriage in the declarer's own meld there is no play: the bid is lost.",
    },
    "melds.royalty": {(0, 0): "", None: "Beside a run each king and each queen of trump left unpaired is worth: {v}."},
    "throw_in.offered": {
        "never": "The declarer may not give up.",
        "always": "Once the melds are laid, the declarer may always give up: it has failed then.",
        None: "The declarer may give up once the melds are laid: {v}.",
    },
    "throw_in.all_tricks": "All tricks together are worth {v}.",
    "tricks.first_lead": {
        "dealer's left": "The dealer's left leads to the first trick.",
        "declarer": "The declarer leads to the first trick.",
        "who holds 2C": ("Who holds 2C leads to the first trick, with any card a leader may lead, not necessarily 2C."),
    },
    "tricks.lead": {
        "anything": "Anything may be led.",
        "trump once broken": (
            "Trumps may not be led until broken, unless they are the only suit left in the leader's hand. They are "
            "broken when one is played on a trick in which another suit was led."
        ),
        "trump to the first trick, if the leader has one": "The first lead must be trump, if the leader has one.",
    },
    "tricks.must_beat": {
        "never": "The led suit is followed if it is held; nobody has to beat.",
        "only when trump was led": "The led suit is followed if it is held; led trump must be beaten if able.",
        "unless another suit was led and a trump has fallen on it": (
            "The led suit is followed if it is held, over its highest card if able, unless another suit was led and a "
            "trump has fallen on it."
        ),
        "always, trumped or not": (
            "The led suit is followed if it is held, over its highest card if able, trumped or not."
        ),
        None: "The led suit is followed if it is held; must it be beaten? {v}.",
    },
    "tricks.when_void": {
        "anything": "Who cannot follow plays anything.",
        None: "Who cannot follow plays {v}; without trumps anything.",
    },
    "tricks.trump": {"None": "The declarer names trump.", 0: "Spades are always trump.", None: "Trump is suit {v}."},
    "tricks.played_to": {
        "the last trick": "",
        "the trick that decides it": "The hand stops as soon as it is decided whether the bid is reached.",
    },
    "bags.rule": {
        "limit": "Tricks beyond the bid are bags. They add up over the game.",
        "each": "Tricks beyond the bid are bags. Each costs 10 at once, and none is kept: no limit is ever reached.",
    },
    "bags.limit": (
        "The limit is {v}: where bags add up, a seat that has so many or more after a hand loses 10 for each it has, "
        "and its count goes back to 0."
    ),
    "awards.jacks": {(): "No jack is worth anything.", None: "Capturing one of these in a trick won is rewarded: {v}."},
    "awards.points": (
        "JD and JC are worth {v} points; JH takes one bag away. A seat that captures more than one of those in play "
        "gets nothing for any, but all three for all three."
    ),
    "contract.counter": "Aces, tens and kings in tricks are worth {v} each.",
    "contract.last_trick": "The last trick is worth {v}. Aces, tens and kings are the counters.",
    "contract.declarer_saved_by": {
        "nothing": "The declarer's meld is always saved.",
        None: "The declarer's side needs {v}, or it is set.",
    },
    "contract.defenders_saved_by": {
        "nothing": "Defenders always score.",
        None: "Defenders score meld and points if they have {v}, else 0.",
    },
    "contract.nines_need_save": {
        True: "Defenders who save nothing lose their nines too.",
        False: "Defenders who save nothing still score their nines.",
    },
    "contract.defenders_score": {
        "team": "The defenders are one side: their melds and points are added up.",
        "own": "Each defender scores its own meld and points.",
    },
    "contract.stakes": {
        "standard": "A declarer that reaches its bid scores meld and points, else minus the bid.",
        "alternate": "A declarer that reaches its bid scores 2; else it scores -1, and the other 1.",
    },
    "contract.set_scoring": {
        "minus_bid": "A side that is set loses its bid.",
        "opponents_gain": "A side that is set scores 0, and the others add the bid to their own.",
    },
    "contract.gain_without_royal": {
        True: "Where there was no play for want of a royal marriage, the others are awarded the bid.",
        False: "Where there was no play for want of a royal marriage, the others get nothing.",
    },
    "chips.purse": "Each starts with {v} dollars.",
    "chips.ante": "Of them {v} go to the kitty.",
    "chips.values": "What a contract is worth, by its bid: {v}.",
    "chips.doubled_trump": {0: "It is doubled once spades are named trump.", None: "It is doubled by trump suit {v}."},
    "chips.kitty_from": "From a bid of {v} on the kitty pays and is paid too.",
    "chips.last_trick": "The last trick counts {v}.",
    "length.target": {"None": "", None: "Who has {v} or more after a hand may win the game."},
    "length.hands": {"None": "", None: "A game ends after {v} hands."},
    "length.deadline": {"None": "", None: "The match ends with the hand after {v} seconds of play."},
    "length.format": {
        "game": "The match is one game.",
        "hands": "The match is a set number of hands; the target plays no part.",
        "series": "The match is a series: games until one side has the wins it takes.",
    },
    "length.number": {0: "", None: "The set number (of hands, or wins) is {v}."},
    "length.both_reach": {
        "highest": "Of several who reach the target the highest wins; a tie at the top: the game goes on.",
        "declarer": "If both reach the target on one hand, that hand's declarer wins.",
    },
    "length.max_hands": "A game ends after {v} hands in any case, won by the highest score.",
    "length.first_dealer": {
        "draw": "The first dealer is drawn: the highest card deals.",
        None: "Seat {v} deals first. After each hand the deal passes to the left.",
    },
    "length.draw_seats_players": {
        False: "",
        True: 'Where `first_dealer` is "draw", the draw also seats the players, the highest in seat 0 as dealer.',
    },
    "length.series_wins": {"None": "", None: "A series goes to the first with {v} wins, where `format` says no other."},
    "length.win_needs_bid": {
        False: "",
        True: "Only a declaring side that made its bid wins by the target; a side far down or far ahead ends the game.",
    },
    "rules.sides": {"each alone": "Each plays alone.", "partners": "Partners: seats 0 and 2 against 1 and 3."},
}

# What holds wherever there is such a part.
ALWAYS: Final[Mapping[str, tuple[str, ...]]] = {
    "deal": (
        "The shuffled deck is dealt in blocks, the dealer's left first, the dealer last; then what is left over.",
        "The shuffle follows from the game's seed, so that anybody can check it afterwards.",
    ),
    "bids": ("The dealer's left bids first, once round; no bid is forced by what others bid.",),
    "auction": ("The dealer's left bids first; each bid is higher than the last.",),
    "melds": (
        "The arena lays the highest meld for a seat, from the cards it holds.",
        "A card serves once in each class: in suit (run, royal marriage, marriage, nine of trump), arounds (one of a "
        "rank in each suit), pinochle (QS JD). A king or queen in a run is in no marriage.",
    ),
    "tricks": (
        "The highest trump wins the trick, else the highest card of the suit led; of equal cards the first one played. "
        "Its winner leads the next.",
    ),
    "bags": ("The order of a hand's score: the bid, then the award jacks, then the bags.",),
    "chips": (
        "Who concedes before taking the widow pays the worth to the kitty, and nobody else.",
        "Who concedes after seeing the widow pays the worth to each defender (a single set).",
        "If the meld alone reaches the bid, or meld and counters do with at least one trick won, each defender pays "
        "the declarer the worth; if not, the declarer pays each of them twice the worth (a double set).",
        "Payments go one after another from the declarer's left, the kitty last, each cut to what the payer has. A "
        "player cut short, or a purse at 0, ends the game.",
        "Who has most at the end wins; what is left in the kitty is nobody's.",
    ),
}

# What is told only where another field is set.
NEEDS: Final[Mapping[str, str]] = {
    "auction.big_raise": "auction.big_raise_from",
    "contract.gain_without_royal": "melds.needs_royal_marriage",
    "contract.nines_need_save": "melds.nine",
}

PROMISES: Final[Mapping[int, tuple[str, int]]] = {
    NIL: ("no trick", 0),
    BLIND_NIL: ("no trick, hand unseen", 0),
    ONE_FOR_50: ("exactly 1 (more: as a bid of 1)", 1),
    TWO_FOR_40: ("exactly 2 (more: as a bid of 2)", 2),
    BLIND_SIX: ("at least 6, hand unseen", 6),
    MOON: ("at least 14; no bags", 14),
}
