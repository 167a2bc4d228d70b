"""What takes more to know than the core's view of a hand."""

from collections.abc import Sequence

from arena.rules import Event, Rules, Whereabouts
from bots.sdk.bot.deduced import Deduced


class Reckoned:
    """Where the cards are and cannot be, folded when it is asked for."""

    def __init__(self, rules: Rules, seat: int) -> None:
        self._where = Whereabouts(rules, seat)
        self._deduced = Deduced(rules)
        self._followed = 0

    def follow(self, events: Sequence[Event]) -> None:
        """Fold in those of the seat's *events* that are new."""
        for event in events[self._followed :]:
            self._where.observe(event)
            self._deduced.observe(event)
        self._followed = len(events)

    @property
    def sizes(self) -> list[int]:
        """How many cards each seat holds."""
        return self._where.sizes

    def known(self, seat: int) -> list[int]:
        """Return the cards that another seat holds for sure."""
        return list(self._where.known[seat].elements())

    def cannot(self, seat: int) -> int:
        """Return the fields of the cards that a seat cannot hold."""
        return self._deduced.cannot[seat]
