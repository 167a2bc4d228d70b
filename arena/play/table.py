"""Play one game: ask the seats, charge their time, and give fallback answers."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from arena.play.block import run_together
from arena.play.ledger import Ledger
from arena.play.seat import (
    ILLEGAL,
    TIMEOUT,
    Answered,
    Ending,
    Lost,
    Malformed,
    Question,
    Rejection,
    Reply,
    Seat,
    TimedOut,
    Verdict,
    bank_after,
)
from arena.rules import Event, Game, Legal, Result, describe, new_game

# Illegal answers that a seat may correct in a game. After these, the fallback decides each time.
MAX_ILLEGAL: Final = 3

# Plays on from a decision that is asked in columns. Applies legal answers that arrive in time, and answers of
# `auto_single`, until a seat is not asked in columns. Returns another reply to the open decision, else None.
Stride = Callable[[], Awaitable[Reply | None]]


async def play_game(
    ledger: Ledger, seats: Sequence[Seat], *, auto_single: bool = True, stride: Stride | None = None
) -> Result:
    """Play the game of *ledger* to its end and return the result.

    *seats*: by seat number. *auto_single*: play the only legal action without asking. *stride*: needed if seats are
    asked in columns. Each fallback answer for an illegal answer or a timeout is an infraction. A seat that is lost has
    one infraction, at the first decision that it misses (docs/rules/sheets/README.md, "The record of a game"). An
    exception of a seat is raised: it is the arena's fault, and the board is void.
    """
    return await _Table(ledger, seats, auto_single, stride).play()


@dataclass(slots=True)
class _Place:
    """A seat, and how many events it has seen. A journal does not store this."""

    seat: Seat
    events_seen: int = 0


class _Table:
    def __init__(self, ledger: Ledger, seats: Sequence[Seat], auto_single: bool, stride: Stride | None) -> None:
        self.ledger = ledger
        self.game = ledger.game
        self.places = [_Place(seat) for seat in seats]
        self.auto_single = auto_single
        self.stride = stride

    async def play(self) -> Result:
        """Open all seats, play the game to its end, and close the seats."""
        if self.game.is_over:
            return await self._leave()
        await run_together(self._open(seat) for seat in range(len(self.places)))
        while not self.game.is_over:
            hand = self.game.hand.number
            await self._step()
            if self.game.hand.number != hand:
                self._tell()
        return await self._close()

    async def _open(self, seat: int) -> None:
        events = self.game.events(seat) if self.game.actions else []
        self.places[seat].events_seen = len(events)
        await self.places[seat].seat.open(events)

    async def _step(self) -> None:
        reply = None
        if self.stride and self.places[self.game.to_act].seat.in_columns:
            before = self.ledger.entered
            reply = await self.stride()
            if reply is None and self.ledger.entered > before:
                return
        seat, legal = self.game.to_act, self.game.legal()
        if reply:
            await self._ask(seat, legal, reply)
        elif self.auto_single and legal.single >= 0:
            self.ledger.force(legal.single)
        elif self.ledger.accounts[seat].lost:
            self.ledger.force(self.game.fallback())
        else:
            await self._ask(seat, legal)

    async def _ask(self, seat: int, legal: Legal, reply: Reply | None = None) -> None:
        ledger, place, illegal, malformed = self.ledger, self.places[seat], 0, 0
        account, question = ledger.accounts[seat], self._question(seat, legal)
        while True:
            reply = reply or await place.seat.ask(question)
            if isinstance(reply, Lost):
                ledger.lose(seat, reply.reason)
                return ledger.settle(account, self.game.fallback(), account.bank_us, illegal, 0, malformed)
            bank = bank_after(ledger.time, account.bank_us, reply.think_us)
            if isinstance(reply, TimedOut):
                ledger.time_out(seat, reply.shown)
                self._judge(seat, question, TIMEOUT, "")
                return self._settle(seat, self.game.fallback(), 0, reply, illegal, malformed)
            if isinstance(reply, Answered) and legal.allows(reply.action):
                return self._settle(seat, reply.action, bank, reply, illegal, malformed)
            illegal += 1
            malformed += isinstance(reply, Malformed)
            left, reason = MAX_ILLEGAL - account.illegal - illegal, _explain(legal, reply)
            if left < 0:
                ledger.record_infraction(seat, ILLEGAL)
                self._judge(seat, question, ILLEGAL, reason)
                return self._settle(seat, self.game.fallback(), bank, reply, illegal, malformed)
            if place.seat.in_columns:  # a seat that is not asked in columns gets the reason with the next attempt
                self._judge(seat, question, ILLEGAL, reason, is_open=True)
            question, reply = _ask_again(question, reason, left), None

    def _judge(self, seat: int, question: Question, infraction: str, line: str, is_open: bool = False) -> None:
        """Send the seat a verdict on the open decision at once; *is_open*: the seat may answer again."""
        game = self.game
        played = None if is_open else game.fallback()
        where = game.hand.number, self.ledger.entered - self.ledger.hand_began
        self.places[seat].seat.judge(Verdict(question.number, question.legal.kind, infraction, *where, played, line))

    def _settle(
        self, seat: int, action: int, bank_us: int, reply: Answered | Malformed | TimedOut, illegal: int, malformed: int
    ) -> None:
        account, in_batch = self.ledger.accounts[seat], self.places[seat].seat.in_columns
        account.think_us, account.net_us = reply.think_us, reply.net_us
        self.ledger.settle(account, action, bank_us, illegal, reply.think_us, malformed, in_batch)

    def _tell(self) -> None:
        """Send the events at the end of a hand to every seat that is not lost or in columns."""
        for seat, place in enumerate(self.places):
            if not self.ledger.accounts[seat].lost and not place.seat.in_columns:
                events = self.game.events(seat, place.events_seen)
                place.events_seen += len(events)
                place.seat.tell(events)

    async def _close(self) -> Result:
        result = self.game.result()
        await run_together(place.seat.close(self._ending(seat, result)) for seat, place in enumerate(self.places))
        return result

    async def _leave(self) -> Result:
        """Close the seats of a game that was already over when this worker resumed it."""
        for seat, place in enumerate(self.places):
            place.events_seen = len(self.game.events(seat))
        return await self._close()

    def _ending(self, seat: int, result: Result) -> Ending:
        events = self._news(seat)
        return Ending(
            events, result.ranks[seat], result.scores[seat], result.ended, self.ledger.count_infractions(seat)
        )

    def _question(self, seat: int, legal: Legal) -> Question:
        account, place = self.ledger.accounts[seat], self.places[seat]
        events = self._news(seat)
        place.events_seen += len(events)
        times = (self.ledger.time.move_us, account.bank_us, account.think_us, account.net_us)
        return Question(account.asked + 1, 0, legal, events, *times)

    def _news(self, seat: int) -> list[Event]:
        """Return the events that *seat* has not seen; [] for a seat that is asked in columns."""
        place = self.places[seat]
        return [] if place.seat.in_columns else self.game.events(seat, place.events_seen)


def _ask_again(question: Question, reason: str, left: int) -> Question:
    """Return the question for the next attempt; *left*: as in `Rejection`."""
    return replace(question, attempt=question.attempt + 1, rejection=Rejection(reason, left))


def _explain(legal: Legal, reply: Answered | Malformed) -> str:
    if isinstance(reply, Malformed):
        return reply.reason
    answer = describe(legal.kind, reply.action, legal.count)
    return f"{answer} is not legal: legal is {legal.describe()}"


def count_unasked(game: Game, left: Mapping[int, tuple[int, int]], auto_single: bool) -> list[int]:
    """Return how many decisions each seat missed after its bot left the game.

    *left*: seat -> hand and decision of the infraction at which its bot left. That decision does not count. With
    *auto_single*, decisions with one legal answer do not count. The game is replayed only if a bot left.
    """
    counts = [0] * game.rules.seats
    if not left:
        return counts
    again, began = new_game(game.rules, game.seed), 0
    for number, action in enumerate(game.actions):
        hand, seat = again.hand, again.to_act
        here = hand.number, number - began
        if seat in left and here > left[seat] and not (auto_single and again.legal().single >= 0):
            counts[seat] += 1
        again.apply(action)
        if again.hand is not hand:
            began = number + 1
    return counts
