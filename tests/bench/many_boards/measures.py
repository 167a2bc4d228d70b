"""What is done with boards while others play: a tournament made, played, read, looked after and cancelled."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, LiteralString

from arena.api.ratings.bradley_terry import get_strengths
from arena.api.ratings.standings import get_standings
from arena.store.play.rows import Claim
from arena.store.tournaments.rows import NewTournament, NewVariant
from arena.wire.gen.ratings_pb2 import GetStrengthsRequest
from arena.wire.gen.standings_pb2 import GetStandingsRequest
from tests.bench.many_boards.side import Side, in_turn
from tests.bench.scale.reading import FITTED, call_of
from tests.bench.scale.writing import results_of

PLAYERS: Final = 8  # 70 line-ups of four, a block each
BOARDS: Final = 8  # of each line-up
PLAYED: Final = 50  # blocks
LOOKS: Final = 15  # at what is quick
CANCELLED: Final = 5
DEAD: Final = 5  # one row in so many is dead where a vacuum is due (autovacuum_vacuum_scale_factor 0.2)


class Round:
    """One round on all sides, with the tournament *name* of *bots*."""

    def __init__(self, sides: Sequence[Side], name: str, bots: Sequence[str]) -> None:
        self._sides = sides
        self._name = name
        self._bots = bots
        self._claims: dict[int, Claim] = {}
        for side in sides:
            side.rounds.append({})

    async def run(self) -> None:
        """Measure everything; each side's last round has it then."""
        await self._measure("a tournament of 560 boards made", lambda side: self._make(side, self._name))
        await self._play()
        await self._measure("a look for work that rates 400 boards", lambda side: side.store.tend())
        await self._measure("a look for work", lambda side: side.store.tend(), LOOKS)
        await self._read()
        for number in range(CANCELLED):
            for side in self._sides:
                await self._make(side, f"{self._name}-{number}")
        left = {side.boards: list(range(CANCELLED)) for side in self._sides}

        async def cancel(side: Side) -> None:
            await side.store.tournaments.cancel_tournament(f"{self._name}-{left[side.boards].pop()}")

        await self._measure("a tournament cancelled", cancel, CANCELLED)
        for side in self._sides:
            await side.store.tournaments.cancel_tournament(self._name)
        await self._measure("VACUUM boards, after that", lambda side: side.beside.execute("VACUUM boards"))
        await self._measure("ANALYZE boards", lambda side: side.beside.execute("ANALYZE boards"))

    async def _measure(self, what: str, work: Callable[[Side], Awaitable[Any]], times: int = 1) -> None:
        for side, milliseconds in zip(self._sides, await in_turn(self._sides, work, times), strict=True):
            side.rounds[-1][what] = milliseconds

    async def _make(self, side: Side, name: str) -> None:
        chosen = [NewVariant("spades-4")]
        new = NewTournament(name, chosen, self._bots[:PLAYERS], BOARDS, allow_same_owner=True, test_seed=name)
        await side.store.tournaments.create_tournament(new)

    async def _play(self) -> None:
        """Claim and finish, a block on one side and then on the other."""
        for side in self._sides:
            await side.store.tournaments.start_tournament(self._name)
        taken = [await self._play_a_block() for _ in range(PLAYED)]
        for what in taken[0]:
            for place, side in enumerate(self._sides):
                side.rounds[-1][what] = sorted(each[what][place] for each in taken)[PLAYED // 2]

    async def _play_a_block(self) -> dict[str, list[float]]:
        async def claim(side: Side) -> None:
            found = await side.store.play.claim("worker", 600)
            assert found
            self._claims[side.boards] = found

        async def finish(side: Side) -> None:
            claimed = self._claims[side.boards]
            await side.store.play.finish(claimed.block_id, claimed.token, results_of(claimed))

        return {
            "a block claimed": await in_turn(self._sides, claim),
            "its 8 boards stored": await in_turn(self._sides, finish),
        }

    async def _read(self) -> None:
        standings, ladder = GetStandingsRequest(name=self._name), GetStrengthsRequest(variants=["spades-4"])
        for side in self._sides:
            side.store.ratings.patience = FITTED
            await get_standings(call_of(side.store, standings))  # fits what is to be shown
        readings: dict[str, Callable[[Side], Awaitable[Any]]] = {
            "standings and crosstable": lambda side: get_standings(call_of(side.store, standings)),
            "ladder": lambda side: get_strengths(call_of(side.store, ladder)),
            "progress": lambda side: side.store.tournaments.progress(self._name),
            "page of 200 commitments": lambda side: side.store.tournaments.commitments(self._name, 200, 200),
        }
        for what, work in readings.items():
            await self._measure(what, work, LOOKS)


async def read_all(sides: Sequence[Side]) -> None:
    """Measure, once, the vacuums that go with all boards; note what is on the disk before."""
    query = (
        "SELECT c.relname, pg_relation_size(c.oid) FROM pg_class c WHERE c.oid = 'boards'::regclass"
        " OR c.oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = 'boards'::regclass) ORDER BY 2 DESC"
    )
    for side in sides:
        side.sizes = dict(await (await side.beside.execute(query)).fetchall())
        await side.beside.execute("UPDATE boards SET attempt = attempt WHERE id %% %s = 0", [DEAD])
    await _once(sides, "VACUUM boards, a fifth dead", "VACUUM boards")
    await _once(sides, "VACUUM FREEZE boards, all read", "VACUUM (FREEZE, DISABLE_PAGE_SKIPPING) boards")


async def _once(sides: Sequence[Side], what: str, statement: LiteralString) -> None:
    taken = await in_turn(sides, lambda side: side.beside.execute(statement))
    for side, milliseconds in zip(sides, taken, strict=True):
        side.once[what] = milliseconds
