"""What the players of a hand were charged for their decisions."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.rules.replays.steps import Step


@dataclass(frozen=True)
class Times:
    """What a player was charged in a hand, in milliseconds.

    *asked*: its decisions that were measured, of which *batched* were answered in batches of many: those times are
    the batches', so they are in no sum. *total_ms* and *longest_ms* are of the others, the longest at the step
    *longest_at*; -1 where there are none. *longest_batch_ms*: 0 where there is no batch.
    """

    player: str
    asked: int
    batched: int
    total_ms: int
    longest_ms: int
    longest_at: int
    longest_batch_ms: int


def times_of(steps: Sequence[Step], players: Sequence[str]) -> list[Times]:
    """Return the times of each player; none where nothing was measured."""
    if all(step.charged_ms is None and step.batch_ms is None for step in steps):
        return []
    return [_times(player, [step for step in steps if step.seat == seat]) for seat, player in enumerate(players)]


def _times(player: str, steps: Sequence[Step]) -> Times:
    alone = [(step.charged_ms, -step.number) for step in steps if step.charged_ms is not None]
    batched = [step.batch_ms for step in steps if step.batch_ms is not None]
    longest_ms, before = max(alone, default=(-1, 1))
    total_ms, longest_batch_ms = sum(ms for ms, _ in alone), max(batched, default=0)
    return Times(player, len(alone) + len(batched), len(batched), total_ms, longest_ms, -before, longest_batch_ms)
