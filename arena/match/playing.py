"""Play the boards of a match, and keep the record of each game."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from arena.match.plan import Planned
from arena.match.seat import TextSeat
from arena.match.settings import Settings
from arena.play import Ledger, play_block, play_board, play_game
from arena.rules import new_game, to_record, unpack
from bots.sdk.text.program import Program

Record = dict[str, Any]


class Played(NamedTuple):
    """A game that is over: its record, and how many processes of each seat died in it."""

    record: Record
    deaths: Sequence[int]


class Player:
    """Plays boards with the programs of a match.

    *known*: games by their records' ids that are there already, which are not played again. *keep* is called with each
    new one, and *closed* with the games of each board, in the order in which they come.
    """

    def __init__(
        self,
        settings: Settings,
        programs: Sequence[Program],
        known: dict[str, Played],
        keep: Callable[[Played], None],
        closed: Callable[[Planned, list[Played]], None],
    ) -> None:
        self._settings = settings
        self._programs = programs
        self._known = known
        self._keep = keep
        self._closed = closed

    async def play(self, boards: Sequence[Planned], tables: int) -> None:
        """Play *boards*, so many at once; the rotations of each one by one."""
        await play_block([partial(self._board, board) for board in boards], tables)

    async def _board(self, board: Planned) -> None:
        games = [partial(self._game, board, rotation) for rotation in range(self._settings.sides)]
        self._closed(board, await play_board(games))

    async def _game(self, board: Planned, rotation: int) -> Played:
        settings = self._settings
        name = settings.game_id(board.number, rotation)
        if name in self._known:
            return self._known[name]
        rules, sides = settings.rules, settings.sides
        game = new_game(rules, settings.deal_seed(board.deal))
        places = [board.line_up[(player - rotation) % sides] for player in game.seating]
        seats = [TextSeat(self._programs[place], rules, seat) for seat, place in enumerate(places)]
        ledger = Ledger(game, settings.time)
        try:
            await play_game(ledger, seats)
        finally:
            for seat in seats:
                seat.leave()
        charges = list(unpack(ledger.packed[1]))
        names = [settings.names[place] for place in places]
        record = to_record(game, name, names, ledger.told_infractions(), ledger.elapsed_s, charges)
        played = Played(record, [seat.deaths for seat in seats])
        self._keep(played)
        return played
