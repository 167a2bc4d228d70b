"""Update live Elo and tallies with closed boards, under an advisory lock."""

from collections import defaultdict
from copy import deepcopy
from dataclasses import asdict, dataclass, field

from arena.league.findings.seat_effects import SeatTally
from arena.league.ratings import elo
from arena.league.ratings.tally import BlockTally, LineUpTally, line_up_of
from arena.store.closed_boards import StoredBoard, read_boards
from arena.store.database import Connection, Room, run, run_all, select, value
from arena.store.locks import FIT, LONG, RATE, SWEEP
from arena.store.names import FAMILIES
from arena.store.play.leases import return_blocks
from arena.store.ratings.receipts import EloSteps
from arena.store.scales import BEFORE_ALL, Scale
from arena.store.tournaments.absence import look_who_is_away

WAKE_UPS = 64  # maximum of wake-ups per sweep and family of variants


@dataclass(frozen=True)
class RatingRow:
    """A bot's live Elo on a scale. *provisional*: whether it includes boards of an unfinished tournament."""

    variant: str
    revision: int
    pool: str
    format: str
    version_id: int
    bot: str  # "name@version"
    owner: str
    elo: float
    boards: int
    provisional: bool


# Rows of the table `ratings` by scale and version id: Elo, boards, settled Elo, settled boards.
Rows = dict[tuple[Scale, int], tuple[float, int, float, int]]


@dataclass
class Tables:
    """Live Elo tables by scale: each version's Elo, and the number of boards in it."""

    elo: dict[Scale, dict[int, float]] = field(default_factory=lambda: defaultdict(dict))
    boards: dict[Scale, dict[int, int]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(int)))

    def fold(self, stored: StoredBoard) -> None:
        """Update the table of the board's scale with one board."""
        ratings, boards = self.elo[stored.scale], self.boards[stored.scale]
        ratings.update(elo.fold(ratings, stored.board))
        for player in stored.board.line_up:
            boards[player] += 1

    def put(self, scale: Scale, player: int, rating: float, boards: int) -> None:
        """Set the Elo and the number of boards of version *player*."""
        self.elo[scale][player] = rating
        self.boards[scale][player] = boards


@dataclass
class LineUpSums:
    """Boards by tournament, variant and line-up. *blocks*: by id and line-up."""

    tallies: dict[tuple[int, int, tuple[int, ...]], LineUpTally] = field(default_factory=dict)
    blocks: dict[tuple[int, tuple[int, ...]], BlockTally] = field(default_factory=lambda: defaultdict(BlockTally))

    def add(self, tournament_id: int, stored: StoredBoard) -> None:
        """Count a board."""
        players = line_up_of(stored.board)
        key = (tournament_id, stored.variant_index, players)
        if key not in self.tallies:
            self.tallies[key] = LineUpTally(players, tables_per_board=stored.board.tables_per_board)
        self.tallies[key].add(stored.board, self.blocks[stored.block_id, players])


class Tallies:
    """Sums of boards by line-up and by seat. *rated_too*: of all boards; False: of boards not rated before.

    New boards of a block change its sums: those of all its boards replace those of the earlier ones.
    """

    def __init__(self, rated_too: bool = False) -> None:
        self._rated_too = rated_too
        self._now, self._before = LineUpSums(), LineUpSums()
        self._seats: defaultdict[tuple[int, int], SeatTally] = defaultdict(SeatTally)

    def add(self, tournament_id: int, stored: StoredBoard) -> None:
        """Count a board, unless it was rated before and such boards are left out."""
        was_counted = stored.rated and not self._rated_too
        if was_counted and not stored.is_block_new:
            return
        self._now.add(tournament_id, stored)
        if was_counted:
            self._before.add(tournament_id, stored)
        elif stored.seat_halves is not None:
            self._seats[tournament_id, stored.variant_index].add(stored.seat_halves)

    async def store(self, connection: Connection) -> None:
        """Add these tallies to the stored ones."""
        before = self._before.tallies
        rows = [
            {"tournament_id": key[0], "variant_index": key[1]}
            | vars(tally.less(before[key]) if key in before else tally)
            | {"players": list(tally.players)}
            for key, tally in self._now.tallies.items()
        ]
        await run_all(connection, "add_tally", rows)
        seats = [
            {"tournament_id": tournament_id, "variant_index": index} | asdict(tally)
            for (tournament_id, index), tally in self._seats.items()
        ]
        await run_all(connection, "add_seat_tally", seats)


class Rater(Room):
    """Compute live Elo and the tallies of tournaments."""

    async def rate(self) -> int:
        """Add newly closed boards to live Elo and tallies, under the lock `RATE`; return their number.

        Boards of unfinished tournaments count provisionally. When a tournament has ended it is settled: its boards are
        counted in schedule order, on top of the tournaments settled before. Then the boards of unfinished tournaments
        are counted again.
        """
        return await self.alone(RATE, _rate)

    async def rebuild(self) -> tuple[int, int]:
        """Compute all live Elo again; return the numbers of counted boards and of changed ratings.

        Settled tournaments are counted in the order of their settlement, so their numbers are the same bit for bit.
        """
        async with self.transaction(LONG) as connection:
            await run(connection, "lock", key=RATE)
            await run(connection, "forget_reopened")
            return await _rebuild(connection)

    async def tallies_of(self, tournament_id: int) -> dict[str, list[LineUpTally]]:
        """Return tallies of a tournament's rated boards by line-up, for each variant."""
        tallies: dict[str, list[LineUpTally]] = defaultdict(list)
        for variant, players, *sums in await self._select("tallies_of", tournament_id=tournament_id):
            tallies[variant].append(LineUpTally(tuple(players), *sums))
        return dict(tallies)

    async def scales_of(self, tournament_id: int) -> dict[str, Scale]:
        """Return the scale of each variant of a tournament."""
        return {scale[0]: Scale(*scale) for scale in await self._select("scales_of", tournament_id=tournament_id)}

    async def elo(
        self, variant: str | None = None, limit: int | None = None, after: Scale = BEFORE_ALL
    ) -> list[RatingRow]:
        """Return the stored live Elo tables in order of scale, each with the best bot first.

        *variant*: only this one; None: all. Returns at most *limit* complete tables (None: all) after the scale
        *after*. `rate` updates the tables.
        """
        place = {f"after_{name}": value for name, value in after._asdict().items()}
        return await self._fetch(RatingRow, "ratings", variant=variant, limit=limit, **place)

    async def sweep(self) -> dict[str, int]:
        """Handle absent bots, rate closed boards, and return the number of wake-ups to send, by family.

        A wake-up stands for a claimable block. Returns {} if another session sweeps now. Does not rate while another
        session rates.
        """
        async with self.transaction() as connection:
            if await value(connection, "try_lock", key=SWEEP):
                await run(connection, "provide_parts")
                await look_who_is_away(connection)
        async with self.transaction(LONG) as connection:
            if not await value(connection, "try_lock", key=SWEEP):
                return {}
            if await value(connection, "try_lock", key=RATE):
                await _rate(connection)
            rows = await select(connection, "count_claimable", most=WAKE_UPS, families=list(FAMILIES))
            return {family: int(count) for family, count in rows}


async def _rebuild(connection: Connection) -> tuple[int, int]:
    before = await _read_rows(connection)
    await run(connection, "drop_sums")
    settled, tallies, folded = Tables(), Tallies(rated_too=True), 0
    for (tournament_id,) in await select(connection, "settled"):
        folded += await _fold_settled(connection, settled, tallies, tournament_id)
    folded += await _settle_ended(connection, settled, tallies)
    current = deepcopy(settled)
    folded += await _fold_unsettled(connection, current, tallies, rated_too=True)
    after = _rows(current, settled)
    await _store_rows(connection, after)
    await tallies.store(connection)
    await run(connection, "lock", key=FIT)  # wait until a concurrent fit, which uses the old numbers, is stored
    await run(connection, "doubt_fits")
    changed = sum(before.get(key) != after.get(key) for key in before.keys() | after.keys())  # to the last bit
    return folded, changed


async def _rate(connection: Connection) -> int:
    reopened = (await run(connection, "forget_reopened")).rowcount
    if reopened:  # the settled Elo includes boards of the reopened tournaments
        new = int(await value(connection, "count_unrated"))
        await _rebuild(connection)
        return new
    settled, current = Tables(), Tables()
    for key, (rating, boards, settled_rating, settled_boards) in (await _read_rows(connection)).items():
        current.put(*key, rating, boards)
        if settled_boards:
            settled.put(*key, settled_rating, settled_boards)
    new, tallies = int(await value(connection, "count_unrated")), Tallies()
    ended = await _settle_ended(connection, settled, tallies)
    if ended:
        current = deepcopy(settled)
    if new or ended:
        await _fold_unsettled(connection, current, tallies, rated_too=bool(ended))
        await _store_rows(connection, _rows(current, settled))
        await tallies.store(connection)
    return new


async def _settle_ended(connection: Connection, settled: Tables, tallies: Tallies) -> int:
    folded = 0
    for (block_id,) in await select(connection, "abandon_cancelled"):
        await return_blocks(connection, block_id)
    for (tournament_id,) in await select(connection, "ended_unsettled"):
        folded += await _fold_settled(connection, settled, tallies, tournament_id)
        await run(connection, "settle", tournament_id=tournament_id)
    return folded


async def _fold_settled(connection: Connection, settled: Tables, tallies: Tallies, tournament_id: int) -> int:
    """Update *settled* with an ended tournament, and store its effect on Elo; return its number of boards."""
    steps = EloSteps()
    folded = await _fold(connection, settled, tallies, tournament_id, steps=steps)
    await steps.store(connection, tournament_id, settled.elo)
    return folded


async def _fold_unsettled(connection: Connection, tables: Tables, tallies: Tallies, rated_too: bool) -> int:
    """Update *tables* with boards of unfinished tournaments, in order of id and schedule; return their number."""
    rows = await select(connection, "unsettled")
    return sum([await _fold(connection, tables, tallies, tournament_id, rated_too) for (tournament_id,) in rows])


async def _fold(
    connection: Connection,
    tables: Tables,
    tallies: Tallies,
    tournament_id: int,
    rated_too: bool = True,
    steps: EloSteps | None = None,
) -> int:
    folded, new = 0, []
    async for stored in read_boards(connection, tournament_id, rated_too):
        if steps is not None:
            steps.note(stored, tables.elo[stored.scale])
        tallies.add(tournament_id, stored)
        if rated_too or not stored.rated:
            tables.fold(stored)
            folded += 1
        if not stored.rated:
            new.append(stored.id)
    await run(connection, "note_rated", board_ids=new)
    await run(connection, "add_seat_scores", board_ids=new)
    await run(connection, "add_memory", board_ids=new)
    return folded


def _rows(current: Tables, settled: Tables) -> Rows:
    return {
        (scale, player): (
            rating,
            current.boards[scale][player],
            settled.elo[scale].get(player, elo.START),
            settled.boards[scale][player],
        )
        for scale, ratings in current.elo.items()
        for player, rating in ratings.items()
    }


async def _read_rows(connection: Connection) -> Rows:
    rows = await select(connection, "rating_rows")
    return {(Scale(*row[:4]), row[4]): (row[5], row[6], row[7], row[8]) for row in rows}


async def _store_rows(connection: Connection, rows: Rows) -> None:
    names = ("version_id", "elo", "boards", "settled_elo", "settled_boards")
    each = [
        scale._asdict() | dict(zip(names, (player, *numbers), strict=True)) for (scale, player), numbers in rows.items()
    ]
    await run_all(connection, "put_rating", each)
