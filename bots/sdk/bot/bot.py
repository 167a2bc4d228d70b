"""Base class of bots, with one method for each kind of decision."""

from collections.abc import Iterable
from typing import Any, ClassVar, NamedTuple, cast

from arena.rules import VARIANTS
from bots.sdk.bot.cards import Card
from bots.sdk.bot.view import View


class Outcome(NamedTuple):
    """The result of a game for one bot, as `Outcome(1, 512, "target", 0)`.

    *rank*: 1 is best; 0 means void: the game will be played again. *score*: the bot's own score. *ended*: why the game
    ended, "target", "hands", ... or "void". *infractions*: the number of the bot's late and refused answers.
    """

    rank: int
    score: int
    ended: str
    infractions: int


class Bot:
    """A bot: override the methods that you want; the others answer like the arena's fallback.

    Each kind of decision has a method, which returns one legal answer. `help(View)` documents its argument:

        from bots.sdk import Bot, Card, View, run

        class Cautious(Bot):
            variants = ("spades-4", "pinochle-cutthroat")

            def play(self, view: View[Card]) -> Card:
                return min(view.legal) if view.trick else max(view.legal)

        if __name__ == "__main__":
            run(Cautious)

    `python cautious.py --local spades-4` plays this bot in one process; `super().play(view)` is the fallback. The kit
    creates an object, without arguments, for each seat of each game. After a reconnect a fresh object continues from a
    full view. So a bot should remember nothing that it cannot find in its view.

    Attributes:
        variants: The names of the variants that the bot plays; default: all.
        answers_single: Whether the bot is asked even if only one answer is legal; by default the kit answers then.
    """

    variants: ClassVar[tuple[str, ...]] = tuple(VARIANTS)
    answers_single: ClassVar[bool] = False

    def blind(self, view: View[str]) -> str:
        """Answer one of `view.legal`: "look", "blind_nil" or "blind_six" (spades).

        This method is called before the seat sees its hand, so `view.hand` is empty. Example: `return "look"`.
        """
        return str(view.fallback)

    def bid(self, view: View[int | str]) -> int | str:
        """Bid one of `view.legal`: a number of tricks, or a word (spades).

        The words are "nil", "one_for_50", "two_for_40" and "moon". Example: `return 3`.
        """
        return cast("int | str", view.fallback)

    def auction(self, view: View[int]) -> int | str | None:
        """Bid points, one of the range `view.legal`, or "pass" (pinochle).

        "pass", or None, is legal where `view.may_pass`. The range is empty where no bid is possible. Example: `return
        view.legal[0] if view.legal and not view.may_pass else "pass"`.
        """
        return cast("int | str", view.fallback)

    def widow(self, view: View[str]) -> str:
        """Answer "take" or "concede" for the widow (pinochle-chips).

        Example: `return "take"`.
        """
        return str(view.fallback)

    def discard(self, view: View[Card]) -> Iterable[str]:
        """Lay away `view.count` cards of `view.legal`, in any order (pinochle).

        "concede" is legal where `view.may_concede`. Example: `return sorted(view.legal)[: view.count]`.
        """
        return cast("Iterable[str]", view.fallback)

    def trump(self, view: View[str]) -> str:
        """Name the trump suit, one of `view.legal` (pinochle).

        Example: `return max(view.legal, key=view.meld_points)`.
        """
        return str(view.fallback)

    def give(self, view: View[Card]) -> Iterable[str]:
        """Choose `view.count` cards of `view.legal` for the partner (pinochle).

        Example: `return sorted(view.legal)[-view.count :]`.
        """
        return cast("Iterable[str]", view.fallback)

    def throw_in(self, view: View[str]) -> str:
        """Answer "play_on" or "throw_in" after the melds are shown (pinochle). Example: `return "play_on"`."""
        return str(view.fallback)

    def play(self, view: View[Card]) -> str:
        """Play a card, one of `view.legal`.

        Example: `return min(view.legal) if view.trick else max(view.legal)`.
        """
        return cast(str, view.fallback)

    def game_over(self, view: View, outcome: Outcome) -> None:
        """Handle the end of the game. It is the last call for this object."""

    def answer(self, view: View) -> Any:
        """Answer the open decision with the method of its kind.

        Override this method to answer all kinds in one place, by `view.kind`.
        """
        return getattr(self, view.kind)(view)
