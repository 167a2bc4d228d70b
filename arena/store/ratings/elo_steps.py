"""What a settled tournament did to whose live Elo."""

from collections.abc import Mapping
from dataclasses import dataclass

from arena.league.ratings.elo import START
from arena.store.closed_boards import StoredBoard
from arena.store.database import Connection, run_all
from arena.store.scales import Scale


@dataclass
class _Step:
    """A version's step in one variant.

    Its rating before the tournament, and the boards it sat at.
    """

    scale: Scale
    before: float
    boards: int = 0


class EloSteps:
    """Notes the boards of one tournament as they are folded."""

    def __init__(self) -> None:
        self._steps: dict[tuple[int, int], _Step] = {}

    def note(self, stored: StoredBoard, ratings: Mapping[int, float]) -> None:
        """One more board, about to be folded into *ratings*."""
        for player in stored.board.line_up:
            place = (stored.variant_index, player)
            step = self._steps.get(place)
            if step is None:
                step = self._steps[place] = _Step(stored.scale, ratings.get(player, START))
            step.boards += 1

    async def store(
        self, connection: Connection, tournament_id: int, after: Mapping[Scale, Mapping[int, float]]
    ) -> None:
        """Write them down, with the ratings they led to."""
        rows = [
            {
                "tournament_id": tournament_id,
                "variant_index": variant_index,
                "version_id": player,
                "boards": step.boards,
                "elo_before": step.before,
                "elo_after": after[step.scale][player],
            }
            for (variant_index, player), step in self._steps.items()
        ]
        await run_all(connection, "put_elo_step", rows)
