"""Play for some minutes; check that no resource grows and no bot waits long."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import psycopg

from tools.load.crowd import BotCounts, Crowd
from tools.load.stage import Stage
from tools.load.waits import PATIENCE, Waits
from tools.load.weights import ProcessSamples, Slope, slope_of

EVERY: Final = 5.0  # seconds between two looks
TOLD: Final = 6  # looks per line of progress
MEASURED: Final = ("rss", "anonymous", "descriptors")
HELD: Final = """
SELECT split_part(n.bot, '-', 1), f.infraction, sum(f.count)::bigint
FROM infractions f JOIN named_versions n ON n.id = f.version_id GROUP BY 1, 2 ORDER BY 1, 2
"""
VOIDED: Final = "SELECT reason, count(*) FROM voids GROUP BY 1 ORDER BY 1"


@dataclass
class Steady:
    """The result. *played*: the looks of `Waits`; *slopes* by process and measure."""

    minutes: float
    taken: BotCounts
    played: list[dict[str, float]]
    slopes: dict[str, dict[str, Slope | None]]
    restarts: dict[str, int]
    worst_wait: float
    held: dict[str, int]  # infractions by bot kind and word: "silent timeout"
    voided: dict[str, int]  # boards by cause

    @property
    def longest_wait_allowed(self) -> float:
        """Twice the patience plus a block's length, in seconds."""
        return 2 * PATIENCE + max((look["longest block"] for look in self.played), default=0.0)

    @property
    def boards(self) -> float:
        """Boards per second since the first look."""
        return (self.played[-1]["closed"] - self.played[0]["closed"]) / (60 * self.minutes)

    @property
    def is_good(self) -> bool:
        """Whether nothing grew, nobody waited too long, and no board was void."""
        flat = all(slope is None or slope.is_flat for each in self.slopes.values() for slope in each.values())
        waited = self.worst_wait <= self.longest_wait_allowed
        return flat and waited and not self.voided and not any(self.restarts.values())


def play(stage: Stage, crowd: Crowd, minutes: float, tell: Callable[[str], None]) -> Steady:
    """Play and look for *minutes*; after Ctrl-C the looks so far count."""
    names = [*(f"gateway-{n}" if n > 1 else "gateway" for n in range(1, 1 + len(stage.arena.gateways)))]
    names += [f"worker-{n}" for n in range(1, 1 + stage.house.workers)]
    weighed = [ProcessSamples(name, partial(stage.arena.pid_of, name), []) for name in names]
    waits, total, played = Waits(stage.arena.dsn), BotCounts(0.0), list[dict[str, float]]()
    began = time.monotonic()
    crowd.take()
    try:
        while time.monotonic() - began < 60 * minutes:
            time.sleep(EVERY)
            for each in weighed:
                each.weigh()
            played.append(waits.look())
            taken = crowd.take()
            total.counts.update(taken.counts)
            total.shares += taken.shares
            if len(played) % TOLD == 0:
                stage.keep_owed()
                tell(_line(time.monotonic() - began, crowd.connected(), taken, played[-1], waits, weighed))
    except KeyboardInterrupt:
        tell("stopped: this is what there is")
    total.seconds = time.monotonic() - began
    total.shares.sort()
    slopes = {each.name: _slopes(each) for each in weighed}
    restarts = {each.name: each.restarts for each in weighed}
    with psycopg.connect(stage.arena.dsn) as connection:
        infractions = {f"{kind} {word}": count for kind, word, count in connection.execute(HELD)}
        voided: dict[str, int] = dict(connection.execute(VOIDED).fetchall())
    return Steady(total.seconds / 60, total, played, slopes, restarts, waits.worst, infractions, voided)


def _slopes(weighed: ProcessSamples) -> dict[str, Slope | None]:
    times = [sample.at for sample in weighed.samples]
    return {name: slope_of(times, [getattr(sample, name) for sample in weighed.samples]) for name in MEASURED}


def _line(
    seconds: float,
    connected: int,
    taken: BotCounts,
    played: dict[str, float],
    waits: Waits,
    weighed: list[ProcessSamples],
) -> str:
    sizes = " ".join(f"{each.name} {each.samples[-1].rss:.0f}/{each.samples[-1].descriptors:.0f}" for each in weighed)
    return (
        f"{seconds / 60:5.1f} min: {connected} bots, {played['seats']:,.0f} seats, {taken.decisions:,.0f} decisions/s,"
        f" {played['closed']:,.0f} boards; own share p50 {taken.share(0.5):.1f} p99 {taken.share(0.99):.1f} ms;"
        f" longest wait {waits.worst:.0f} s; MB/descriptors {sizes}"
    )


def show(steady: Steady, bots: int, seats: int) -> None:
    """Print the table."""
    taken, open_seats = steady.taken, [look["seats"] for look in steady.played[len(steady.played) // 3 :]]
    print(f"{bots} bots that offer {bots * seats:,} seats, {steady.minutes:.1f} minutes")
    print(f"  seats open          {sum(open_seats) / len(open_seats):,.0f} on average, {max(open_seats):,.0f} at most")
    print(f"  decisions a second  {taken.decisions:,.0f}; boards a second {steady.boards:.2f}")
    print(f"  the arena's share   p50 {taken.share(0.5):.2f} ms, p99 {taken.share(0.99):.2f} ms of a decision", end="")
    print(f" ({len(taken.shares):,} measured)")
    print(f"  longest wait        {steady.worst_wait:.0f} s; allowed {steady.longest_wait_allowed:.0f} s")
    print("  voided              " + (", ".join(f"{n:,}: {why}" for why, n in steady.voided.items()) or "none"))
    print("  held against        " + (", ".join(f"{what} {n:,}" for what, n in steady.held.items()) or "nobody"))
    print(f"{'':<12}{'':<14}{'mean':>8}{'an hour more':>14}{'95% interval':>20}")
    for name, slopes in steady.slopes.items():
        for measure, slope in slopes.items():
            print(
                f"  {name:<10}{measure:<14}"
                + _format_slope(slope)
                + (f" {steady.restarts[name]} restarts" * bool(steady.restarts[name]))
            )


def _format_slope(slope: Slope | None) -> str:
    if slope is None:
        return "  too short to tell"
    interval = f"{slope.low:+.2f} to {slope.high:+.2f}"
    return f"{slope.mean:>8.1f}{slope.hourly:>+14.2f}{interval:>20}  {'flat' if slope.is_flat else 'GROWS'}"


def as_json(steady: Steady) -> dict[str, Any]:
    """Return all of it in JSON's types."""
    return {
        "minutes": steady.minutes,
        "decisions a second": steady.taken.decisions,
        "boards a second": steady.boards,
        "share ms": {
            "p50": steady.taken.share(0.5),
            "p99": steady.taken.share(0.99),
            "measured": len(steady.taken.shares),
        },
        "longest wait s": steady.worst_wait,
        "longest wait allowed s": steady.longest_wait_allowed,
        "held": steady.held,
        "voided": steady.voided,
        "slopes": {
            name: {measure: slope and slope._asdict() | {"flat": slope.is_flat} for measure, slope in each.items()}
            for name, each in steady.slopes.items()
        },
        "restarts": steady.restarts,
        "looks": steady.played,
    }
