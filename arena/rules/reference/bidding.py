"""Sentences about bidding: the bids of spades, the auction of pinochle."""

from collections.abc import Mapping
from typing import Final

from arena.rules.reference.sentence import Sentence, Text
from arena.rules.reference.words import times
from arena.rules.rules import Auction, Bidding, Bids, Rules


def blind_six(bids: Bids, _: Rules) -> str:
    """Say who may bid six unseen, and how often."""
    limit = bids.blind_six_limit
    if limit == 0:
        return "`blind_six` is not played."
    often = "as often as it likes" if limit is None else f"{times(limit)} in a game"
    behind = f" if it is {bids.blind_six_deficit} or more behind the highest score" if bids.blind_six_deficit else ""
    return f"Before it sees its hand a seat may bid `blind_six`{behind}, {often}."


def blind_bidders(rules: Rules) -> str:
    """Say what a blind bidder and the others know."""
    if rules.bids is None or not (rules.bids.blind_nil_allowed or rules.bids.blind_six_limit != 0):
        return ""
    return "Who has bid blind sees its hand then; everybody hears each bid as it is made."


def raises(auction: Auction, _: Rules) -> str:
    """Say how much more a bid must be."""
    steps = f"Bids are multiples of {auction.step}." if auction.step > 1 else ""
    if auction.big_raise_from is None:
        return steps
    high, least = auction.big_raise_from, auction.big_raise
    return f"{steps} Once the highest bid is {high} or more, the next must be at least {least} more.".lstrip()


def rounds(auction: Auction, _: Rules) -> str:
    """Say how long the auction lasts."""
    if auction.bidding is Bidding.SINGLE:
        return "Each seat bids or passes once, and the highest bid has it."
    round_and_round = "It goes round until all but one have passed; who passes stays out."
    if auction.bidding is Bidding.REVEAL:
        return (
            f"{round_and_round} After each round in which both have bid, one more card of the kitty is turned up for "
            "both to see; the auction goes on when all are."
        )
    return round_and_round


SENTENCES: Final[Mapping[str, Sentence]] = {
    "bids.blind_nil_allowed": {
        True: "Before it sees its hand a seat may bid `blind_nil`.",
        False: "`blind_nil` is not played.",
    },
    "bids.blind_six_deficit": blind_six,
    "bids.blind_six_limit": "",
    "auction.min_bid": "The least bid is {v}.",
    "auction.max_bid": "No bid is higher than {v}.",
    "auction.step": raises,
    "auction.big_raise_from": "",
    "auction.big_raise": "",
    "auction.opening": {
        "left_must": "The dealer's left must open.",
        "dealer_must": "If nobody else bids, the dealer must.",
        "dealer_takes_it": "If nobody else bids, the dealer has it for the least bid, unasked.",
        "redeal": "If all pass, the hand is over and nothing is scored; the deal goes to the left.",
    },
    "auction.bidding": rounds,
    "auction.bidder_needs_marriage": {
        False: "",
        True: (
            "A seat without a marriage (K Q of one suit) may only pass, unless it must open; the declarer names a suit "
            "of which it holds K Q, if it has one."
        ),
    },
}

FIRST: Final[Mapping[str, tuple[Text, ...]]] = {
    "bids": (
        "The dealer's left bids first, once round; no bid is forced by what others bid.",
        blind_bidders,
    ),
    "auction": ("The dealer's left bids first; each bid is higher than the last.",),
}
