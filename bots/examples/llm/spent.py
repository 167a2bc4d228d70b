"""Costs of games: decisions, tokens, dollars."""

import sys
from collections import defaultdict
from dataclasses import dataclass
from typing import Final

from arena.rules import Rules, sides_of

from .endpoint import Reply
from .settings import settings


@dataclass
class Cost:
    """Decisions at a number of seats, and their cost."""

    seats: int = 0  # one game each
    decisions: int = 0
    illegal: int = 0  # answers
    fallbacks: int = 0
    prompt: int = 0  # tokens
    completion: int = 0
    uncounted: int = 0  # replies without numbers of tokens

    def count(self, reply: Reply) -> None:
        """Add a reply's tokens."""
        if reply.tokens is None:
            self.uncounted += 1
        else:
            self.prompt += reply.tokens[0]
            self.completion += reply.tokens[1]

    def add(self, other: "Cost") -> None:
        """Add the cost of other seats."""
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
        uncounted = f" ({self.uncounted} replies had no count)" if self.uncounted else ""
        return (
            f"{self.decisions} decisions, {self.illegal} illegal, {self.fallbacks} fallbacks,"
            f" {self.prompt} + {self.completion} tokens{uncounted}{self.dollars()}"
        )


COSTS: Final[defaultdict[Rules, Cost]] = defaultdict(Cost)  # in games that have ended


def tell(line: str) -> None:
    """Print a line on standard error."""
    print(line, file=sys.stderr, flush=True)


def tell_all() -> None:
    """Print the cost of all games, and of a board, on which a bot holds each seat once."""
    for rules, spent in COSTS.items():
        share = rules.seats / spent.seats
        tokens = f"{share * spent.prompt:.0f} + {share * spent.completion:.0f} tokens"
        tell(f"{rules.name}: {spent}")
        tell(f"{rules.name}: a board of {sides_of(rules)} games takes {tokens}{spent.dollars(share)}")
