"""House bots at the tables of an environment, as opponents or teachers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

import numpy as np

from arena.rl.stepping import WAIT
from arena.rl.tables import VectorTables
from arena.rules import Game
from bots.sdk.bot.answers import action_of
from bots.sdk.bot.view import View
from bots.sdk.practice.local import house_bot

if TYPE_CHECKING:
    from numpy.typing import NDArray


class HouseSeats:
    """A house bot that can answer for every seat of *tables*.

    The bot sees only the events that its seat may know. Its answers are the same in equal games.
    """

    def __init__(self, tables: VectorTables, name: str) -> None:
        """Create the bot called *name*. Raises `UnknownBotError`."""
        self.tables: Final = tables
        self._bot: Final = house_bot(name)()
        self._views: dict[tuple[int, int], tuple[Game, View]] = {}  # (table, seat) -> its game, and the bot's view

    def answers(self, rows: Iterable[int]) -> NDArray[np.int64]:
        """Return the bot's action for each table number in *rows*, and -1 for other tables, shape (n,)."""
        actions = np.full(self.tables.n, WAIT, np.int64)
        for row in rows:
            actions[row] = self._answer(int(row))
        return actions

    def _answer(self, row: int) -> int:
        game = self.tables.game(row)
        legal = game.legal()
        if legal.single >= 0:
            return legal.single
        seen, view = self._views.get((row, game.to_act), (None, None))
        if view is None or seen is not game:
            view = View(game.rules, game.to_act)
            self._views[row, game.to_act] = game, view
        view.observe(*game.events(game.to_act, len(view.events)))
        view.asked = legal
        return action_of(game.kind, self._bot.answer(view))
