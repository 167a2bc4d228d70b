"""A bot that thinks in arrays: one object for all seats of its process."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from arena.rules import VARIANTS, Rules
from bots.sdk.bot.async_bot import AnyBot
from bots.sdk.bot.bot import Outcome

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bots.sdk.vector.batch import Batch


class VectorBot:
    """A bot that answers many seats at once: override `decide`.

    One object, made without arguments, plays all seats of the process. A row of a batch is a whole observation, so
    nothing has to be remembered about a seat; what was remembered is still there after a reconnect.
    """

    variants: ClassVar[tuple[str, ...]] = tuple(VARIANTS)

    def decide(self, batch: Batch) -> Sequence[int] | NDArray[np.integer]:
        """One action for each row of the batch, in its order: integers, as in docs/reference/columns.md, "Answers".

        A batch is of one variant and mixes kinds of decision. Here: what the arena would answer.
        """
        return batch.fallback

    def started(self, seat_id: int, rules: Rules, seat: int) -> None:
        """A game begins for a seat (again after a reconnect): its rules, with every option, and where it sits."""

    def game_over(self, seat_id: int, outcome: Outcome) -> None:
        """A seat's game has ended; nothing is asked there any more."""


BotClass: TypeAlias = type[AnyBot] | type[VectorBot]
