"""One seat's game that a text program plays: send its events, and read its answers."""

import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from math import inf
from typing import Final

from arena.rules import KIND_NAMES, Event, Legal, Rules
from bots.sdk.bot.knowledge import fallback_of
from bots.sdk.bot.view import View
from bots.sdk.seats.errors import describe_error
from bots.sdk.seats.replay import pack_decision
from bots.sdk.text.events import line_of
from bots.sdk.text.process import Process, ProgramDiedError
from bots.sdk.text.program import FAILURE, Program
from bots.sdk.text.words import NONE, legal_words, word_of

TRIES: Final = 2  # processes that are asked for a decision: one more is started if the first ends


class TextGame:
    """A seat of a game, played by a process of a text program.

    If the process ends, or is killed because it is too slow, another process starts and receives the whole game.
    """

    def __init__(self, program: Program, view: View) -> None:
        self.view = view
        self.deaths = 0  # number of processes that ended or were killed
        self.failures: Counter[str] = Counter()  # why the program answered with the fallback -> how often
        self._program = program
        self._process: Process | None = None
        self._sent = 0  # events sent to the process; -1: nothing is sent yet
        self._asked = 0  # number of decisions asked

    @classmethod
    def at_seat(cls, program: Program, rules: Rules, seat: int) -> "TextGame":
        """Create the game of a seat that has received no events."""
        return cls(program, View(rules, seat))

    def hear(self, events: Iterable[Event]) -> None:
        """Add new events of the seat. The program receives them with its next decision."""
        self.view.observe(*events)

    async def ready(self) -> None:
        """Start a process now, so that no decision's time is spent on it. Raises `ProgramDiedError`, `TimeoutError`."""
        if self._process is None:
            self._process = await self._program.take(inf)
            self._sent = -1

    async def ask(self, legal: Legal, move: float, bank: float, error: str = "") -> str:
        """Ask the program the open decision, and return the word that it answers.

        *move*, *bank*: seconds left. *error*: why the program's last answer to this decision was refused; "" at first.
        Raises `ProgramDiedError` if two processes ended, and `TimeoutError`.
        """
        self._asked += not error
        self.view.asked = legal
        if error:
            self._report(f"its answer was refused: {error}", f"refused {legal.kind}", legal)
        ends, whole = time.monotonic() + move + bank, move + bank
        for left_to_try in reversed(range(TRIES)):
            left = ends - time.monotonic()
            try:
                if self._process is None:
                    self._process, self._sent = await self._program.take(left), -1
                left = ends - time.monotonic()
                news = self._news(
                    legal, max(0.0, move - (whole - left if whole < inf else 0.0)), min(bank, left), error
                )
                word = await self._process.ask(list(news), left)
                if failure := self._process.failure:
                    self.failures[failure] += 1
                    if self._program.is_new(FAILURE):
                        with suppress(ProgramDiedError, TimeoutError):  # the answer has arrived
                            await self._process.tell(["report"])
                return word
            except (ProgramDiedError, TimeoutError) as problem:
                self._lose(problem)
                if isinstance(problem, TimeoutError) or not left_to_try:
                    raise
        raise AssertionError("the last try returns or raises")

    async def end(self, rank: int, score: int, ended: str, infractions: int) -> None:
        """Send the game's result (as in `Outcome`) to the process, which is then free for another game."""
        if self._process is None:
            return
        try:
            await self._process.tell([*self._events(), f"gameover {rank} {score} {ended} {infractions}"])
        except (ProgramDiedError, TimeoutError) as problem:
            self._lose(problem)
        else:
            self._program.give_back(self._process)
            self._process = None

    def leave(self) -> None:
        """Abandon the game, and kill its process."""
        if self._process is not None:
            self._program.drop(self._process)
            self._process = None

    def _lose(self, problem: Exception) -> None:
        self.deaths += 1
        late = isinstance(problem, TimeoutError)
        why = "it was killed because its time was up" if late else str(problem)
        self._report(why, why, self.view.asked if late else None)
        self.leave()

    def _report(self, why: str, cause: str, legal: Legal | None) -> None:
        """Print *why* for the first case of *cause*, with the decision whose legal answers are *legal*."""
        if self._program.is_new(cause):
            view = self.view
            self._program.log(f"seat {view.seat}: {why}; further cases are counted, not printed")
            if legal is not None:
                text = pack_decision(view.rules, view.seat, view.events, legal)
                print(describe_error("", view, text, self._program.file), file=sys.stderr, flush=True)

    def _news(self, legal: Legal, move: float, bank: float, error: str) -> Iterator[str]:
        cards = self.view.cards
        yield from self._events()
        if error:
            yield f"error {self._asked} {' '.join(error.split())}"
        yield " ".join(["holds", *map(str, self.view.hand)])
        head = ("?", self._asked, KIND_NAMES[legal.kind], _ms(move), _ms(bank))
        safe = word_of(legal.kind, fallback_of(self.view.core), cards)
        yield " ".join(map(str, (*head, safe, *legal_words(legal, cards))))

    def _events(self) -> Iterator[str]:
        """Yield the lines of events that the process has not received; all lines if it is new."""
        if self._sent < 0:
            view = self.view
            yield f"newgame {view.variant}"
            yield f"seat {view.seat} of {view.seats}"
            yield f"partner {NONE if view.partner is None else view.partner}"
            deck = view.rules.deck
            yield f"deck {deck.ranks} copies {deck.copies} jokers {deck.jokers}"
            for name, value in view.options.items():
                yield f"option {name} {json.dumps(value, separators=(',', ':'))}"
            self._sent = 0
        events, self._sent = self.view.events[self._sent :], len(self.view.events)
        for event in events:
            yield line_of(event, self.view.cards)


def _ms(seconds: float) -> str:
    return NONE if seconds == inf else str(int(1000 * seconds))
