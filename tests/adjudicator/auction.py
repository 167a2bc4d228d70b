"""The auction of pinochle (pinochle.md, "The six side by side")."""

from dataclasses import dataclass, field
from typing import Any

from tests.adjudicator.answers import Answers
from tests.adjudicator.cards import SUITS
from tests.adjudicator.variants import Sheet


@dataclass
class Auction:
    """What was said so far in an auction. *bids* holds each seat's last bid, None for none."""

    sheet: Sheet
    options: dict[str, Any]
    dealer: int
    hands: list[list[str]]
    passed: set[int] = field(default_factory=set)
    spoken: set[int] = field(default_factory=set)
    high: int | None = None
    high_seat: int | None = None

    def least(self) -> int:
        """The least bid that may be made now."""
        if self.high is None:
            return int(self.options["min_bid"])
        if self.sheet.id == "pinochle-double-deck" and self.high >= 60:
            return self.high + 5
        return self.high + self.sheet.step

    def must_open(self, seat: int) -> bool:
        opening = self.options["opening"]
        if opening == "left_must":
            return seat == self.sheet.left(self.dealer) and seat not in self.spoken
        return opening == "dealer_must" and self.alone(seat) and self.high is None

    def alone(self, seat: int) -> bool:
        """Everybody else has passed."""
        return self.passed == set(range(self.sheet.seats)) - {seat}

    def is_over(self, seat: int) -> bool:
        """Return whether the auction has ended. Then *seat*, whose turn it would be, is not asked."""
        if one_round(self.sheet, self.options) and len(self.spoken) == self.sheet.seats:
            return True
        if len(self.passed) == self.sheet.seats:
            return True
        if not self.alone(seat):
            return False
        return self.high_seat == seat or (self.high is None and self.options["opening"] == "dealer_takes_it")

    def ask(self, answers: Answers, seat: int) -> None:
        must = self.must_open(seat)
        needs = self.options["bidder_needs_marriage"] and not marriage_suits(self.hands[seat])
        most = int(self.options["max_bid"]) if must or not needs else 0
        bid = answers.auction(seat, self.least(), self.sheet.step, most, not must)
        self.spoken.add(seat)
        if bid is None:
            self.passed.add(seat)
        else:
            self.high, self.high_seat = bid, seat


def one_round(sheet: Sheet, options: dict[str, Any]) -> bool:
    """§3 has `bidding` in place of `rounds`."""
    if sheet.id == "pinochle-two-handed":
        return bool(options["bidding"] == "single")
    return bool(options["rounds"] == 1)


def marriage_suits(hand: list[str]) -> list[str]:
    return [suit for suit in SUITS if "K" + suit in hand and "Q" + suit in hand]


def contract(
    answers: Answers, sheet: Sheet, options: dict[str, Any], dealer: int, hands: list[list[str]]
) -> tuple[int, int] | None:
    """(declarer, bid), or None when all have passed."""
    auction = Auction(sheet, options, dealer, hands)
    seat = sheet.left(dealer)
    while not auction.is_over(seat):
        auction.ask(answers, seat)
        seat = sheet.left(seat)
        while seat in auction.passed and len(auction.passed) < sheet.seats:
            seat = sheet.left(seat)
    if auction.high is not None and auction.high_seat is not None:
        return auction.high_seat, auction.high
    if options["opening"] == "dealer_takes_it":
        return dealer, int(options["min_bid"])
    return None


def trump_suits(options: dict[str, Any], hand: list[str]) -> list[str]:
    """The suits that the declarer may name, holding *hand* at that moment."""
    return (options["bidder_needs_marriage"] and marriage_suits(hand)) or list(SUITS)
