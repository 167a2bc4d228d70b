"""Go through everything that can happen in a world, each state once."""

from collections import deque

from tests.handover.state import BrokenError, World
from tests.handover.world import is_over, steps


class Explored:
    """The worlds that were reached, numbered in that order."""

    def __init__(self, first: World) -> None:
        """Explore from *first*. Raises `BrokenError` with the story of what broke a promise."""
        self.worlds = [first]
        self.ends: list[int] = []  # where nothing more can happen
        self._numbers = {first: 0}
        self._before: list[tuple[int, str]] = [(0, "")]
        self._earlier: list[list[int]] = [[]]
        at = 0
        while at < len(self.worlds):
            self._go_on(at)
            at += 1

    def _go_on(self, at: int) -> None:
        world = self.worlds[at]
        if is_over(world):
            self.ends.append(at)
            return
        try:
            for step, after in steps(world):
                number = self._numbers.setdefault(after, len(self.worlds))
                if number == len(self.worlds):
                    self.worlds.append(after)
                    self._before.append((at, step))
                    self._earlier.append([])
                self._earlier[number].append(at)
        except BrokenError as broken:
            raise BrokenError(f"{broken}, after\n{self.story(at)}") from None

    def story(self, number: int) -> str:
        """Tell what led to a world, a step a line."""
        steps: list[str] = []
        while number:
            number, step = self._before[number]
            steps.append(step)
        return "\n".join(reversed(steps))

    def stuck(self) -> str | None:
        """Tell what led to a world from which no end can be reached, if there is one."""
        reached = set(self.ends)
        queue = deque(self.ends)
        while queue:
            fresh = set(self._earlier[queue.popleft()]) - reached
            reached |= fresh
            queue.extend(fresh)
        return next((self.story(number) for number in range(len(self.worlds)) if number not in reached), None)
