"""Play tricks, and keep what a hand comes to, in any game."""

from dataclasses import dataclass, field
from typing import Any

from tests.adjudicator.answers import Answers
from tests.adjudicator.variants import Sheet


@dataclass
class Standing:
    """What carries over from hand to hand of one game. By seat; *pot* in pinochle-chips only."""

    scores: list[int]
    bags: list[int]
    blind_sixes: list[int]
    pot: int = 0

    @classmethod
    def fresh(cls, sheet: Sheet, options: dict[str, Any]) -> "Standing":
        """The start of a game."""
        start = options["purse"] - options["ante"] if sheet.id == "pinochle-chips" else 0
        pot = sheet.seats * options["ante"] if sheet.id == "pinochle-chips" else 0
        return cls([start] * sheet.seats, [0] * sheet.seats, [0] * sheet.seats, pot)


@dataclass
class Hand:
    """One hand as it is played through. And what its record must say."""

    sheet: Sheet
    options: dict[str, Any]
    dealer: int
    hands: list[list[str]]
    dummy: list[str]
    kitty: list[str]
    standing: Standing
    answers: Answers
    declarer: int | None = None
    bid: int | None = None
    trump: str | None = None
    melds: list[list[dict[str, Any]]] = field(default_factory=list)
    tricks: list[dict[str, Any]] = field(default_factory=list)
    taken: list[list[str]] = field(default_factory=list)
    buried: list[str] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    outcome: str = ""
    deltas: list[int] = field(default_factory=list)
    broke: bool = False

    def __post_init__(self) -> None:
        self.points = [0] * self.sheet.seats
        self.deltas = [0] * self.sheet.seats
        self.taken = [[] for _ in range(self.sheet.seats)]

    def tricks_of(self, seats: list[int]) -> int:
        return sum(trick["winner"] in seats for trick in self.tricks)

    def play(self, seat: int, allowed: list[str]) -> str:
        card = self.answers.play(seat, allowed)
        self.hands[seat].remove(card)
        return card

    def gather(self, seats: list[int], cards: list[str], place: int) -> int:
        """The trick goes to who played its *place*-th card; that seat."""
        winner = seats[place]
        self.tricks.append({"leader": seats[0], "cards": cards, "winner": winner})
        self.taken[winner] += cards
        return winner
