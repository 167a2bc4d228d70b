"""All seats of a vector bot: answer batches, and handle the starts and ends of games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from google.protobuf.message import DecodeError

from arena.rules import KIND_NAMES, RulesError
from arena.wire.gen import link_pb2, seat_pb2
from arena.wire.refusals import MalformedError
from bots.sdk.bot.bot import Outcome
from bots.sdk.seats.diary import Diary
from bots.sdk.seats.errors import BotErrors, Latest, report_verdict
from bots.sdk.seats.replay import rules_of
from bots.sdk.vector.answers import legal_of
from bots.sdk.vector.batch import Batch
from bots.sdk.vector.bot import VectorBot
from bots.sdk.vector.guarded import Guarded
from bots.sdk.vector.log import pack_batch

REMEMBERED: Final = 8  # number of batches that are kept; at most two are open


class VectorSession:
    """All seats of one vector bot. Methods raise `BotFailedError` in strict runs."""

    def __init__(self, make: Callable[[], VectorBot], errors: BotErrors, diary: Diary) -> None:
        self.errors = errors
        self.games_over = 0
        self._ended = Latest[None]()  # ids of seats whose games are over
        self._bot = Guarded(make(), errors, diary)
        self._answered = Latest[seat_pb2.ColumnAnswers](REMEMBERED)
        self._asked = Latest[bytes](REMEMBERED)  # by batch number: the bytes of the batch

    def begin(self) -> None:
        """Do nothing when a new stream begins, because the arena then starts every seat again."""

    async def handle(self, update: link_pb2.UpdateEnvelope, heard: float) -> seat_pb2.Resign | None:
        """Inform the bot of a start or end of a game; return a Resign if the kit cannot play the game."""
        body = update.WhichOneof("body")
        try:
            if body == "start":
                self._ended.pop(update.seat_id, None)
                self._start(update.seat_id, update.start)
            elif body == "resume":
                self._start(update.seat_id, link_pb2.ResumeEnvelope.FromString(update.resume).start)
        except (RulesError, MalformedError, DecodeError) as error:
            why = f"this kit cannot play this game and resigns: {error}; update the kit"
            self.errors.report("illegal", why, f"at seat {update.seat_id}")
            return seat_pb2.Resign(seat_id=update.seat_id)
        if body == "game_over" and update.seat_id not in self._ended:
            self._ended[update.seat_id] = None
            over = seat_pb2.GameOver.FromString(update.game_over)
            self.games_over += 1
            self.errors.note_infractions(update.seat_id, over.infractions)
            self._bot.game_over(update.seat_id, Outcome(over.rank, over.score, over.ended, over.infractions))
        return None

    def answer(self, columns: seat_pb2.Columns) -> seat_pb2.ColumnAnswers:
        """Return the answers to a batch; a repeated batch gets the same answers. Raises `MalformedError`."""
        answers = self._answered.get(columns.batch)
        if answers is None:
            batch = Batch(columns.data)
            self._asked[columns.batch] = columns.data
            actions = self._bot.actions(batch).astype("<i8", copy=False)
            replaced = self._bot.replaced
            answers = seat_pb2.ColumnAnswers(batch=columns.batch, actions=actions.tobytes(), replaced=replaced)
            self._answered[columns.batch] = answers
        return answers

    def judge(self, verdict: seat_pb2.Verdict, is_last: bool) -> bool:
        """Report a verdict of the arena; return False if the row of its decision may still arrive.

        *is_last*: report the verdict in any case. May be called from another thread. Raises `BotFailedError`.
        """
        is_last = is_last or not self.errors.shows_verdicts
        row = self._row(verdict) if self.errors.shows_verdicts else None
        if row is None:
            if is_last:
                report_verdict(self.errors, verdict)
            return is_last
        legal = legal_of(row, 0)
        where = f"{row.variant}: {KIND_NAMES[legal.kind]}: legal is {legal.describe()}"
        report_verdict(self.errors, verdict, legal, where, pack_batch(row))
        return True

    def _row(self, verdict: seat_pb2.Verdict) -> Batch | None:
        for data in reversed([*self._asked.values()]):
            batch = Batch(data)
            rows = np.flatnonzero((batch.seat_id == verdict.seat_id) & (batch.number == verdict.number))
            if len(rows):
                return batch.row(int(rows[0]))
        return None

    def _start(self, seat_id: int, data: bytes) -> None:
        start = seat_pb2.SeatStart.FromString(data)
        self._bot.started(seat_id, rules_of(start), start.seat)
