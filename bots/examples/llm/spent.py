"""Count what games with a language model cost: decisions, tokens and dollars."""

import sys
from collections import defaultdict
from dataclasses import dataclass
from typing import Final

from arena.rules import Rules, sides_of

from .endpoint import Reply
from .settings import settings


@dataclass
class Cost:
    """Numbers of decisions, faulty answers and tokens, summed over games."""

    seats: int = 0  # seats that were played, each in one game
    decisions: int = 0
    illegal: int = 0  # illegal answers of the model
    fallbacks: int = 0  # decisions that the fallback answered
    prompt: int = 0  # tokens of all prompts
    completion: int = 0  # tokens of all replies
    uncounted: int = 0  # replies without a token count

    def count(self, reply: Reply) -> None:
        """Add the tokens of a reply."""
        if reply.tokens is None:
            self.uncounted += 1
        else:
            self.prompt += reply.tokens[0]
            self.completion += reply.tokens[1]

    def add(self, other: "Cost") -> None:
        """Add all numbers of *other* to this object."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    def dollars(self, share: float = 1.0) -> str:
        """Return the price of a *share* (0 to 1) of the tokens as ", $0.0043"; "" if no prices are set."""
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


COSTS: Final[defaultdict[Rules, Cost]] = defaultdict(Cost)  # by rules, over all finished games


def tell(line: str) -> None:
    """Print a line on standard error."""
    print(line, file=sys.stderr, flush=True)


def tell_all() -> None:
    """Print the cost of all finished games, and per variant the cost of a board (the bot in each seat once)."""
    for rules, spent in COSTS.items():
        share = rules.seats / spent.seats
        tokens = f"{share * spent.prompt:.0f} + {share * spent.completion:.0f} tokens"
        tell(f"{rules.name}: {spent}")
        tell(f"{rules.name}: a board of {sides_of(rules)} games takes {tokens}{spent.dollars(share)}")
