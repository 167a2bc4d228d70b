"""A whole arena with registered bots of a load, and their tournaments."""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from arena.local.up import Arena
from arena.store import Store
from tests import ask
from tests.compiled import compiled_core
from tests.house import House
from tools.bench.processes import environment
from tools.load.fleet import AT_A_TABLE, table_of

OPTIONS: Final = {"format": {"kind": "hands", "count": 1}}  # short games, so that many seats open and close
MOVE_US: Final = 2_000_000
BANK_US: Final = 20_000_000
MAIN: Final = "cup"  # the name in `House`
BOARDS: Final = 2  # about so often two bots meet; with many bots each line-up has one board
AHEAD: Final = 3000  # minimum of owed boards: those of slow bots accumulate, and the others should go on playing


class Stage:
    """The arena, with a tournament of all bots except probes, and one for each table of probes."""

    def __init__(self, house: House, ahead: int = AHEAD) -> None:
        self.house = house
        self.arena = house.arena
        self._ahead = ahead
        probes = [name for name in house.names if table_of(name)]
        self._tables = {
            table_of(name): [each for each in probes if table_of(each) == table_of(name)] for name in probes
        }

    def start(self) -> None:
        """Register the bots and start the tournaments."""
        self.house.register()
        self._start(MAIN, [name for name in self.house.names if not table_of(name)], BOARDS)
        for table, probes in self._tables.items():
            self._start(table, probes, self._ahead)
        self.keep_owed()

    def keep_owed(self) -> None:
        """Add boards before a tournament runs out of them. Raises `CrashLoopError`."""
        self.arena.wait(0)
        for name, boards in {MAIN: BOARDS, **dict.fromkeys(self._tables, self._ahead)}.items():
            while (progress := self.house.progress(name)).boards - progress.closed < self._ahead:
                self.house.store(lambda store, name=name, more=boards: store.tournaments.extend_tournament(name, more))

    def _start(self, name: str, bots: Sequence[str], boards: int) -> None:
        new = ask.tournament(
            name,
            [ask.variant("spades-4", options=OPTIONS)],
            bots,
            boards,
            allow_same_owner=True,
            test_seed=name,
            move_us=MOVE_US,
            bank_us=BANK_US,
            ask_single=True,
        )

        async def start(store: Store) -> None:
            await store.tournaments.create_tournament(new)
            await store.tournaments.start_tournament(name)

        self.house.store(start)


def probes(tables: int) -> list[str]:
    """Return the names of the probes of so many tables."""
    return [f"probe-{number:03}" for number in range(tables * AT_A_TABLE)]


@contextmanager
def run_stage(names: Sequence[str], workers: int, gateways: int, ahead: int = AHEAD) -> Iterator[Stage]:
    """Yield an arena whose parts are separate processes, with the compiled core."""
    env = {"PYTHONPATH": environment(compiled_core())["PYTHONPATH"]}
    with (
        tempfile.TemporaryDirectory(prefix="arena-load-") as folder,
        Arena(Path(folder), workers, gateways, env) as arena,
    ):
        yield Stage(House(arena, Path(folder), 0.0, "", {}, {"olga": names}, workers), ahead)
