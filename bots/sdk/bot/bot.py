"""What a bot is: a class with a method for each decision."""

from collections.abc import Iterable
from typing import Any, ClassVar, NamedTuple

from arena.rules import VARIANTS
from bots.sdk.bot.view import View


class Outcome(NamedTuple):
    """How a game came out for a bot.

    *rank*: 1 is best; 0: void, it will be played again. *ended*: why the game ended, "target", "hands", ... or "void".
    """

    rank: int
    score: int
    ended: str
    infractions: int


class Bot:
    """A bot: override methods; the others answer as the arena's fallback.

    One object, made without arguments, plays one seat of one game. `view.legal` holds the legal answers, in the words
    listed in `bots/sdk/bot/answers.py`. After a reconnect a fresh object goes on from a full view, so a bot should
    remember nothing that it cannot find in its view.
    """

    variants: ClassVar[tuple[str, ...]] = tuple(VARIANTS)
    answers_single: ClassVar[bool] = False  # whether its methods are called where there is one legal answer

    def blind(self, view: View) -> str:
        """Answer "look", "blind_nil" or "blind_six", before the hand is seen (spades)."""
        return str(view.fallback)

    def bid(self, view: View) -> int | str:
        """Bid a number of tricks, "nil", "one_for_50", "two_for_40" or "moon" (spades)."""
        bid: int | str = view.fallback
        return bid

    def auction(self, view: View) -> int | str | None:
        """Bid one of `view.legal`, or "pass" (pinochle)."""
        bid: int | str = view.fallback
        return bid

    def widow(self, view: View) -> str:
        """Answer "take" or "concede" for the widow (pinochle)."""
        return str(view.fallback)

    def discard(self, view: View) -> Iterable[str]:
        """Choose `view.count` cards to lay away (pinochle)."""
        cards: Iterable[str] = view.fallback
        return cards

    def trump(self, view: View) -> str:
        """Name the trump suit, one of `view.legal` (pinochle)."""
        return str(view.fallback)

    def give(self, view: View) -> Iterable[str]:
        """Choose `view.count` cards for the partner (pinochle)."""
        cards: Iterable[str] = view.fallback
        return cards

    def throw_in(self, view: View) -> str:
        """Answer "play_on" or "throw_in" (pinochle)."""
        return str(view.fallback)

    def play(self, view: View) -> str:
        """Play a card, one of `view.legal`."""
        card: str = view.fallback
        return card

    def game_over(self, view: View, outcome: Outcome) -> None:
        """Take note that the game has ended; nothing more is asked."""

    def answer(self, view: View) -> Any:
        """Answer the open decision, by the method of its kind."""
        return getattr(self, view.kind)(view)
