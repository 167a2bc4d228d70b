"""Sentences about the cards: deck, deal, kitty, giving, melds, play."""

from collections.abc import Mapping
from typing import Final

from arena.rules.cards import card_text
from arena.rules.reference.sentence import Sentence, Text
from arena.rules.reference.words import lays_away, undealt
from arena.rules.rules import Deal, Deck, Exchange, KittySeenBy, Melds, Offered, Rules, SavedBy, SetScoring, ThrowIn


def without(deck: Deck, _: Rules) -> str:
    """Say which cards are taken out."""
    return f"Taken out: {', '.join(card_text(card) for card in deck.without)}." if deck.without else ""


def blocks(rules: Rules) -> str:
    """Say in what order the deck is dealt."""
    rest = ["the dummy"] * bool(rules.deal.dummy) + [f"the {undealt(rules)}"] * bool(rules.deal.kitty)
    then = f"; then {', then '.join(rest)}" if rest else ""
    return f"The shuffled deck is dealt in blocks, the dealer's left first, the dealer last{then}."


def dealt(deal: Deal, _: Rules) -> str:
    """Say how many cards each seat gets."""
    if deal.dealer_one_less:
        return f"Each seat gets {deal.hand} cards, but the dealer {deal.hand - 1}: it sits out the first trick."
    return f"Each seat gets {deal.hand} cards."


def left_over(deal: Deal, rules: Rules) -> str:
    """Say how many cards the kitty or widow has."""
    return f"{deal.kitty} cards are left over: the {undealt(rules)}." if deal.kitty else ""


def taken(exchange: Exchange, rules: Rules) -> str:
    """Say who sees the kitty that the declarer takes."""
    everybody = "both see" if rules.seats == 2 else "all see"
    seen = everybody if exchange.kitty_seen_by is KittySeenBy.ALL else "nobody else sees"
    return f"The declarer takes the {undealt(rules)}, which {seen}."


def discards(exchange: Exchange, rules: Rules) -> str:
    """Say what is laid away, and for whom it counts."""
    if rules.chips is not None:
        count = "their counters count with the declarer's tricks once it has won one"
    elif rules.contract is not None and rules.contract.declarer_saved_by is SavedBy.NOTHING:
        count = "they are the first trick that it has won, and their counters are its points"
    else:
        count = "their counters are its own, as points won in play"
    return (
        f"It {lays_away(rules)} {exchange.discards} cards, which nobody else sees: they cannot be melded, and {count}."
    )


def classes(rules: Rules) -> str:
    """Say how often a card serves."""
    nines = ", nine of trump" if rules.melds is not None and rules.melds.nine else ""
    return (
        f"A card serves once in each class: in suit (run, royal marriage, marriage{nines}), arounds (one of a rank in "
        "each suit, or of each suit two, and so on), pinochle. A king or queen in a run is in no marriage."
    )


def royalty(melds: Melds, _: Rules) -> str:
    """Say what further kings and queens of trump are worth."""
    king, queen = melds.royalty
    if not king + queen:
        return ""
    return (
        f"Beside a run each further king of trump is worth {king} and each further queen {queen}, where no royal "
        "marriage takes it."
    )


def throwing_in(throw_in: ThrowIn, rules: Rules) -> str:
    """Say when the declarer may throw in, and its cost."""
    if throw_in.offered is Offered.NEVER:
        return "The declarer may not throw the hand in."
    if throw_in.offered is Offered.ALWAYS:
        return "Once the melds are laid the declarer may throw the hand in: its bid has failed then."
    gain = rules.contract is not None and rules.contract.set_scoring is SetScoring.OPPONENTS_GAIN
    cost = (
        "scores 0, and the others score their meld and the bid"
        if gain
        else "loses the bid, and the others score their meld"
    )
    return (
        "Once the melds are laid the declarer may throw the hand in, but only if its side's meld and all trick points, "
        f"{throw_in.all_tricks}, would not reach the bid. There is no play; its side {cost}."
    )


def winner(rules: Rules) -> str:
    """Say who wins a trick."""
    equal = "; of equal cards the first one played" if rules.deck.copies > 1 else ""
    return f"The highest trump wins the trick, else the highest card of the suit led{equal}. Its winner leads the next."


def jokers(rules: Rules) -> str:
    """Say how jokers are played."""
    if not rules.deck.jokers:
        return ""
    return (
        "A joker may be led at any time, and a hand of spades and jokers alone may lead either. The next card that is "
        "no joker sets the suit led, and who plays it is bound as a leader is. Otherwise only a seat that cannot "
        "follow may play a joker; while no suit is set, a joker may be played too."
    )


MUST_FOLLOW: Final = "Who holds the suit led must follow it"

SENTENCES: Final[Mapping[str, Sentence]] = {
    "deck.ranks": "Suits are spades, diamonds, clubs and hearts; in each the cards rank `{v}`, from high to low.",
    "deck.copies": {
        1: "One of each card.",
        2: "Two of each, which nobody tells apart.",
        None: "{v} of each card, which nobody tells apart.",
    },
    "deck.without": without,
    "deck.jokers": {
        0: "",
        None: "{v} jokers, `X1` and on: alike, of no suit, and they never win a trick. In a draw they rank below all.",
    },
    "deal.hand": dealt,
    "deal.dealer_one_less": "",
    "deal.kitty": left_over,
    "deal.dummy": {
        0: "",
        None: (
            "The dummy gets {v} cards, which are never played: after each trick its top card is turned up and goes to "
            "the trick's winner."
        ),
    },
    "exchange.kitty_seen_by": taken,
    "exchange.discards": discards,
    "exchange.may_concede": {
        False: "",
        True: "The declarer may concede before it takes the widow, or when it has seen it, before it discards.",
    },
    "giving.count": {
        0: "No cards are given.",
        None: (
            "The declarer's partner gives it {v} cards, then the declarer gives as many back, any that it holds, also "
            "those it was given. Melds are laid from what is held then."
        ),
    },
    "melds.laid_by": {
        "all": "Everybody lays melds, the declarer first, then to its left.",
        "declarer": "The declarer alone lays melds.",
    },
    "melds.needs_royal_marriage": {
        False: "",
        True: "Without a royal marriage in the declarer's own meld there is no play: the bid is lost.",
    },
    "melds.royalty": royalty,
    "throw_in.offered": throwing_in,
    "throw_in.all_tricks": "",
    "tricks.trump": {"None": "The declarer names trump.", 0: "Spades are always trump.", None: "Trump is suit {v}."},
    "tricks.first_lead": {
        "dealer's left": "The dealer's left leads to the first trick.",
        "declarer": "The declarer leads to the first trick.",
        "who holds 2C": "Who holds 2C leads to the first trick, with any card a leader may lead, not necessarily 2C.",
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
        "never": f"{MUST_FOLLOW}; nobody has to beat.",
        "only when trump was led": f"{MUST_FOLLOW}. Where trump was led it must beat the highest if able.",
        "unless another suit was led and a trump has fallen on it": (
            f"{MUST_FOLLOW}, over its highest card if able, unless another suit was led and a trump has fallen on it."
        ),
        "always, trumped or not": f"{MUST_FOLLOW}, over its highest card if able, trumped or not.",
    },
    "tricks.when_void": {
        "anything": "Who cannot follow may play anything.",
        "a trump, any": "Who cannot follow must play a trump, any; who has none either may play anything.",
        "a trump that wins if able, else anything": (
            "Who cannot follow must play a trump that wins the trick as it stands, if able; else it may play anything."
        ),
        "a trump, over the highest one if able": (
            "Who cannot follow must play a trump, over the highest one played if able, else under it; who has none "
            "either may play anything."
        ),
    },
    "tricks.played_to": {
        "the last trick": "",
        "the trick that decides it": (
            "The hand stops as soon as it is decided whether the bid is reached; what is paid is the same as if every "
            "card had been played."
        ),
    },
}

FIRST: Final[Mapping[str, tuple[Text, ...]]] = {
    "deal": (blocks, "The shuffle follows from the game's seed, so that anybody can check it afterwards."),
    "melds": (
        "The arena lays the highest meld for a seat, from the cards it holds, for all to see; then they go back to its "
        "hand.",
        classes,
    ),
    "tricks": (winner, jokers),
}
