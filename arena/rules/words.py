"""Write terms of the records in the words that players use."""

from typing import Final

from arena.rules.hands.actions import BID_NAMES
from arena.rules.rules import Phase, Rules

SUIT_NAMES: Final = ("spades", "diamonds", "clubs", "hearts")


def kitty_word(rules: Rules) -> str:
    """Return "widow" if money is played for, where "kitty" is the money (pinochle.md §1), else "kitty"."""
    return "widow" if Phase.WIDOW in rules.phases else "kitty"


def discard_verb(rules: Rules) -> str:
    """Return "buries" if the declarer discards after naming trump (pinochle.md §3), else "discards"."""
    order = rules.phases
    buried = order.index(Phase.DISCARD) > order.index(Phase.TRUMP)
    return "buries" if buried else "discards"


def bid_text(bid: int) -> str:
    """Return a bid of spades in words: "4", "nil", "two for 40"."""
    return BID_NAMES.get(bid, str(bid)).replace("_", " ")


def format_count(count: int, noun: str) -> str:
    """Return a number with its noun: "1 hand", "4 hands"."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
