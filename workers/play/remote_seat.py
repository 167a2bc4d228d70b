"""A seat whose answers come from a bot behind a gateway."""

import logging
from collections.abc import Sequence
from time import monotonic

from arena.handover import is_adrift, may_write
from arena.play import DISCONNECTED, Ending, Lost, Question, Reply, Verdict
from arena.rules import Event
from arena.wire.events import events_bytes
from arena.wire.gen import link_pb2 as pb
from arena.wire.seats import game_over_bytes
from workers.link.gateway_link import BotAwayError, Link, LinkBrokenError
from workers.link.outcomes import judged_of
from workers.link.unread_game_overs import UnreadGameOver
from workers.play.place import (
    BotAbsentError,
    Moment,
    NoInstanceError,
    RunnerAwayError,
    at_once,
)
from workers.play.placement import AWAY_FOR, Placement

logger = logging.getLogger(__name__)


class RemoteSeat:
    """A seat of a game whose bot is behind a gateway (`arena.play.Seat`).

    It is open in one stream to one gateway. When that breaks it is opened again, there or elsewhere, at the next
    question, with everything it was told; an open question is put again. The bot's clock stands still meanwhile: only
    what the new gateway measures is charged.
    """

    def __init__(self, placement: Placement, noted: Moment = at_once) -> None:
        """Make a seat, to be opened.

        *noted*: returns when the journal says at which gateway the seat is; nothing is asked before.
        """
        self.placement = placement
        self._place = placement.place
        self._links = placement.links
        self._noted = noted
        self._awaits = False  # whether an outcome may be on its way into the game
        self._missed_since = 0.0  # since when no runner has the seat's process

    @property
    def in_columns(self) -> bool:
        """Whether its decisions are rows of batches."""
        return self.placement.channel.form == pb.SEAT_FORM_COLUMNS

    @property
    def may_write(self) -> bool:
        """Whether the game's journal may be written while this seat is to act."""
        return may_write(self.placement.is_open, self.placement.is_in_doubt)

    @property
    def is_adrift(self) -> bool:
        """Whether the seat is open nowhere, and every answer of its bot was taken."""
        return is_adrift(self.placement.is_open, self._awaits, self.placement.is_in_doubt)

    @property
    def takes_rows(self) -> bool:
        """Whether rows of it may be sent: it is open, and asked in batches."""
        return self.placement.channel.batch_seat.builder is not None and self.placement.is_open

    def forget_lost_rows(self) -> None:
        """Let no row be sent for it where it is not open: it is opened again when it is asked."""
        if not self.placement.is_open:
            self.placement.channel.batch_seat.builder = None

    async def open(self, events: Sequence[Event]) -> None:
        """Open the seat. Raises `NoInstanceError`, `GatewayAwayError`, `LeaseSupersededError`, `AnswersLostError`."""
        self.placement.told = [events_bytes(events)] if events else []
        try:
            await self.placement.open(0)
        except BotAbsentError as absent:
            if not events:
                raise NoInstanceError(str(absent)) from None
        self.placement.is_ready = True

    async def ask(self, question: Question) -> Reply:
        """Ask, at whichever gateway has the bot.

        Raises `GatewayAwayError`, `RunnerAwayError`, `LeaseSupersededError`, `AnswersLostError`.
        """
        if not question.attempt:
            self.placement.news = events_bytes(question.events)
            self.placement.channel.begin()
        self._missed_since = 0.0
        reply = None
        while reply is None:
            reply = self._written_reply(question) or await self._try_to_ask(question)
        if self.placement.channel.carries_events:
            self.placement.take_news()
        return reply

    def _written_reply(self, question: Question) -> Reply | None:
        """Return what a gateway wrote down of the question; None where it did not, or where it is there itself."""
        answered = self.placement.earlier.take(question)
        if answered is None:
            return None
        self.placement.lose()  # the seat's new gateway has yet to hear of this
        self.placement.channel.restart(question.attempt + 1)
        return self.placement.channel.reply_of(question, answered)

    async def _try_to_ask(self, question: Question) -> Reply | None:
        """Ask; return None where the seat has to be opened again, or an answer was written down."""
        try:
            link = await self.placement.open(question.attempt)
            if self.placement.earlier.has(question):
                return None
            await self._noted()
            self._awaits = True
            try:  # who awaits the outcome enters it at once
                return await self.placement.channel.ask(link, question, self.placement.news)
            finally:
                self._awaits = False
        except LinkBrokenError as broken:
            logger.debug("seat %x is asked again: %s", self._place.seat_id, broken)
            self.placement.lose()
        except BotAwayError as away:
            if self._place.is_confined:
                self._missed_since = self._missed_since or monotonic()
                if monotonic() - self._missed_since > AWAY_FOR:
                    raise RunnerAwayError(self._place.version_id) from None
            await self.placement.follow(question.attempt, away.elapsed_us)
        except BotAbsentError:
            if not self.placement.earlier.has(question):
                if self._place.is_confined:
                    raise RunnerAwayError(self._place.version_id) from None
                return Lost(DISCONNECTED)
        return None

    def tell(self, events: Sequence[Event]) -> None:
        """Pass events on; after a broken stream, when it is reopened."""
        turn = events_bytes(events)
        self.placement.told.append(turn)
        if self.placement.is_open:
            self._link().tell(pb.Tell(seat_id=self._place.seat_id, lease_number=self._place.lease_number, turn=turn))

    def judge(self, verdict: Verdict) -> None:
        """Pass it on where the seat is open; else it is lost."""
        if self.placement.is_open:
            self._link().judge(judged_of(self._place.seat_id, self._place.lease_number, verdict))

    async def close(self, ending: Ending) -> None:
        """Notify the gateway that has the seat that the game is over."""
        over = game_over_bytes(ending.events, ending.rank, ending.score, ending.ended, ending.infractions)
        self._close(over)
        if self.placement.gateway:
            self._links.unread.add(UnreadGameOver(self.placement.opening_message(), over, self._link()))

    def void(self) -> None:
        """Notify the gateway that the game will be played again."""
        self._close(game_over_bytes([], 0, 0, "void", 0))

    def mark(self, number: int) -> None:
        """Let the gateway forget the answers up to *number*, which are journalled."""
        self.placement.channel.mark(number)
        if self.placement.gateway:
            mark = pb.Mark(seat_id=self._place.seat_id, lease_number=self._place.lease_number, number=number)
            self._link().mark(mark)

    def leave(self) -> None:
        """Leave the seat: the game is over, or another worker's."""
        self.placement.leave()
        self._noted = at_once

    def standing(self) -> str:
        """Describe where the seat is, for a traceback."""
        opened = "open" if self.placement.is_open else "not open"
        where = f"{opened} at the gateway {self.placement.gateway or 'of nobody'}"
        return f"seat_id {self._place.seat_id:x}, asked {self.placement.channel.name}, {where}"

    def _close(self, over: bytes) -> None:
        self.leave()
        if self.placement.gateway:
            close = pb.SeatClose(seat_id=self._place.seat_id, lease_number=self._place.lease_number, game_over=over)
            self._link().close(close)

    def _link(self) -> Link:
        return self._links.to(self.placement.gateway)
