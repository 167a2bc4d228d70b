"""A bot that computes with arrays: one object for all seats."""

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

    One object, created without arguments, plays all seats of the process, also after a reconnect. A row of a batch is a
    whole observation, so a bot need not remember anything about a seat.
    """

    variants: ClassVar[tuple[str, ...]] = tuple(VARIANTS)

    def decide(self, batch: Batch) -> Sequence[int] | NDArray[np.integer]:
        """Return one action for each row: integers (docs/reference/columns.md, "Answers").

        A batch has one variant and several kinds of decision. By default the fallback answers.
        """
        return batch.fallback

    def started(self, seat_id: int, rules: Rules, seat: int) -> None:
        """Handle the start of a seat's game, or its resumption."""

    def game_over(self, seat_id: int, outcome: Outcome) -> None:
        """Handle the end of a seat's game."""


BotClass: TypeAlias = type[AnyBot] | type[VectorBot]
