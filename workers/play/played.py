"""Count a worker's games, decisions and infractions, for its metrics."""

from collections import Counter
from time import monotonic
from typing import Final

from arena.play import ILLEGAL, Ledger

MALFORMED: Final = "malformed"  # an answer that was no action at all; records count it as illegal


class Played:
    """Totals over games.

    Attributes:
        table_us: How long tables were under play, summed over tables.
        boards: How many boards were stored. *voids*: how many became void, by cause.
        infractions: The number of answers that were late, illegal or missing, by kind.
    """

    def __init__(self) -> None:
        self.games = self.boards = self.decisions = self.charged_us = self.table_us = 0
        self.voids: Counter[str] = Counter()
        self.infractions: Counter[str] = Counter()

    def add(self, other: "Played") -> None:
        """Add the totals of *other* to this object."""
        self.games += other.games
        self.boards += other.boards
        self.voids.update(other.voids)
        self.decisions += other.decisions
        self.charged_us += other.charged_us
        self.table_us += other.table_us
        self.infractions.update(other.infractions)


class Meter:
    """Measures the game of *ledger* from now on, without the part that an earlier worker played."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._began = monotonic()
        self._ended: float | None = None
        self._sums_before = _sums(ledger)
        self._infractions_before = _infractions(ledger)
        self._infractions_in_all: Counter[str] = Counter()

    def end(self) -> None:
        """Note that this worker no longer plays the game."""
        if self._ended is None:
            self._ended = monotonic()
            self._infractions_in_all = _infractions(self._ledger) - self._infractions_before

    def add_to(self, played: Played) -> None:
        """Add the game's totals so far to *played*, at little cost: a worker may have thousands of tables.

        Infractions are added only once the game has ended.
        """
        asked, charged_us = _sums(self._ledger)
        played.decisions += asked - self._sums_before[0]
        played.charged_us += charged_us - self._sums_before[1]
        played.table_us += round(((self._ended or monotonic()) - self._began) * 1e6)
        if self._infractions_in_all:
            played.infractions.update(self._infractions_in_all)


def _sums(ledger: Ledger) -> tuple[int, int]:
    asked = charged_us = 0
    for account in ledger.accounts:
        asked += account.asked
        charged_us += account.spent_us
    return asked, charged_us


def _infractions(ledger: Ledger) -> Counter[str]:
    found = Counter(entry.reason for entry in ledger.infractions if entry.reason != ILLEGAL)  # counted by account
    for account in ledger.accounts:
        found[ILLEGAL] += account.illegal - account.malformed
        found[MALFORMED] += account.malformed
    return found
