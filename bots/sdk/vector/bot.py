"""A bot that thinks in arrays: one object for all seats."""

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

    One object, made without arguments, plays all seats of the process, also after a reconnect. A row of a batch is a
    whole observation, so nothing has to be remembered about a seat.
    """

    variants: ClassVar[tuple[str, ...]] = tuple(VARIANTS)

    def decide(self, batch: Batch) -> Sequence[int] | NDArray[np.integer]:
        """Return one action for each row: integers (docs/reference/columns.md, "Answers").

        A batch is of one variant and mixes kinds of decision. By default the fallback answers.
        """
        return batch.fallback

    def started(self, seat_id: int, rules: Rules, seat: int) -> None:
        """Learn a seat's rules and place; its game begins, or is resumed."""

    def game_over(self, seat_id: int, outcome: Outcome) -> None:
        """Take note that a seat's game has ended."""


BotClass: TypeAlias = type[AnyBot] | type[VectorBot]
