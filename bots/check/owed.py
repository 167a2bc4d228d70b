"""The open decisions of a stream, and checks of the bot's answers."""

import asyncio
from collections.abc import Callable
from typing import Final, NamedTuple

from arena.rules import KIND_NAMES, Legal, card_text
from arena.wire.actions import action_from_pb, format_action
from arena.wire.columns.frame import read_actions
from arena.wire.gen import seat_pb2
from arena.wire.refusals import MalformedError
from bots.check.mock import Batch, CaseFailedError

REPLACED: Final = "its kit answered instead, because the bot raised an error or its answer could not be sent"


class OpenDecision(NamedTuple):
    """A decision that the bot has not answered; the future *action* gets the answer, or `CaseFailedError`."""

    number: int
    legal: Legal
    hand: list[int]
    attempt: int  # number of answers to this decision that were rejected
    action: "asyncio.Future[int]"

    def __str__(self) -> str:
        return f"decision {self.number} ({KIND_NAMES[self.legal.kind]})"

    def fail(self, why: str) -> None:
        """Make the future `action` raise `CaseFailedError`. *why*: the reason in the error text."""
        self.action.set_exception(CaseFailedError(f"{self}: {why}"))
        self.action.exception()  # retrieved, so that asyncio does not log it if the case has already failed


class OpenDecisions:
    """The open decisions of a stream. *record_infraction* is called with each violation of the protocol."""

    def __init__(self, record_infraction: Callable[[str], None]) -> None:
        self.two_batches = asyncio.Semaphore(2)  # at most two batches may be open
        self._record_infraction = record_infraction
        self._asked: dict[int, OpenDecision] = {}
        self.batches: dict[int, Batch] = {}  # by number: batches that were sent, each after acquiring `two_batches`

    def add(self, seat_id: int, number: int, legal: Legal, hand: list[int], attempt: int) -> "asyncio.Future[int]":
        """Add an open decision; return the future of its answer. *hand*: card codes; *attempt*: rejected answers."""
        action: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._asked[seat_id] = OpenDecision(number, legal, hand, attempt, action)
        return action

    def take_answer(self, answer: seat_pb2.Answer) -> None:
        """Check an answer of the bot, and complete the decision that it answers."""
        asked = self._asked.get(answer.seat_id)
        if asked is None:
            self._record_infraction(f"answered decision {answer.number} of seat {answer.seat_id}, which is not open")
            return
        if answer.number != asked.number:
            self._record_infraction(f"answered decision {answer.number} of a seat where {asked} is open")
            return
        try:
            action = action_from_pb(asked.legal.kind, answer.action)
        except MalformedError as problem:
            self.fail_decision(answer.seat_id, str(problem))
            return
        if answer.replaced and not asked.attempt:
            self.fail_decision(answer.seat_id, REPLACED)
            return
        self._decide(answer.seat_id, asked, action, format_action(answer.action))

    def take_batch_answers(self, answers: seat_pb2.ColumnAnswers) -> None:
        """Check the answers to all rows of a batch, and complete their decisions."""
        batch = self.batches.pop(answers.batch, None)
        if batch is None:
            self._record_infraction(f"answered batch {answers.batch}, which is not open")
            return
        self.two_batches.release()
        try:
            actions = read_actions(answers.actions, len(batch.seat_ids))
        except MalformedError as problem:
            for seat_id in batch.seat_ids:
                self.fail_decision(seat_id, str(problem))
            return
        for seat_id in (batch.seat_ids[row] for row in answers.replaced if row < len(batch.seat_ids)):
            if seat_id in self._asked and not self._asked[seat_id].attempt:
                self.fail_decision(seat_id, REPLACED)
        for seat_id, action in zip(batch.seat_ids, actions, strict=True):
            if seat_id in self._asked:
                self._decide(seat_id, self._asked[seat_id], action, f"action {action}")

    def fail_decision(self, seat_id: int, why: str) -> None:
        """Fail the open decision of a seat for the reason *why*; without one, record a violation."""
        asked = self._asked.pop(seat_id, None)
        if asked is None or asked.action.done():
            self._record_infraction(why)
        else:
            asked.fail(why)

    def fail_all(self, how: str) -> None:
        """Fail all open decisions, because the stream has ended. *how*: how it ended."""
        for asked in self._asked.values():
            if not asked.action.done():
                asked.fail(how)
        self._asked.clear()

    def _decide(self, seat_id: int, asked: OpenDecision, action: int, said: str) -> None:
        if not asked.legal.allows(action):
            hand = " ".join(card_text(card) for card in asked.hand)
            self.fail_decision(seat_id, f"answered {said}; legal is {asked.legal.describe()}; its hand: {hand}")
            return
        del self._asked[seat_id]
        if not asked.action.done():
            asked.action.set_result(action)
