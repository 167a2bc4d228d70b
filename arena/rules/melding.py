"""The highest meld of a hand (pinochle.md, Melds)."""

from __future__ import annotations

from arena.rules.events import Melded


class Laid:
    """What a seat laid: (name, how many, points for them all), the points of all, and the cards shown."""

    def __init__(self, points: int, melds: tuple[tuple[str, int, int], ...], shown: tuple[int, ...]) -> None:
        self.points = points
        self.melds = melds
        self.shown = shown

    def event(self, seat: int) -> Melded:
        """The event by which every seat hears of it."""
        return Melded(seat, self.points, self.melds, self.shown)
