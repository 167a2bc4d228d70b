"""A gateway's clock that only a test moves, so that measured times are exact."""

from arena.gateway.seats.timekeeper import TICK_US, Timekeeper

START = 1_000_000_000


class StandingClock:
    """The time of all gateways that were made with it."""

    def __init__(self) -> None:
        self.us = START
        self.keepers: list[Timekeeper] = []

    def now(self) -> int:
        """Microseconds, as `Timekeeper` takes them."""
        return self.us

    def seconds(self) -> float:
        """The same time as `time.monotonic` has it."""
        return self.us / 1e6

    def run(self, us: int) -> None:
        """So much time passes, and the gateways' loops keep up with it."""
        end = self.us + us
        while self.us < end:
            self.us = min(end, self.us + TICK_US)
            for keeper in self.keepers:
                keeper.tick()

    def hold_up(self, us: int) -> None:
        """So much time passes in which the gateways' loops do not turn."""
        self.us += us
