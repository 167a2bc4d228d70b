"""Play the games of a match with text programs."""

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from arena.match.plan import Planned, Settings
from arena.play import (
    DISCONNECTED,
    Answered,
    Ending,
    Ledger,
    Lost,
    Malformed,
    Question,
    Reply,
    TimedOut,
    Verdict,
    play_block,
    play_board,
    play_game,
)
from arena.rules import Event, Rules, new_game, unpack
from arena.rules.records.record import to_record
from bots.sdk.text.game import TextGame
from bots.sdk.text.process import ProgramDiedError
from bots.sdk.text.program import Program
from bots.sdk.text.words import NoWordError, action_of_word

SECOND = 1_000_000  # microseconds


class TextSeat:
    """A text program in one seat of one game; after its process died, the seat is lost for that game."""

    in_columns = False

    def __init__(self, program: Program, rules: Rules, seat: int) -> None:
        self._game = TextGame.at_seat(program, rules, seat)
        self._began = 0.0

    @property
    def unrecorded(self) -> dict[str, int]:
        """Counts without a field in the record: `deaths` of processes, and the program's own fallbacks by reason."""
        return {"deaths": self._game.deaths, **self._game.failures}

    async def open(self, events: Sequence[Event]) -> None:
        """Start a process before the seat's time runs; ignore a failure, which occurs again at the first question."""
        self._game.hear(events)
        try:
            await self._game.ready()
        except (ProgramDiedError, TimeoutError):
            return

    async def ask(self, question: Question) -> Reply:
        """Ask the program a question; return its reply and the time that it took."""
        if question.rejection is None:
            self._game.hear(question.events)
            self._began = time.monotonic()
        spent = time.monotonic() - self._began
        move = question.move_us / SECOND
        bank = question.bank_us / SECOND - max(0.0, spent - move)
        error = question.rejection.reason if question.rejection else ""
        try:
            word = await self._game.ask(question.legal, max(0.0, move - spent), bank, error)
        except TimeoutError:
            return TimedOut(self._think())
        except ProgramDiedError:
            return Lost(DISCONNECTED)
        try:
            return Answered(action_of_word(question.legal.kind, word), self._think())
        except NoWordError as none:
            return Malformed(str(none), self._think())

    def tell(self, events: Sequence[Event]) -> None:
        """Send the program the events at the end of a hand."""
        self._game.hear(events)

    def judge(self, verdict: Verdict) -> None:
        """Ignore the verdict: the text protocol reports a rejected answer only by asking again."""

    async def close(self, ending: Ending) -> None:
        """Send the program the last events and its result."""
        self._game.hear(ending.events)
        await self._game.end(ending.rank, ending.score, ending.ended, ending.infractions)

    def leave(self) -> None:
        """End the program's game before the game is over."""
        self._game.leave()

    def _think(self) -> int:
        return int((time.monotonic() - self._began) * SECOND)


Record = dict[str, Any]


class Played(NamedTuple):
    """A finished game: its record, and by seat the counts that it has no field for (see `TextSeat.unrecorded`)."""

    record: Record
    unrecorded: Sequence[Mapping[str, int]]

    def count_infractions(self, seat: int) -> Counter[str]:
        """Return the infractions of a seat by reason, and its `deaths`."""
        infractions = [each for hand in self.record["hands"] for each in hand["infractions"]]
        counts = Counter(each["reason"] for each in infractions if each["seat"] == seat)
        return counts + Counter(self.unrecorded[seat] if self.unrecorded else {})


class Player:
    """Runs the boards of a match with its programs.

    *known*: finished games by record id, which are not played again. *keep*: called with each new game. *closed*:
    called with each finished board and its games.
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
        """Play *boards*, at most *tables* at once; the rotations of a board are played one after another."""
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
        charges = list(unpack(ledger.actions_and_charges[1]))
        names = [settings.names[place] for place in places]
        record = to_record(game, name, names, ledger.infraction_records(), ledger.elapsed_s, charges)
        played = Played(record, [seat.unrecorded for seat in seats])
        self._keep(played)
        return played
