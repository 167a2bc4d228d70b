"""Build findings on closed boards: memory, transfers, seats, voids, exceeded limits; report luck."""

import asyncio
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arena.api.calls.call import Call, invalid
from arena.api.calls.messages import make_message
from arena.api.ratings.standings import VariantBoards, choose_variants, read_boards
from arena.api.tournaments.tournaments import to_message
from arena.league.findings.luck import less_luck
from arena.league.findings.memory import MemoryLine, MemoryTally, memory_lines
from arena.league.findings.seat_effects import SeatEffect, SeatTally, seat_effects
from arena.league.findings.transfers import Transfer, transfers
from arena.league.ratings.standings import standings
from arena.rules import find
from arena.store import Store
from arena.store.ratings.findings import VariantLuck
from arena.store.tournaments.rows import TournamentRow
from arena.wire.gen import measures_pb2 as pb
from arena.wire.gen.ratings_pb2 import Finding


async def get_findings(call: Call[pb.GetFindingsRequest]) -> pb.GetFindingsResponse:
    """Return the findings on a tournament; without a name, the value of seats over all tournaments."""
    name, variant = call.request.name, call.request.variant
    if not name:
        return pb.GetFindingsResponse(findings=await _seats_of_all(call.store, variant))
    await call.store.ratings.catch_up()
    row = await call.store.tournaments.named(name)
    if row.kind == "gate":
        raise invalid(f"{row.name!r} is a gate, whose boards are not rated: findings are about rated boards")
    stored = await _read(call.store, row, choose_variants(row, variant))
    findings = await asyncio.to_thread(lambda: [finding for each in stored for finding in each.findings()])
    return pb.GetFindingsResponse(tournament=to_message(row), findings=findings)


@dataclass(frozen=True)
class _Measured:
    """One variant's boards with tallies by rotation and by seat; *sides*: how many a game ranks."""

    boards: VariantBoards
    sides: int
    memory: list[MemoryTally]
    seats: list[SeatTally]

    def findings(self) -> Iterator[Finding]:
        variant, names = self.boards.variant, self.boards.names
        yield from (_memory(variant, line, names) for line in memory_lines(self.memory, self.sides))
        yield from (_transfer(variant, each, names) for each in transfers(self.boards.tallies))
        yield from seat_findings(variant, self.seats)
        yield from self.boards.findings()


async def _read(store: Store, row: TournamentRow, variants: Sequence[str]) -> list[_Measured]:
    boards = await read_boards(store, row, variants)
    memory = {name: (sides, found) for (name, sides), found in (await store.ratings.memory(row.name)).items()}
    seats = {name: own for (name, _), own in (await store.ratings.seat_tallies(row.id)).items()}
    return [_Measured(each, *memory.get(each.variant, (0, [])), seats.get(each.variant, [])) for each in boards]


async def _seats_of_all(store: Store, variant: str) -> list[Finding]:
    """Return the value of seats over all rated boards under each variant's newest rules. *variant*: "": all."""
    if variant:
        find(variant)
    await store.ratings.catch_up()
    newest: dict[str, list[SeatTally]] = {}
    for (name, _), tallies in (await store.ratings.seat_tallies()).items():
        newest.setdefault(name, tallies)  # the newest revision comes first
    wanted = [variant] if variant else list(newest)
    return [finding for name in wanted for finding in seat_findings(name, newest.get(name, []))]


def _memory(variant: str, line: MemoryLine, names: dict[int, str]) -> Finding:
    return Finding(
        kind="memory",
        variant=variant,
        bots=[names[line.player]],
        boards=line.boards,
        effect=line.mean,
        low=line.low,
        high=line.high,
        flagged=line.is_flagged,
        sentence=f"{names[line.player]} scores {line.mean:+.1%} in the last rotation of a board, against the first",
    )


def _transfer(variant: str, each: Transfer, names: dict[int, str]) -> Finding:
    helper, helped = names[each.helper], names[each.helped]
    return Finding(
        kind="transfer",
        variant=variant,
        bots=[helper, helped],
        boards=each.boards,
        effect=each.more,
        error=each.error,
        chance=each.chance,
        flagged=each.is_flagged,
        sentence=f"{helped} scores {each.more:+.1%} against third bots when {helper} sits with it",
    )


def seat_findings(variant: str, tallies: list[SeatTally]) -> list[Finding]:
    """Return a finding for each place, counted to the left from the first dealer."""
    boards = sum(tally.boards for tally in tallies)
    return [_seat(variant, effect, boards) for effect in seat_effects(tallies)]


def _seat(variant: str, found: SeatEffect, boards: int) -> Finding:
    where = "the first dealer" if found.place == 0 else f"place {found.place} to the left of the first dealer"
    return Finding(
        kind="seat",
        variant=variant,
        place=found.place,
        boards=boards,
        effect=found.effect,
        error=found.error if math.isfinite(found.error) else None,
        low=found.low,
        high=found.high,
        flagged=found.low is not None and found.high is not None and not found.low <= 0 <= found.high,
        sentence=f"{where} scores {found.effect:+.1%} over all bots",
    )


async def get_luck(call: Call[pb.GetLuckRequest]) -> pb.GetLuckResponse:
    """Return points without luck, by variant; request that a house bot plays the boards it has not played yet."""
    row = await call.store.tournaments.named(call.request.name)
    if row.kind == "gate":
        raise invalid(f"{row.name!r} is a gate: both versions played the same deals, so the correction cancels")
    if row.pool == "open":
        line = "bots are compared on the same cards, so the correction cancels"
        raise invalid(f"{row.name!r} is in the pool open: {line}")
    await call.store.ratings.catch_up()
    found = await call.store.ratings.luck(row.id)  # read before the tallies, so that each bot here has a score there
    tallies = await call.store.ratings.tallies_of(row.id)
    if any(each.waiting for each in found.values()):
        await call.store.ratings.want_luck(row.id)
    names = {entrant.version_id: entrant.bot for entrant in row.entrants}
    tables = []
    for variant in choose_variants(row, call.request.variant):
        scores = {line.player: line.score for line in standings(tallies.get(variant, []))}
        tables.append(_luck_table(variant, found[variant], scores, names))
    return pb.GetLuckResponse(tables=tables, tournament=to_message(row))


def _luck_table(variant: str, found: VariantLuck, scores: dict[int, float], names: dict[int, str]) -> pb.LuckTable:
    lines = [
        make_message(pb.LuckLine, line, bot=names[line.player], score=scores[line.player])
        for line in less_luck(found.sums, found.pars, found.games)
    ]
    return pb.LuckTable(variant=variant, lines=lines, waiting=found.waiting, impossible=found.impossible)
