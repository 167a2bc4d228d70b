"""Keep the state of a running game that survives a crash: its decisions, times and infractions."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

from librt.strings import BytesWriter

from arena.play.seat import TIMEOUT, Evidence, TimeControl
from arena.rules import Game, Rules, new_game, unpack, varint
from arena.rules.native import mypyc_attr, u8
from arena.rules.records.thinking import NOT_MEASURED, charge_code

if TYPE_CHECKING:
    from mypy_extensions import i64

ONE_BYTE: Final = 128  # numbers below it are packed as one byte
SECOND: Final = 1_000_000  # microseconds


@mypyc_attr(acyclic=True)
class Account:
    """The account of one seat in a game, all of which a journal stores. Times are in microseconds.

    *bank_us*: time left in the seat's bank. *asked*: number of the seat's decisions so far. *think_us*, *net_us*: time
    charged for its last decision, and network time that was not charged. *spent_us*: the sum of all charges. *illegal*:
    number of illegal answers in settled decisions; *malformed*: how many of these were no actions at all. *lost*:
    whether the seat is no longer asked.
    """

    def __init__(self, bank_us: i64) -> None:
        self.bank_us: i64 = bank_us
        self.asked: i64 = 0
        self.think_us: i64 = 0
        self.net_us: i64 = 0
        self.spent_us: i64 = 0
        self.illegal: i64 = 0
        self.malformed: i64 = 0
        self.lost: bool = False


def enter(entries: BytesWriter, action: i64, charge: i64) -> None:
    """Append a decision to *entries*: its action, and its charge as coded by `arena/rules/records/thinking.py`."""
    if action < ONE_BYTE:
        entries.append(u8(action))
    else:
        entries.write(varint(action))
    if charge < ONE_BYTE:
        entries.append(u8(charge))
    else:
        entries.write(varint(charge))


def split_entries(entries: bytes) -> tuple[bytes, bytes]:
    """Split *entries*, as `enter` writes them, into all packed actions and all packed charges."""
    if entries.isascii():  # every number is one byte, the usual case: many times faster
        return entries[::2], entries[1::2]
    actions, charges = BytesWriter(), BytesWriter()
    is_action = True
    for place in range(len(entries)):
        byte: i64 = entries[place]
        if is_action:
            actions.append(u8(byte))
        else:
            charges.append(u8(byte))
        if byte < ONE_BYTE:
            is_action = not is_action
    return actions.getvalue(), charges.getvalue()


@dataclass(frozen=True, slots=True)
class Infraction:
    """A fallback answer for *seat*; *hand* counts from 0, and *decision* counts from 0 in the hand."""

    hand: int
    seat: int
    decision: int
    reason: str  # ILLEGAL, TIMEOUT, DISCONNECTED or RESIGNED of seat.py


@dataclass(frozen=True, slots=True)
class Timeout:
    """A timeout with its evidence and the seat's time limits; *hand*, *seat*, *decision* as in `Infraction`."""

    hand: int
    seat: int
    decision: int
    number: int  # the decision's number, per seat from 1
    move_us: int
    bank_us: int
    evidence: Evidence


class Journal(Protocol):
    """The stored state of a running game, as `JournalUpdate.state` has it. Sequences are by seat unless noted."""

    @property
    def actions(self) -> bytes: ...
    @property
    def charges(self) -> bytes: ...
    @property
    def infractions(self) -> Sequence[Mapping[str, Any]]: ...  # an entry for each infraction
    @property
    def banks(self) -> Sequence[int]: ...
    @property
    def illegal(self) -> Sequence[int]: ...
    @property
    def malformed(self) -> Sequence[int]: ...
    @property
    def costs(self) -> Sequence[Sequence[int]]: ...  # each seat's think_us, net_us and spent_us
    @property
    def lost(self) -> Sequence[int]: ...  # 0 or 1, since compiled code does not accept a JSON number as bool
    @property
    def asked(self) -> Sequence[int]: ...
    @property
    def played_us(self) -> Sequence[int]: ...  # play time up to the end of each hand


@dataclass(frozen=True, slots=True)
class JournalUpdate:
    """The part of a game's state that its journal does not have yet.

    *entries*: the actions from number *start* to before *end*, packed by `enter`. *state*: the members of `Journal`
    other than actions and charges, as a JSON object without its braces. *asked*: each seat's number of decisions up to
    *end*. *timeouts*: the timeouts among these actions.
    """

    start: int
    end: int
    entries: bytes
    state: str
    asked: list[int]
    timeouts: list[Timeout]


class Ledger:
    """A game with the accounts of its seats.

    *entered*: number of actions so far; *stored*: how many of them the journal has. *unstored*, *timeouts*: packed
    entries and timeouts that the journal does not have yet. *played_us*: if the rules have a deadline, the microseconds
    charged to all seats up to the end of each hand. The open hand is last.
    """

    def __init__(self, game: Game, time: TimeControl) -> None:
        """Begin the ledger of *game*, which must be at its start."""
        self.game: Final[Game] = game
        self.time: Final[TimeControl] = time
        self.accounts: Final = [Account(time.bank_us) for _ in range(game.rules.seats)]
        self.unstored: Final = BytesWriter()  # entries that the journal lacks: an update copies only these
        self._stored: list[bytes] = []
        self.entered: i64 = 0
        self.stored: i64 = 0
        self.hand_began: i64 = 0  # number of actions before the open hand
        self.infractions: list[Infraction] = []
        self.timeouts: list[Timeout] = []
        self.deadline = game.rules.length.deadline
        self.played_us = [] if self.deadline is None else [0]

    @classmethod
    def resume(cls, rules: Rules, seed: bytes, time: TimeControl, journal: Journal | None) -> Ledger:
        """Return the ledger of a game as *journal* stored it; without a journal, at its start."""
        ledger = cls(new_game(rules, seed), time)
        if journal is None:
            return ledger
        for action, charge in zip(unpack(journal.actions), unpack(journal.charges), strict=True):
            ledger._enter(action, charge)
        ledger._store(ledger.entered, ledger.unstored.getvalue())
        ledger.infractions = [Infraction(**entry) for entry in journal.infractions]
        for seat, account in enumerate(ledger.accounts):
            account.bank_us = journal.banks[seat]
            account.illegal = journal.illegal[seat]
            account.lost = bool(journal.lost[seat])
            account.asked = journal.asked[seat]
            account.malformed = journal.malformed[seat]
            account.think_us, account.net_us, account.spent_us = journal.costs[seat]
        ledger.played_us = list(journal.played_us)
        if ledger.is_late and not ledger.game.is_over and len(ledger.played_us) < len(ledger.game.hands):
            ledger.game.stop("deadline")
        return ledger

    @property
    def actions_and_charges(self) -> tuple[bytes, bytes]:
        """All actions and all charges so far, each packed as a stored game has them."""
        return split_entries(b"".join(self._stored) + self.unstored.getvalue())

    @property
    def elapsed_s(self) -> list[int]:
        """The play time up to the end of each hand, in whole seconds, as in records."""
        return [played // SECOND for played in self.played_us]

    @property
    def is_late(self) -> bool:
        """Whether the play time has reached the deadline."""
        return self.deadline is not None and self.elapsed_s[-1] >= self.deadline

    def force(self, action: i64) -> None:
        """Apply an action for which no seat was asked."""
        self._enter(action, NOT_MEASURED)

    def _enter(self, action: i64, charge: i64) -> None:
        game = self.game
        hand = game.hand
        game.apply(action)
        self.entered += 1
        enter(self.unstored, action, charge)
        if game.hand is not hand:
            self.hand_began = self.entered
            if self.is_late:
                game.stop("deadline")
            elif self.played_us:
                self.played_us.append(self.played_us[-1])

    def settle(
        self,
        account: Account,
        action: i64,
        bank_us: i64,
        illegal: i64 = 0,
        think_us: i64 = 0,
        malformed: i64 = 0,
        in_batch: bool = False,
    ) -> None:
        """Apply *action* to the open decision, and charge the time to *account*, that of the seat to act.

        *action*: the seat's own or the fallback's. *illegal*: number of illegal answers before it; *malformed* of them
        were no actions. *think_us*: time charged. *bank_us*: time left in the bank. *in_batch*: *think_us* is the time
        of a whole batch. No time is measured for a lost seat.
        """
        if self.deadline is not None:
            self.played_us[-1] += think_us
        account.asked += 1
        account.bank_us = bank_us
        account.spent_us += think_us
        account.illegal += illegal
        account.malformed += malformed
        self._enter(action, NOT_MEASURED if account.lost else charge_code(think_us, in_batch))

    def record_infraction(self, seat: int, reason: str) -> None:
        """Record an infraction of *seat* at the open decision."""
        self.infractions.append(Infraction(self.game.hand.number, seat, self.entered - self.hand_began, reason))

    def time_out(self, seat: int, evidence: Evidence) -> None:
        """Record that *seat* timed out at the open decision; call it before the seat's bank changes."""
        self.record_infraction(seat, TIMEOUT)
        place, account = self.infractions[-1], self.accounts[seat]
        number, times = account.asked + 1, (self.time.move_us, account.bank_us)
        self.timeouts.append(Timeout(place.hand, seat, place.decision, number, *times, evidence))

    def lose(self, seat: int, reason: str) -> None:
        """Stop asking *seat*; this one infraction covers all its later fallback answers."""
        self.accounts[seat].lost = True
        self.record_infraction(seat, reason)

    def count_infractions(self, seat: int) -> int:
        """Return the number of infractions of *seat*."""
        return sum(entry.seat == seat for entry in self.infractions)

    def news(self) -> JournalUpdate:
        """Return the state that the journal does not have yet; call `keep` once it is stored."""
        asked: list[int] = [account.asked for account in self.accounts]
        return JournalUpdate(
            self.stored, self.entered, self.unstored.getvalue(), self._state(asked), asked, list(self.timeouts)
        )

    def _state(self, asked: list[int]) -> str:
        """Return `JournalUpdate.state`; formatted lists of integers are valid JSON, which saves time."""
        accounts = self.accounts
        banks: list[int] = [account.bank_us for account in accounts]
        illegal: list[int] = [account.illegal for account in accounts]
        malformed: list[int] = [account.malformed for account in accounts]
        costs: list[list[int]] = [[account.think_us, account.net_us, account.spent_us] for account in accounts]
        lost: list[int] = [int(account.lost) for account in accounts]
        infractions = json.dumps(self.infraction_records()) if self.infractions else "[]"
        return (
            f'"infractions":{infractions},"banks":{banks},"illegal":{illegal},"malformed":{malformed},'
            f'"costs":{costs},"lost":{lost},"asked":{asked},"played_us":{self.played_us}'
        )

    def infraction_records(self) -> list[dict[str, Any]]:
        """Return the infractions as dicts, as `to_record` takes them."""
        return [asdict(entry) for entry in self.infractions]

    def keep(self, news: JournalUpdate) -> None:
        """Note that the journal has stored *news*."""
        self._store(news.end, news.entries)
        del self.timeouts[: len(news.timeouts)]

    def _store(self, end: i64, entries: bytes) -> None:
        """Move *entries*, which are the first of `unstored`, to the stored ones; *end*: number of stored actions."""
        self.stored = end
        self._stored.append(entries)
        rest = self.unstored.getvalue()[len(entries) :]
        self.unstored.truncate(0)
        self.unstored.write(rest)
