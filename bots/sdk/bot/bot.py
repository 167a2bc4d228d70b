"""What a bot is: one class with a method for each kind of decision."""

from collections.abc import Iterable
from typing import Any, ClassVar, NamedTuple

from arena.rules import VARIANTS
from bots.sdk.bot.view import View


class Outcome(NamedTuple):
    """How a game came out for a bot.

    Its rank (1 is best; 0: void, it will be played again), its score, why the game ended ("target", "hands", ... or
    "void"), and how many infractions it had.
    """

    rank: int
    score: int
    ended: str
    infractions: int


class Bot:
    """A bot: override what you care for, the rest answers as the arena would for a seat that is silent.

    One object plays one seat of one game and is made without arguments; nothing is shared between games unless the
    bot shares it. `view.legal` holds the legal answers, in the words listed in `bots/sdk/bot/answers.py`. After a
    reconnect a fresh object goes on from a full view, so what a bot remembers should be something it can find in its
    view.
    """

    variants: ClassVar[tuple[str, ...]] = tuple(VARIANTS)

    def blind(self, view: View) -> str:
        """Spades, before the hand is seen: "look", "blind_nil" or "blind_six"."""
        return str(view.fallback)

    def bid(self, view: View) -> int | str:
        """Spades: a number of tricks, or "nil", "one_for_50", "two_for_40", "moon"."""
        bid: int | str = view.fallback
        return bid

    def auction(self, view: View) -> int | str | None:
        """Pinochle: one of the bids in `view.legal`, or "pass"."""
        bid: int | str = view.fallback
        return bid

    def widow(self, view: View) -> str:
        """Pinochle: "take" the widow, or "concede"."""
        return str(view.fallback)

    def discard(self, view: View) -> Iterable[str]:
        """Pinochle: `view.count` cards to lay away."""
        cards: Iterable[str] = view.fallback
        return cards

    def trump(self, view: View) -> str:
        """Pinochle: the trump suit, one of those in `view.legal`."""
        return str(view.fallback)

    def give(self, view: View) -> Iterable[str]:
        """Pinochle: `view.count` cards for the partner."""
        cards: Iterable[str] = view.fallback
        return cards

    def throw_in(self, view: View) -> str:
        """Pinochle: "play_on" or "throw_in"."""
        return str(view.fallback)

    def play(self, view: View) -> str:
        """The card to play, one of `view.legal`."""
        card: str = view.fallback
        return card

    def game_over(self, view: View, outcome: Outcome) -> None:
        """The game has ended; nothing is asked any more."""

    def answer(self, view: View) -> Any:
        """What this bot answers to the open decision: the method of its kind is asked."""
        return getattr(self, view.kind)(view)
