"""The option `--text`: run a bot of the kit as a text program, on standard input and output."""

import io
import json
import os
import sys
import time
from collections.abc import Iterable
from contextlib import closing, redirect_stdout
from typing import Any, TextIO

from arena.rules import KIND_NAMES, Rules, configure
from arena.wire.gen import seat_pb2
from bots.sdk.bot.async_bot import AnyBot
from bots.sdk.bot.bot import Outcome
from bots.sdk.bot.clock import UNTIMED, Clock
from bots.sdk.seats.diary import Diary
from bots.sdk.seats.errors import BotErrors
from bots.sdk.seats.pace import Driver, is_async
from bots.sdk.seats.seat import Seat
from bots.sdk.text.events import event_of
from bots.sdk.text.words import FALLBACK, NONE, REPORTS, VERSION, legal_of_words, word_of


class TextServer:
    """Handles the lines of the text protocol for a bot that plays one game after another."""

    def __init__(self, bot: type[AnyBot], errors: BotErrors, diary: Diary, driver: Driver) -> None:
        self._bot = bot
        self._errors = errors
        # Errors of decisions, until the other side says `report`; None: print them at once, as for a person.
        self._reports = io.StringIO() if os.environ.get(REPORTS) == "asked" and not errors.strict else None
        self._diary = diary
        self._driver = driver
        self._variant = ""
        self._number = 0
        self._options: dict[str, Any] = {}
        self._seat: Seat | None = None

    def handle(self, line: str) -> str | None:
        """Handle a line; return the answer if the line is a question, else None. Raises `BotFailedError`."""
        first, _, rest = line.strip().partition(" ")
        match first:
            case "hello":
                return " ".join(["hello", str(VERSION), self._bot.__name__, *self._bot.variants])
            case "newgame":
                self._variant, self._options, self._seat = rest, {}, None
            case "option":
                name, _, value = rest.partition(" ")
                self._options[name] = json.loads(value)
            case "seat":
                self._number = int(rest.split()[0])
            case "?":
                return self._decide(*rest.split())
            case "gameover":
                rank, score, ended, infractions = rest.split()
                self._driver(self._take_seat().over(Outcome(int(rank), int(score), ended, int(infractions))))
                self._seat = None
            case "report":
                print(self._reports.getvalue() if self._reports else "", end="", file=sys.stderr, flush=True)
            case "error":
                print(f"the arena refused an answer: {rest}", file=sys.stderr, flush=True)
            case _ if first and (event := event_of(line)) is not None:
                self._take_seat().hear([event])
        return None

    def _decide(self, number: str, kind_name: str, move: str, bank: str, _: str, *words: str) -> str:
        kind, seat = KIND_NAMES.index(kind_name), self._take_seat()
        self._errors.out = self._reports
        try:
            action = self._driver(seat.decide(legal_of_words(kind, [*words]), int(number), _clock(move, bank)))
        finally:
            self._errors.out = None
        word = word_of(kind, action, seat.view.cards)
        return f"{FALLBACK} {seat.failure}\n{word}" if seat.failure else word

    def _take_seat(self) -> Seat:
        if self._seat is None:
            rules: Rules = configure(self._variant, options=self._options)
            self._seat = Seat(self._bot, rules, self._number, self._errors, self._diary)
        return self._seat


def serve_text(bot: type[AnyBot], errors: BotErrors, diary: Diary, lines: Iterable[str], out: TextIO) -> None:
    """Answer *lines* on *out* until `quit` or their end. The bot's own prints go to standard error."""
    with closing(Driver(is_async(bot))) as driver, redirect_stdout(sys.stderr):
        server = TextServer(bot, errors, diary, driver)
        for line in lines:
            if line.strip() == "quit":
                return
            answer = server.handle(line)
            if answer is not None:
                print(answer, file=out, flush=True)


def _clock(move: str, bank: str) -> Clock:
    if NONE in (move, bank):
        return UNTIMED
    return Clock(seat_pb2.Clock(move_us=1000 * int(move), bank_us=1000 * int(bank)), time.monotonic())
