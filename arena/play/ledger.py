"""What must survive of a running game. A decision is entered whole, so a journal never ends in the middle of one."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

from librt.strings import BytesWriter

from arena.play.account import Account
from arena.play.clock import TimeControl
from arena.play.seat import TIMEOUT, Evidence
from arena.rules import Game, Rules, new_game, unpack, varint
from arena.rules.native import u8

if TYPE_CHECKING:
    from mypy_extensions import i64

SECOND: Final = 1_000_000
ONE_BYTE: Final = 128  # actions below are bytes as they are, packed


@dataclass(frozen=True, slots=True)
class Infraction:
    """The fallback answered for *seat*: at which decision of which hand, both from 0, and why (a word of `seat.py`)."""

    hand: int
    seat: int
    decision: int
    reason: str


@dataclass(frozen=True, slots=True)
class Timeout:
    """The evidence beside the infraction of *seat* at *decision* of *hand*: its *number*, and the time the seat had."""

    hand: int
    seat: int
    decision: int
    number: int
    move_us: int
    bank_us: int
    evidence: Evidence


class Journal(Protocol):
    """What was stored of a game: packed actions, and lists with one entry a seat (but for the infractions)."""

    @property
    def actions(self) -> bytes: ...
    @property
    def infractions(self) -> Sequence[Mapping[str, Any]]: ...
    @property
    def banks(self) -> Sequence[int]: ...
    @property
    def illegal(self) -> Sequence[int]: ...
    @property
    def malformed(self) -> Sequence[int]: ...
    @property
    def costs(self) -> Sequence[Sequence[int]]: ...
    @property
    def lost(self) -> Sequence[bool]: ...
    @property
    def asked(self) -> Sequence[int]: ...
    @property
    def played_us(self) -> Sequence[int]: ...


@dataclass(frozen=True, slots=True)
class News:
    """What a journal does not have yet: *actions*, packed, from index *start* up to *end*, and the rest.

    *state* is the rest, as the members of a JSON object without its braces.

    *asked* is the number of the last decision of each seat that these actions, with those before, contain; *timeouts*
    are those of these actions.
    """

    start: int
    end: int
    actions: bytes
    state: str
    asked: list[int]
    timeouts: list[Timeout]


class Ledger:
    """A game with what is charged and held against its seats.

    Attributes:
        accounts: the seats'.
        entered: how many actions there were; *stored*: how many of them the journal has.
        timeouts: those that the journal does not have yet.
        unstored: the actions that the journal does not have yet, packed.
        played_us: where the rules have a deadline, the play time so far after each hand, the open one last, in
            microseconds: what its seats were charged.
    """

    def __init__(self, game: Game, time: TimeControl) -> None:
        """*game* is at its very beginning."""
        self.game: Final[Game] = game
        self.time: Final[TimeControl] = time
        self.accounts: Final = [Account(time.bank_us) for _ in range(game.rules.seats)]
        self.unstored: Final = BytesWriter()  # the others are apart: a long game is not copied at each journal
        self._stored: list[bytes] = []
        self.entered: i64 = 0
        self.stored: i64 = 0
        self.hand_began: i64 = 0  # how many actions were before the open hand
        self.infractions: list[Infraction] = []
        self.timeouts: list[Timeout] = []
        self.deadline = game.rules.length.deadline
        self.played_us = [] if self.deadline is None else [0]

    @classmethod
    def resume(cls, rules: Rules, seed: bytes, time: TimeControl, journal: Journal | None) -> Ledger:
        """The game as *journal* has it, or from the beginning where there is none."""
        ledger = cls(new_game(rules, seed), time)
        if journal is None:
            return ledger
        for action in unpack(journal.actions):
            ledger.force(action)
        ledger._store(ledger.entered, journal.actions)
        ledger.infractions = [Infraction(**entry) for entry in journal.infractions]
        for seat, account in enumerate(ledger.accounts):
            account.bank_us = journal.banks[seat]
            account.illegal = journal.illegal[seat]
            account.lost = bool(journal.lost[seat])
            account.asked = journal.asked[seat]
            account.malformed = journal.malformed[seat]
            account.think_us, account.net_us = journal.costs[seat]
        ledger.played_us = list(journal.played_us)
        if ledger.is_late and not ledger.game.is_over and len(ledger.played_us) < len(ledger.game.hands):
            ledger.game.stop("deadline")
        return ledger

    @property
    def packed(self) -> bytes:
        """All actions as a stored game has them."""
        return b"".join(self._stored) + self.unstored.getvalue()

    @property
    def elapsed_s(self) -> list[int]:
        """The play time after each hand in whole seconds, as a record has it."""
        return [played // SECOND for played in self.played_us]

    @property
    def is_late(self) -> bool:
        """Whether the play time has reached the deadline."""
        return self.deadline is not None and self.elapsed_s[-1] >= self.deadline

    def force(self, action: i64) -> None:
        """Enter an action nobody was asked for."""
        game = self.game
        hand = game.hand
        game.apply(action)
        self.entered += 1
        if action < ONE_BYTE:
            self.unstored.append(u8(action))
        else:
            self.unstored.write(varint(action))
        if game.hand is not hand:
            self.hand_began = self.entered
            self._end_hand()

    def _end_hand(self) -> None:
        """Another hand is dealt: the deadline is tested before anybody hears of it."""
        if self.is_late:
            self.game.stop("deadline")
        elif self.played_us:
            self.played_us.append(self.played_us[-1])

    def settle(
        self, account: Account, action: i64, bank_us: i64, illegal: i64 = 0, think_us: i64 = 0, malformed: i64 = 0
    ) -> None:
        """Enter what came of a question to the seat of *account*: its *action* or the fallback, and what goes with it.

        *illegal*: its answers before that were not legal; *malformed* of those were no actions at all. *think_us* is
        what it was charged, *bank_us* what is left to it.
        """
        if self.deadline is not None:
            self.played_us[-1] += think_us
        account.asked += 1
        account.bank_us = bank_us
        account.illegal += illegal
        account.malformed += malformed
        self.force(action)

    def blame(self, seat: int, reason: str) -> None:
        """Record an infraction of *seat* at the open decision."""
        self.infractions.append(Infraction(self.game.hand.number, seat, self.entered - self.hand_began, reason))

    def time_out(self, seat: int, evidence: Evidence) -> None:
        """Record an infraction of *seat*, whose time is up, with the evidence; its bank is still as it was."""
        self.blame(seat, TIMEOUT)
        place, account = self.infractions[-1], self.accounts[seat]
        number, times = account.asked + 1, (self.time.move_us, account.bank_us)
        self.timeouts.append(Timeout(place.hand, seat, place.decision, number, *times, evidence))

    def lose(self, seat: int, reason: str) -> None:
        """Do not ask *seat* again; one infraction stands for all the fallback answers from here on."""
        self.accounts[seat].lost = True
        self.blame(seat, reason)

    def faults_of(self, seat: int) -> int:
        """How many infractions *seat* has."""
        return sum(entry.seat == seat for entry in self.infractions)

    def news(self) -> News:
        """What the journal does not have yet; `keep` it when it does."""
        asked: list[int] = [account.asked for account in self.accounts]
        return News(self.stored, self.entered, self.unstored.getvalue(), self._state(asked), asked, list(self.timeouts))

    def _state(self, asked: list[int]) -> str:
        """The state of `News`: a list of integers reads the same in JSON, and a table has one written each second."""
        accounts = self.accounts
        banks: list[int] = [account.bank_us for account in accounts]
        illegal: list[int] = [account.illegal for account in accounts]
        malformed: list[int] = [account.malformed for account in accounts]
        costs: list[list[int]] = [[account.think_us, account.net_us] for account in accounts]
        lost: list[int] = [int(account.lost) for account in accounts]
        infractions = json.dumps(self.told_infractions()) if self.infractions else "[]"
        return (
            f'"infractions":{infractions},"banks":{banks},"illegal":{illegal},"malformed":{malformed},'
            f'"costs":{costs},"lost":{lost},"asked":{asked},"played_us":{self.played_us}'
        )

    def told_infractions(self) -> list[dict[str, Any]]:
        """The infractions as a record has them."""
        return [asdict(entry) for entry in self.infractions]

    def keep(self, news: News) -> None:
        """The journal has *news* now."""
        self._store(news.end, news.actions)
        del self.timeouts[: len(news.timeouts)]

    def _store(self, end: i64, actions: bytes) -> None:
        """The first of what is not stored are these *actions*, and are stored now."""
        self.stored = end
        self._stored.append(actions)
        rest = self.unstored.getvalue()[len(actions) :]
        self.unstored.truncate(0)
        self.unstored.write(rest)
