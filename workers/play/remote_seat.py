"""Ask a seat whose bot is connected to a gateway."""

import logging
from collections.abc import Sequence
from time import monotonic

from arena.handover import is_unplaced, may_write
from arena.logs import of_decision
from arena.play import DISCONNECTED, Answered, Ending, Lost, Question, Reply, Verdict
from arena.rules import Event
from arena.wire.events import events_bytes
from arena.wire.gen import link_pb2 as pb
from arena.wire.seats import game_over_bytes
from workers.link.gateway_link import BotAwayError, Link, LinkBrokenError
from workers.link.outcomes import OVERHEADS, verdict_message
from workers.link.unread_game_overs import UnreadGameOver
from workers.play.place import BotAbsentError, Moment, NoInstanceError, RunnerAwayError, at_once
from workers.play.placement import AWAY_FOR, Placement

logger = logging.getLogger(__name__)


class RemoteSeat:
    """Implements `arena.play.Seat` for a bot that is connected to a gateway.

    The seat is open in one stream to one gateway. When the stream breaks, the next question opens the seat again, at
    this or another gateway, with all its events. An open question is asked again. Meanwhile the bot's clock stands
    still: only the time that the new gateway measures is charged.
    """

    def __init__(self, placement: Placement, noted: Moment = at_once) -> None:
        """Prepare the seat. *noted*: returns once the journal has its gateway; nothing is asked before."""
        self.placement = placement
        self._place = placement.place
        self._links = placement.links
        self._noted = noted
        self._awaits = False  # whether an outcome may not have reached the game yet
        self._missed_since = 0.0  # the monotonic time since which no runner has the seat's process; 0.0 if one has

    @property
    def in_columns(self) -> bool:
        """Whether the seat's decisions are rows of batches."""
        return self.placement.channel.form == pb.SEAT_FORM_COLUMNS

    @property
    def may_write(self) -> bool:
        """Whether the game's journal may be written while this seat is to act."""
        return may_write(self.placement.is_open, self.placement.is_unconfirmed)

    @property
    def is_unplaced(self) -> bool:
        """Whether the seat is open at no gateway, and the game has every answer of its bot."""
        return is_unplaced(self.placement.is_open, self._awaits, self.placement.is_unconfirmed)

    @property
    def takes_rows(self) -> bool:
        """Whether rows of the seat may be sent: it is open and asked in batches."""
        return self.placement.channel.batch_seat.builder is not None and self.placement.is_open

    def forget_lost_rows(self) -> None:
        """Send no rows for the seat if it is not open; its next question opens it again."""
        if not self.placement.is_open:
            self.placement.channel.batch_seat.builder = None

    async def open(self, events: Sequence[Event]) -> None:
        """Open the seat; *events*: its events so far.

        Raises `NoInstanceError`, `GatewayAwayError`, `LeaseSupersededError`, `AnswersLostError`.
        """
        self.placement.sent = [events_bytes(events)] if events else []
        try:
            await self.placement.open(0)
        except BotAbsentError as absent:
            if not events:
                raise NoInstanceError(str(absent)) from None
        self.placement.is_ready = True
        if logger.isEnabledFor(logging.DEBUG):
            logger.debug("%s", self.standing(), extra={"seat": f"{self._place.seat_id:x}"})

    async def ask(self, question: Question) -> Reply:
        """Ask *question* at a gateway that has the bot, and return the outcome.

        Raises `GatewayAwayError`, `RunnerAwayError`, `LeaseSupersededError`, `AnswersLostError`.
        """
        if not question.attempt:
            self.placement.news = events_bytes(question.events)
            self.placement.channel.begin()
        self._missed_since = 0.0
        self._trace(question, "asked, attempt %d", question.attempt)
        reply, began = None, monotonic()
        while reply is None:
            reply = self._written_reply(question) or await self._try_to_ask(question)
        if self.placement.channel.carries_events:
            self.placement.take_news()
        if isinstance(reply, Answered) and not question.attempt:
            OVERHEADS.add(max(0.0, monotonic() - began - (reply.think_us + reply.net_us) / 1e6))
        self._trace(question, "outcome: %s", type(reply).__name__)  # actions stay hidden until the board is closed
        return reply

    def _trace(self, question: Question, line: str, value: object) -> None:
        if logger.isEnabledFor(logging.DEBUG):
            logger.debug(line, value, extra=of_decision(self._place.seat_id, question.number))

    def _written_reply(self, question: Question) -> Reply | None:
        """Return the outcome of *question* that a lost gateway stored; None if it stored no outcome."""
        answered = self.placement.earlier.take(question)
        if answered is None:
            return None
        self.placement.lose()  # the seat's new gateway does not know this answer yet
        self.placement.channel.restart(question.attempt + 1)
        return self.placement.channel.reply_of(question, answered)

    async def _try_to_ask(self, question: Question) -> Reply | None:
        """Ask *question*; return None if the seat must be opened again, or an answer was stored."""
        try:
            link = await self.placement.open(question.attempt)
            if self.placement.earlier.has(question):
                return None
            await self._noted()
            self._awaits = True
            try:  # the caller enters the outcome at once
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
        """Send *events* to the bot; after a broken stream, the reopened seat gets them."""
        turn = events_bytes(events)
        self.placement.sent.append(turn)
        if self.placement.is_open:
            self._link().tell(pb.Tell(seat_id=self._place.seat_id, lease_number=self._place.lease_number, turn=turn))

    def judge(self, verdict: Verdict) -> None:
        """Send *verdict* to the bot if the seat is open; otherwise drop it."""
        if self.placement.is_open:
            self._link().judge(verdict_message(self._place.seat_id, self._place.lease_number, verdict))

    async def close(self, ending: Ending) -> None:
        """Send the bot GameOver through the seat's gateway, and repeat it until the bot has read it."""
        over = game_over_bytes(ending.events, ending.rank, ending.score, ending.ended, ending.infractions)
        self._close(over)
        if self.placement.gateway:
            self._links.unread.add(UnreadGameOver(self.placement.opening_message(), over, self._link()))

    def void(self) -> None:
        """Report to the gateway that the game was voided and will be played again."""
        self._close(game_over_bytes([], 0, 0, "void", 0))

    def mark(self, number: int) -> None:
        """Let the gateway forget the answers up to decision *number*, which are journalled."""
        self.placement.channel.mark(number)
        if self.placement.gateway:
            mark = pb.Mark(seat_id=self._place.seat_id, lease_number=self._place.lease_number, number=number)
            self._link().mark(mark)

    def leave(self) -> None:
        """Leave the seat, because the game is over or another worker has it."""
        self.placement.leave()
        self._noted = at_once

    def standing(self) -> str:
        """Return one line about the state of the seat, for a log."""
        opened = "open" if self.placement.is_open else "not open"
        where = f"{opened} at the gateway {self.placement.gateway or 'none'}"
        return f"seat_id {self._place.seat_id:x}, asked {self.placement.channel.name}, {where}"

    def _close(self, over: bytes) -> None:
        self.leave()
        if self.placement.gateway:
            close = pb.SeatClose(seat_id=self._place.seat_id, lease_number=self._place.lease_number, game_over=over)
            self._link().close(close)

    def _link(self) -> Link:
        return self._links.to(self.placement.gateway)
