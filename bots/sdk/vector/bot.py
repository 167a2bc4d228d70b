"""Base class of bots that answer with arrays: one object for all seats of a process."""

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

    One object, created without arguments, plays all seats of the process, also after a reconnect. Each row of a batch
    is a complete observation, so a bot need not remember anything about a seat.
    """

    variants: ClassVar[tuple[str, ...]] = tuple(VARIANTS)

    def decide(self, batch: Batch) -> Sequence[int] | NDArray[np.integer]:
        """Return one action for each row, as integers (docs/reference/columns.md, "Answers").

        All rows of a batch have one variant; their kinds of decision differ. By default the fallback answers.
        """
        return batch.fallback

    def started(self, seat_id: int, rules: Rules, seat: int) -> None:
        """Handle the start or resumption of a game. *seat_id*: the id in batches; *seat*: seat number at the table."""

    def game_over(self, seat_id: int, outcome: Outcome) -> None:
        """Handle the end of the game of the seat with id *seat_id*."""


BotClass: TypeAlias = type[AnyBot] | type[VectorBot]
