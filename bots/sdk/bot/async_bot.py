"""Base class of bots whose methods may wait, for a model or a database."""

from collections.abc import Iterable
from typing import Any, ClassVar, TypeAlias, cast

from arena.rules import VARIANTS
from bots.sdk.bot.bot import Bot, Outcome
from bots.sdk.bot.cards import Card
from bots.sdk.bot.view import View


class AsyncBot:
    """A `Bot` with `async def` methods: while one method waits, the other seats continue.

    All methods run in one event loop, in a separate thread, so the kit still answers pings in time. Each seat runs one
    method at a time, and its view does not change while that method waits. `help(Bot)` documents each method.

        class Asking(AsyncBot):
            async def play(self, view: View[Card]) -> str:
                return await my_model(view)

    Attributes:
        variants, answers_single: As in `Bot`.
    """

    variants: ClassVar[tuple[str, ...]] = tuple(VARIANTS)
    answers_single: ClassVar[bool] = False

    async def blind(self, view: View[str]) -> str:
        """Answer one of `view.legal`: "look", "blind_nil" or "blind_six" (spades)."""
        return str(view.fallback)

    async def bid(self, view: View[int | str]) -> int | str:
        """Bid one of `view.legal`: a number of tricks, or a word (spades)."""
        return cast("int | str", view.fallback)

    async def auction(self, view: View[int]) -> int | str | None:
        """Bid points, one of the range `view.legal`, or "pass" (pinochle)."""
        return cast("int | str", view.fallback)

    async def widow(self, view: View[str]) -> str:
        """Answer "take" or "concede" for the widow (pinochle-chips)."""
        return str(view.fallback)

    async def discard(self, view: View[Card]) -> Iterable[str]:
        """Lay away `view.count` cards of `view.legal`, in any order (pinochle)."""
        return cast("Iterable[str]", view.fallback)

    async def trump(self, view: View[str]) -> str:
        """Name the trump suit, one of `view.legal` (pinochle)."""
        return str(view.fallback)

    async def give(self, view: View[Card]) -> Iterable[str]:
        """Choose `view.count` cards of `view.legal` for the partner (pinochle)."""
        return cast("Iterable[str]", view.fallback)

    async def throw_in(self, view: View[str]) -> str:
        """Answer "play_on" or "throw_in" after the melds are shown (pinochle)."""
        return str(view.fallback)

    async def play(self, view: View[Card]) -> str:
        """Play a card, one of `view.legal`."""
        return cast(str, view.fallback)

    async def game_over(self, view: View, outcome: Outcome) -> None:
        """Handle the end of the game. It is the last call for this object."""

    async def answer(self, view: View) -> Any:
        """Answer the open decision with the method of its kind."""
        return await getattr(self, view.kind)(view)


AnyBot: TypeAlias = Bot | AsyncBot
