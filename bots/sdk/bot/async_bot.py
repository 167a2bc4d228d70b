"""A bot whose methods may wait: for a model behind a socket, a database, a pool of processes."""

from collections.abc import Iterable
from typing import Any, ClassVar, TypeAlias

from arena.rules import VARIANTS
from bots.sdk.bot.bot import Bot, Outcome
from bots.sdk.bot.view import View


class AsyncBot:
    """As `Bot`, with methods that are `async def`: while one seat waits, the others are answered.

    All of them run in one loop, in a thread of its own, so that pings are answered whatever they do. At each seat one
    thing happens after the other: its view does not change while a method of its object waits.
    """

    variants: ClassVar[tuple[str, ...]] = tuple(VARIANTS)

    async def blind(self, view: View) -> str:
        """Spades, before the hand is seen: "look", "blind_nil" or "blind_six"."""
        return str(view.fallback)

    async def bid(self, view: View) -> int | str:
        """Spades: a number of tricks, or "nil", "one_for_50", "two_for_40", "moon"."""
        bid: int | str = view.fallback
        return bid

    async def auction(self, view: View) -> int | str | None:
        """Pinochle: one of the bids in `view.legal`, or "pass"."""
        bid: int | str = view.fallback
        return bid

    async def widow(self, view: View) -> str:
        """Pinochle: "take" the widow, or "concede"."""
        return str(view.fallback)

    async def discard(self, view: View) -> Iterable[str]:
        """Pinochle: `view.count` cards to lay away."""
        cards: Iterable[str] = view.fallback
        return cards

    async def trump(self, view: View) -> str:
        """Pinochle: the trump suit, one of those in `view.legal`."""
        return str(view.fallback)

    async def give(self, view: View) -> Iterable[str]:
        """Pinochle: `view.count` cards for the partner."""
        cards: Iterable[str] = view.fallback
        return cards

    async def throw_in(self, view: View) -> str:
        """Pinochle: "play_on" or "throw_in"."""
        return str(view.fallback)

    async def play(self, view: View) -> str:
        """The card to play, one of `view.legal`."""
        card: str = view.fallback
        return card

    async def game_over(self, view: View, outcome: Outcome) -> None:
        """The game has ended; nothing is asked any more."""

    async def answer(self, view: View) -> Any:
        """What this bot answers to the open decision: the method of its kind is asked."""
        return await getattr(self, view.kind)(view)


AnyBot: TypeAlias = Bot | AsyncBot
