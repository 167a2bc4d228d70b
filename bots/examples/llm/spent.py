"""Costs of games: decisions, tokens, dollars."""

import sys
from collections import defaultdict
from dataclasses import dataclass
from typing import Final

from arena.rules import Rules, sides_of

from .endpoint import Reply
from .settings import settings


@dataclass
class Spent:
    """Questions asked at a number of seats, and their cost."""

    seats: int = 0  # of one game each
    decisions: int = 0
    illegal: int = 0  # answers
    fallbacks: int = 0
    prompt: int = 0  # tokens
    completion: int = 0
    untold: int = 0  # replies whose tokens were not told

    def count(self, reply: Reply) -> None:
        """Add a reply's tokens."""
        if reply.tokens is None:
            self.untold += 1
        else:
            self.prompt += reply.tokens[0]
            self.completion += reply.tokens[1]

    def add(self, other: "Spent") -> None:
        """Add what other seats took."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    def dollars(self, share: float = 1.0) -> str:
        """Return the price of a *share* of the tokens as ", $0.0043"; "" without prices."""
        prices = settings().prices
        if prices is None:
            return ""
        prompt, completion = prices
        return f", ${share * (self.prompt * prompt + self.completion * completion) / 1e6:.4f}"

    def __str__(self) -> str:
        untold = f" ({self.untold} replies told none)" if self.untold else ""
        return (
            f"{self.decisions} decisions, {self.illegal} illegal, {self.fallbacks} fallbacks,"
            f" {self.prompt} + {self.completion} tokens{untold}{self.dollars()}"
        )


SPENT: Final[defaultdict[Rules, Spent]] = defaultdict(Spent)  # in games that have ended


def tell(line: str) -> None:
    """Print a line beside what the kit prints."""
    print(line, file=sys.stderr, flush=True)


def tell_all() -> None:
    """Print what all games took, and a board: a bot is at each of its seats once."""
    for rules, spent in SPENT.items():
        share = rules.seats / spent.seats
        tokens = f"{share * spent.prompt:.0f} + {share * spent.completion:.0f} tokens"
        tell(f"{rules.name}: {spent}")
        tell(f"{rules.name}: a board of {sides_of(rules)} games takes {tokens}{spent.dollars(share)}")
