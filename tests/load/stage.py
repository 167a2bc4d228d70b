"""A whole arena with the bots of a load registered, and tournaments for them."""

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from arena.local.up import Arena
from arena.store import Store
from arena.store.tournaments.rows import NewTournament, NewVariant
from tests.bench.processes import environment
from tests.compiled import compiled_core
from tests.house import House
from tests.load.fleet import AT_A_TABLE, table_of

OPTIONS: Final = {"format": {"kind": "hands", "count": 1}}  # short games: many seats come and go
MOVE_US: Final = 2_000_000
BANK_US: Final = 20_000_000
MAIN: Final = "cup"
BOARDS: Final = 2  # so often two bots meet, about: thousands of line-ups with a board each
AHEAD: Final = 2_000  # boards that are owed at least: more are added before they run out
PROBES: Final = tuple(f"probe-{number:03}" for number in range(4 * AT_A_TABLE))


class Stage:
    """The arena, and one tournament of all bots beside one of each table of probes."""

    def __init__(self, house: House, bots: Sequence[str]) -> None:
        self.house = house
        self._bots = [name for name in bots if not table_of(name)]

    @property
    def arena(self) -> Arena:
        """The arena."""
        return self.house.arena

    def start(self) -> None:
        """Register the bots and start the tournaments."""
        self.house.register()
        self._start(MAIN, self._bots, BOARDS)
        for first in range(0, len(PROBES), AT_A_TABLE):
            self._start(table_of(PROBES[first]), PROBES[first : first + AT_A_TABLE], 2 * AHEAD)

    def keep_owed(self) -> None:
        """Add boards before a tournament runs out of them."""
        self.arena.wait(0)
        for name in (MAIN, *sorted({table_of(probe) for probe in PROBES})):
            progress = self.house.progress(name)
            if progress.boards - progress.closed < AHEAD:
                self.house.store(lambda store, name=name: store.tournaments.extend_tournament(name, BOARDS))

    def _start(self, name: str, bots: Sequence[str], boards: int) -> None:
        new = NewTournament(
            name,
            [NewVariant("spades-4", options=OPTIONS)],
            bots,
            boards,
            allow_same_owner=True,
            test_seed=name,
            move_us=MOVE_US,
            bank_us=BANK_US,
            auto_single=False,
        )

        async def start(store: Store) -> None:
            await store.tournaments.create_tournament(new)
            await store.tournaments.start_tournament(name)

        self.house.store(start)


@contextmanager
def staged(bots: Sequence[str], workers: int, gateways: int, **env: Any) -> Iterator[Stage]:
    """Yield an arena whose parts are processes of their own, with the compiled core."""
    os.environ["PYTHONPATH"] = environment(compiled_core())["PYTHONPATH"]
    with (
        tempfile.TemporaryDirectory(prefix="arena-load-") as folder,
        Arena(Path(folder), workers, gateways, env) as arena,
    ):
        house = House(arena, Path(folder), 0.0, "", {}, {"olga": [*bots, *PROBES]}, workers)
        yield Stage(house, bots)
