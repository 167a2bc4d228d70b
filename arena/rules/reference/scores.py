"""Sentences about the score: bags, award jacks, contracts, money."""

from collections.abc import Mapping
from typing import Final

from arena.rules.cards import CARD_CODES, card_text
from arena.rules.hands.layout import layout_of
from arena.rules.reference.sentence import Sentence, Text
from arena.rules.reference.words import SUIT_NAMES, counted
from arena.rules.rules import (
    Awards,
    BagRule,
    Bags,
    Chips,
    Contract,
    DefendersScore,
    Rules,
    SavedBy,
    SetScoring,
    Sides,
    Stakes,
)

JH: Final = CARD_CODES["JH"]
ALL_JACKS: Final = 3
NEEDED: Final = {
    SavedBy.NOTHING: "",
    SavedBy.TRICK: "at least one trick",
    SavedBy.POINT: "at least one point in tricks",
}


def bags(bags: Bags, _: Rules) -> str:
    """Say what tricks beyond the bid cost."""
    if bags.rule is BagRule.EACH:
        return "Tricks beyond the bid are bags. Each costs 10 at once, and none is kept."
    return (
        "Tricks beyond the bid are bags. They add up over the game: a seat that has "
        f"{bags.limit} or more after a hand loses 10 for each it has, and its count goes back to 0."
    )


def order_of_score(rules: Rules) -> str:
    """Say what comes first in a hand's score."""
    jacks = ", then the award jacks" if rules.awards is not None and rules.awards.jacks else ""
    return f"The order of a hand's score: the bid{jacks}, then the bags."


def award_jacks(awards: Awards, rules: Rules) -> str:
    """Say what capturing a jack is worth."""
    if not awards.jacks:
        return "No jack is worth anything."
    worth = [f"{counted(awards.points, 'point')} for {card_text(jack)}" for jack in awards.jacks if jack != JH]
    if JH in awards.jacks:
        each = rules.bags is not None and rules.bags.rule is BagRule.EACH
        worth.append(f"one bag less{' to pay' if each else ''} for JH")
    return f"Who captures an award jack in a trick gains: {', '.join(worth)}."


def several_jacks(awards: Awards, _: Rules) -> str:
    """Say what capturing several jacks is worth."""
    if len(awards.jacks) < 2:
        return ""
    if len(awards.jacks) < ALL_JACKS:
        return "Who captures both gets nothing for either."
    return "Who captures two of them gets nothing for either; who captures all three gets all three awards."


def declaring(rules: Rules) -> str:
    """Say who plays the contract."""
    return "The declaring side" if rules.sides is Sides.PARTNERS else "The declarer"


def counters(rules: Rules, counter: int, last_trick: int) -> str:
    """Say what counters and the last trick are worth, and all."""
    layout = layout_of(rules.deck)
    total = counter * sum(1 for card in layout.deck if layout.field[card] & layout.counters) + last_trick
    return (
        f"Aces, tens and kings are the counters, worth {counter} each to who takes them. The last trick is worth "
        f"{last_trick}: there are {total} points in all."
    )


def contract_points(contract: Contract, rules: Rules) -> str:
    """Say how many points the tricks have."""
    return counters(rules, contract.counter, contract.last_trick)


def bid_made(contract: Contract, rules: Rules) -> str:
    """Say when the bid is made."""
    needed = NEEDED[contract.declarer_saved_by]
    saved = f", and it has {needed}" if needed else ""
    meld = "melds" if rules.sides is Sides.PARTNERS else "meld"
    return f"{declaring(rules)} makes the bid if its {meld} and its points in tricks reach it{saved}; else it is set."


def stakes(contract: Contract, rules: Rules) -> str:
    """Say what the declarer plays for."""
    meld = "melds" if rules.sides is Sides.PARTNERS else "meld"
    if contract.stakes is Stakes.ALTERNATE:
        return "Made, it scores 2. Set, it scores -1 and the other player 1. Melds and points score nothing themselves."
    if contract.set_scoring is SetScoring.OPPONENTS_GAIN:
        return f"Made, it scores its {meld} and its points. Set, it scores 0, and the others add the bid to their own."
    return f"Made, it scores its {meld} and its points. Set, it loses the bid, and scores nothing else."


def defenders(contract: Contract, rules: Rules) -> str:
    """Say what the defenders score."""
    if contract.stakes is Stakes.ALTERNATE:
        return ""
    needed = NEEDED[contract.defenders_saved_by]
    if rules.seats == 2:
        score, they = "The other player scores its meld and its points", "it has"
    elif contract.defenders_score is DefendersScore.OWN:
        score, they = "Each defender scores its own meld and points", "it has"
    elif rules.sides is Sides.PARTNERS:
        score, they = "The defenders score the sum of their melds and points", "they have between them"
    else:
        score, they = "Each defender scores the melds and points of both, added up", "they have between them"
    nines = rules.melds is not None and rules.melds.nine and not contract.nines_need_save
    otherwise = "else only the nines of trump" if nines else "else nothing"
    return f"{score}, if {they} {needed}; {otherwise}." if needed else f"{score}."


def without_royal(contract: Contract, rules: Rules) -> str:
    """Say what the others get where there was no play."""
    if rules.melds is None or not rules.melds.needs_royal_marriage or contract.stakes is Stakes.ALTERNATE:
        return ""
    if not contract.gain_without_royal:
        return "Where there was no play for want of a royal marriage, the others get nothing."
    others = "the others are" if rules.sides is Sides.PARTNERS else "each of the others is"
    return f"Where there was no play for want of a royal marriage, {others} awarded the bid, and nothing else."


def purses(chips: Chips, _: Rules) -> str:
    """Say what each begins with."""
    ante = f" and puts {chips.ante} of them into the kitty" if chips.ante else "; the kitty is empty at first"
    return f"Each begins with {counted(chips.purse, 'dollar')}{ante}. The kitty is a pot of money; the widow is cards."


def values(chips: Chips, _: Rules) -> str:
    """Say what bids are worth."""
    worth = [f"{amount} from {least} on" for least, amount in sorted(chips.values)]
    return f"What a bid is worth, in dollars: {', '.join(worth)}."


def doubled(chips: Chips, _: Rules) -> str:
    """Say which trump doubles."""
    return (
        f"The worth is doubled once {SUIT_NAMES[chips.doubled_trump]} are named trump; a conceded bid is not doubled, "
        "for no trump is named yet."
    )


def chip_points(chips: Chips, rules: Rules) -> str:
    """Say how many points the tricks have."""
    return counters(rules, 1, chips.last_trick)


SENTENCES: Final[Mapping[str, Sentence]] = {
    "bags.rule": bags,
    "bags.limit": "",
    "awards.jacks": award_jacks,
    "awards.points": several_jacks,
    "contract.counter": contract_points,
    "contract.last_trick": "",
    "contract.declarer_saved_by": bid_made,
    "contract.stakes": stakes,
    "contract.set_scoring": "",
    "contract.defenders_saved_by": defenders,
    "contract.defenders_score": "",
    "contract.nines_need_save": "",
    "contract.gain_without_royal": without_royal,
    "chips.purse": purses,
    "chips.ante": "",
    "chips.values": values,
    "chips.doubled_trump": doubled,
    "chips.last_trick": chip_points,
    "chips.kitty_from": (
        "From a bid of {v} on the kitty takes part as a defender does: it pays the worth of a bid that is made, and is "
        "paid for a single or a double set."
    ),
}

LAST: Final[Mapping[str, tuple[Text, ...]]] = {
    "bags": (order_of_score,),
    "chips": (
        "Who concedes before taking the widow pays the worth to the kitty, whatever the bid, and nobody else.",
        "Who concedes after seeing the widow pays the worth to each defender (a single set).",
        "If the meld alone reaches the bid, or meld and counters do with at least one trick won, each defender pays "
        "the declarer the worth; if not, the declarer pays each of them twice the worth (a double set).",
        "The declarer's counters are those of its tricks and those it discarded.",
        "Payments go one after another from the declarer's left, the kitty last, each cut to what the payer has. A "
        "player cut short, or a purse at 0, ends the game; a kitty that runs short does not.",
        "A purse is shown in chips: blue for 10 dollars, red for 5, white for 1.",
        "Who has most at the end of a game wins it, all of them if they tie; what is left in the kitty is nobody's.",
    ),
}
